import { checkOptions, type OptionRule, type OptionRules } from "../options/check-options.js";
import { aCount, aFlag, aFunction, anApproval, listOf, needed } from "../options/rules.js";
import type { ToolDefinition, ToolMetadata } from "../tools/types.js";
import { availabilityOf, type GroupAvailability } from "./availability.js";
import { type BackgroundProcesses, backgroundProcesses } from "./background.js";
import { noteBackground } from "./background-of.js";
import { type CommandEnd, type RunCommand, runCommand } from "./bash/run-command.js";
import { bashToolCatalogue } from "./module/catalogue.js";
import { lazyGroup } from "./module/lazy-group.js";
import type { BashMetadata } from "./module/raw-bash.js";
import type { ToolApproval } from "./tool-approval.js";

export type { CommandEnd, RunCommand };

/** Options of `bashTool()`: the runner of commands, and the commands that may run. */
export interface BashToolOptions {
  /** Runs a command, in any environment of the page: a container in the page, a server, an emulator. */
  readonly run: RunCommand;
  /**
   * Commands that may run: `"git status"` exactly, `"ls *"` is `ls` with any arguments, `"npm run test:*"` a word with
   * this beginning. Every command in a text must be one of them. `"> out/*"` allows writing such files, `"< *"` reading
   * any, and `"CI=1 npm test"` a variable before a command. By default everything is allowed.
   *
   * With `allow` or `deny` a text has to be plain: simple commands of literal or quoted words, joined by `|`, `&&`,
   * `||` and `;`. Anything else is refused. `run` and the person get that text printed anew, with every special word in
   * single quotes, so that exactly the checked commands run, in bash, dash and busybox ash. A program's own options are
   * allowed with it.
   */
  readonly allow?: readonly string[];
  /** Commands that may not run, even if `allow` permits them. Alone it is no fence: another program can do the same. */
  readonly deny?: readonly string[];
  /** Seconds a command may take by default; 120 by default. */
  readonly timeout?: number;
  /** The highest timeout that a command may request, in seconds; 600 by default. */
  readonly maxTimeout?: number;
  /** Characters of the output that the model gets, from its beginning and its end; 20,000 by default. */
  readonly maxOutput?: number;
  /**
   * Whether commands may continue in the background; false by default. A list of your own keeps them apart: they are
   * reported by `view_background_processes` of the registry that contains this tool.
   */
  readonly background?: boolean | BackgroundProcesses;
  /**
   * Whether a person is asked before a command runs: `"always"` by default. With anything else, commands with control
   * characters other than new lines and tabs are refused.
   */
  readonly approval?: ToolApproval;
}

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    bash: BashMetadata;
  }
}

/**
 * `bash`: commands, run by what the page has for them.
 *
 * @throws {TypeError} that names the invalid option.
 *
 * @example
 * ```ts
 * const [bash] = bashTool({ allow: ["ls *", "npm test"], run: (command, io) => container.run(command, io) });
 * ```
 */
export function bashTool(options: BashToolOptions): ToolDefinition[] {
  checkOptions("bashTool", options, rules);
  const { run, approval, background = false, ...limits } = options;
  const processes = background === true ? backgroundProcesses : background;
  const raw = {
    ...limits,
    asked: approval === undefined || approval === "always",
    run: (command: string, io: Parameters<RunCommand>[1]) => runCommand(run, command, io),
    ...(processes && {
      start: (command: string, name: string) =>
        processes.start({
          name,
          command,
          run: (context) => runCommand(run, command, context),
        }).id,
    }),
  };
  const seconds = options.maxTimeout ?? defaultMaxTimeout;
  const metadata: ToolMetadata = {
    timeout: seconds * 1000 + 5000,
    ...(approval !== undefined && { approval }),
  };
  const tools = lazyGroup({
    part: "bash",
    catalogue: bashToolCatalogue,
    make: (module) => module.rawBashTool(raw),
    metadata: () => metadata,
  });
  if (processes) for (const tool of tools) noteBackground(tool, processes);
  return tools;
}

/** As in crates/toolbox/src/bash/tool.rs. */
const defaultMaxTimeout = 600;

/**
 * Returns the availability of `bash`: a browser has no shell, so the page provides the runner of commands. Never
 * rejects.
 */
export function bashToolAvailability(
  options?: Pick<BashToolOptions, "run">,
): Promise<GroupAvailability> {
  return availabilityOf(bashToolCatalogue, () =>
    typeof options?.run === "function"
      ? undefined
      : "A browser has no shell: give bashTool() a function run that runs commands.",
  );
}

const commands: OptionRule = listOf(
  'commands such as "git status" or "ls *"',
  (text) => text.trim() !== "",
);

const isProcesses = (value: unknown) =>
  typeof (value as Partial<BackgroundProcesses> | null)?.start === "function";

const rules: OptionRules<BashToolOptions> = {
  run: needed(["a function that runs a command", aFunction[1]]),
  allow: commands,
  deny: commands,
  timeout: aCount,
  maxTimeout: aCount,
  maxOutput: aCount,
  background: [
    "true, false, or a BackgroundProcesses",
    (value) => aFlag[1](value) || isProcesses(value),
  ],
  approval: anApproval,
};
