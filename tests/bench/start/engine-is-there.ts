/** For the bytes in all: idle work is over long before. */
export function engineIsThere(): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error("No engine was loaded.")), 15_000);
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntries().some(({ name }) => name.includes("engine_bg"))) return;
      clearTimeout(giveUp);
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: "resource", buffered: true });
  });
}
