import { build } from "./build.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Problem, runMain } from "./lib/report.mjs";

const defaultPort = 5173;
const tryAnother = "Choose another with PORT, for example: PORT=8080 npm start";

/** Before anything is built: a wrong port should not cost two minutes. */
function chosenPort() {
  const text = process.env.PORT;
  if (!text) return defaultPort;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return Number(text);
  throw new Problem(`PORT is "${text}", which is not a port between 1 and 65535. ${tryAnother}`);
}

await runMain(async () => {
  const port = chosenPort();
  const host = process.env.HOST || "localhost";
  await mustBeFree(port, host);
  await build();

  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: inRoot("www", "vite.config.ts"),
    root: inRoot("www"),
    server: { port, host, strictPort: true, open: false },
    clearScreen: false,
  });
  try {
    await server.listen();
  } catch (error) {
    if (/in use/.test(String(error))) throw taken(port);
    throw new Problem(
      `The demo could not be served on ${host}:${port}: ${/** @type {Error} */ (error).message}`,
    );
  }
  server.printUrls();
  console.log("  Ctrl-C stops it.");
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.removeAllListeners(signal);
    process.once(signal, async () => {
      // An agent's open event stream must not keep the terminal waiting.
      setTimeout(() => process.exit(0), 1_000).unref();
      await server.close();
      process.exit(0);
    });
  }
});

/** @param {number} port */
function taken(port) {
  return new Problem(`Port ${port} is taken. ${tryAnother}`);
}

/**
 * @param {number} port
 * @param {string} host
 */
async function mustBeFree(port, host) {
  const { createServer } = await import("node:net");
  const code = await new Promise((settle) => {
    const probe = createServer();
    probe.once("error", (error) => settle(/** @type {NodeJS.ErrnoException} */ (error).code));
    probe.listen(port, host, () => probe.close(() => settle(undefined)));
  });
  if (code === "EADDRINUSE") throw taken(port);
  if (code === "EACCES") throw new Problem(`Port ${port} is not allowed here. ${tryAnother}`);
  if (code) throw new Problem(`Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`);
}
