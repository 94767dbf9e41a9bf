import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { agentPlugin } from "./server/plugin.js";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [agentPlugin()],
  // One folder up are the built package and what it depends on. The package is a link, so Vite serves it as source and
  // finds its wasm and its dependencies by itself.
  server: { fs: { allow: [fileURLToPath(new URL("..", import.meta.url))] } },
  // Beside the other build output, which git ignores.
  build: { target: "es2022", outDir: "../target/www", emptyOutDir: true },
});
