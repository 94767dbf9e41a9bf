/** Serves what wrangler has bundled into a folder, in Cloudflare's own runtime, and prints its address. */
import { Miniflare } from "miniflare";

const [folder, name, compatibilityDate] = process.argv.slice(2);
const miniflare = new Miniflare({
  cf: false, // nothing of the network
  compatibilityDate,
  modules: true,
  modulesRoot: folder,
  modulesRules: [
    { type: "ESModule", include: ["**/*.js"] },
    { type: "CompiledWasm", include: ["**/*.wasm"] },
  ],
  scriptPath: `${folder}/${name}.js`,
});
const { origin } = await miniflare.ready;
console.log(`Ready at ${origin}`);
