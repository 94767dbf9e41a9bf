/** Has a tool of the guide's worker run, twice. */
const worker = new Worker(new URL("./tools.worker.js", import.meta.url), { type: "module" });

function execute(toolCallId, args) {
  worker.postMessage({ toolCallId, args });
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)), { once: true });
  });
}

async function main() {
  const { result } = await execute("1", '{"below": 100}');
  const { error } = await execute("2", '{"below": "many"}');
  return { result, refused: error.category };
}

globalThis.outcome = await main().catch((error) => ({ failed: String(error) }));
