import { defineConfig } from "vite";

export default defineConfig({
  // The agent: `npm start` in ../node-server.
  server: { proxy: { "/agent": "http://localhost:8080" } },
});
