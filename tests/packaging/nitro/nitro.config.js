import { defineNitroConfig } from "nitropack/config";

export default defineNitroConfig({
  compatibilityDate: "2026-01-01",
  // Every package inside of the bundle, or traced and copied beside it.
  noExternals: process.env.NO_EXTERNALS === "true",
  output: { dir: process.env.OUTPUT },
});
