import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

const isCustomElement = (tag) => tag.startsWith("ag-ui-");

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
  // The agent: `npm start` in ../node-server.
  server: { proxy: { "/agent": "http://localhost:8080" } },
});
