import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, canUseApt } from "./debian.mjs";
import { withLock } from "./lock.mjs";
import { inCache, inRoot } from "./paths.mjs";
import { Problem, step } from "./report.mjs";
import { run, tryRun } from "./run.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";

const requirements = inRoot("tests", "agents", "requirements.txt");

/** The Python of a virtual environment that has the test suite's AG-UI server. */
export async function requirePython() {
  if (!existsSync(requirements)) throw new Problem("tests/agents/requirements.txt is missing.");
  // By content: two clones with the same requirements share one environment, and a change makes a new one.
  const folder = inCache(`python-${hashOf(requirements).slice(0, 12)}`);
  const isWindows = process.platform === "win32";
  const python = join(folder, isWindows ? "Scripts/python.exe" : "bin/python");
  const stamp = join(folder, ".complete");
  const isReady = async () =>
    readStamp(stamp) !== "" && (await tryRun(python, ["--version"])).code === 0;

  if (await isReady()) return python;
  await withLock(`${folder}.lock`, async () => {
    if (await isReady()) return;
    const base = await findPython();
    await step("Python environment for the AG-UI test server", "20 s", async () => {
      rmSync(folder, { recursive: true, force: true });
      await createEnvironment(base, folder);
      await run(
        python,
        ["-m", "pip", "install", "--disable-pip-version-check", "-r", requirements],
        {
          advice:
            "pip could not install tests/agents/requirements.txt, see above. Check that pip reaches its index.",
        },
      );
    });
    writeStamp(stamp, base.join(" "));
  });
  return python;
}

/** The command, with its first arguments, of a Python that is new enough. */
async function findPython() {
  const chosen = process.env.PYTHON;
  const candidates = chosen
    ? [[chosen]]
    : [["python3"], ["python"], ["python3.13"], ["python3.12"], ["python3.11"], ["py", "-3"]];
  for (const [command, ...args] of candidates) {
    const isNew = "import sys; sys.exit(sys.version_info < (3, 11))";
    if ((await tryRun(command, [...args, "-c", isNew])).code === 0) return [command, ...args];
  }
  throw new Problem(
    "The agents suite needs Python 3.11 or newer (pydantic-ai does): install it from python.org or your distribution,\n" +
      "  or name one: PYTHON=/path/to/python3",
  );
}

/**
 * @param {string[]} base
 * @param {string} folder
 */
async function createEnvironment([command, ...args], folder) {
  const create = [...args, "-m", "venv", folder];
  const first = await tryRun(command, create);
  if (first.code === 0) return;
  const advice = `${command} -m venv failed: ${first.output.trim().split("\n").at(-1)}\n  On Debian and Ubuntu: apt-get install python3-venv`;
  if (!canUseApt()) throw new Problem(advice);
  await aptInstall(["python3-venv"], advice);
  await run(command, create, { advice });
}
