/** Paints a round table and its seats in the colours of the page. */
export function paintTable(canvas: HTMLCanvasElement, guests: number): void {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw on a canvas.");
  const { width, height } = canvas;
  const hue = Number(getComputedStyle(document.documentElement).getPropertyValue("--hue"));
  const disc = (x: number, y: number, radius: number, colour: string) => {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  };
  context.fillStyle = `oklch(0.97 0.01 ${hue})`;
  context.fillRect(0, 0, width, height);
  disc(width / 2, height / 2, 96, `oklch(0.88 0.05 ${hue})`);
  for (let seat = 0; seat < guests; seat += 1) {
    const angle = (2 * Math.PI * seat) / guests - Math.PI / 2;
    const [x, y] = [width / 2 + 118 * Math.cos(angle), height / 2 + 118 * Math.sin(angle)];
    disc(x, y, 18, `oklch(0.52 0.14 ${hue})`);
    disc(width / 2 + 72 * Math.cos(angle), height / 2 + 72 * Math.sin(angle), 13, "white");
  }
}
