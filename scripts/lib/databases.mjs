import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, canUseApt, hasAptPackage } from "./debian.mjs";
import { Problem, step } from "./report.mjs";
import { isExecutable, which } from "./run.mjs";

const postgresAdvice =
  "Install PostgreSQL 13 or newer, or name the folder of its programs: POSTGRES_BIN=/path/to/bin (on Debian: apt-get install postgresql)";
const redisAdvice =
  "Install Redis 6.2 or newer or Valkey, or name one: REDIS_SERVER=/path/to/redis-server (on Debian: apt-get install redis-server)";

/** @type {Promise<string> | undefined} */
let postgres;
/** @type {Promise<string> | undefined} */
let redis;

/** The folder of PostgreSQL's programs `initdb` and `postgres`. Installs it where that needs nobody's consent. */
export function requirePostgres() {
  postgres ??= installed("POSTGRES_BIN", findPostgres, {
    what: "PostgreSQL",
    packages: ["postgresql"],
    advice: postgresAdvice,
  });
  return postgres;
}

/** The path of `redis-server` or `valkey-server`. Installs one where that needs nobody's consent. */
export function requireRedis() {
  redis ??= installed("REDIS_SERVER", findRedis, {
    what: "Redis",
    packages: ["redis-server", "valkey-server"],
    advice: redisAdvice,
  });
  return redis;
}

/** The environment variables of the stores' tests: the programs of both databases. */
export async function databasesEnv() {
  return { POSTGRES_BIN: await requirePostgres(), REDIS_SERVER: await requireRedis() };
}

/**
 * @param {"POSTGRES_BIN" | "REDIS_SERVER"} variable
 * @param {() => string | undefined} find
 * @param {{ what: string, packages: string[], advice: string }} how
 */
async function installed(variable, find, { what, packages, advice }) {
  const chosen = process.env[variable];
  if (chosen) {
    const program = variable === "POSTGRES_BIN" ? join(chosen, "postgres") : chosen;
    if (isExecutable(program)) return chosen;
    throw new Problem(`${variable} is ${chosen}, where no program is. Correct it, or unset it.`);
  }
  const present = find();
  if (present) return present;
  if (canUseApt()) {
    for (const name of packages) {
      if (!(await hasAptPackage(name))) continue;
      await step(`${what} from Debian's packages`, "20 s", () => aptInstall([name], advice));
      const now = find();
      if (now) return now;
    }
  }
  throw new Problem(`No ${what} found. ${advice}`);
}

/** Debian keeps the programs of each version in a folder of its own, which is not on the PATH. */
function findPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one));
  const folders = newest.map((version) => join(debian, version, "bin"));
  const onPath = which("initdb")?.replace(/[/\\][^/\\]+$/, "");
  const candidates = onPath ? [...folders, onPath] : folders;
  return candidates.find((folder) =>
    ["initdb", "postgres"].every((name) => isExecutable(join(folder, name))),
  );
}

function findRedis() {
  return which("redis-server") ?? which("valkey-server");
}
