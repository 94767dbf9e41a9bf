import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { guides } from "./guides.js";
import { agentPlugin } from "./server/plugin.js";

/** `--mode static` builds a site that needs no server and works below any path. */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  envPrefix: ["VITE_", "DEMO_"],
  base: mode === "static" ? "./" : "/",
  plugins: [guides(), mode === "static" ? answeringPage() : agentPlugin()],
  // One folder up are the built package and what it depends on. The package is a link, so Vite serves it as source and
  // finds its wasm and its dependencies by itself.
  server: { fs: { allow: [fileURLToPath(new URL("..", import.meta.url))] } },
  // Beside the other build output, which git ignores.
  build: {
    target: "es2022",
    outDir: mode === "static" ? "../target/demo" : "../target/www",
    emptyOutDir: true,
  },
}));

/** The page whose own script answers what the demo asks. */
function answeringPage(): Plugin {
  const transformIndexHtml = {
    order: "pre",
    handler: (html: string) => html.replace("/src/main.ts", "/src/main-static.ts"),
  } as const;
  return { name: "ag-ui-lit-demo-static", transformIndexHtml };
}
