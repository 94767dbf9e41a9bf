/** The end of a command: its exit code, and output that was not passed on while it ran. */
export interface CommandEnd {
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Runs a command. Rejects when it could not be run; a command that fails has an exit code. */
export type RunCommand = (
  command: string,
  io: {
    /** Aborted when the command must end: it was cancelled, or took too long. */
    readonly signal: AbortSignal;
    /** Takes output as it comes: text, or bytes of UTF-8. */
    onOutput(output: string | Uint8Array): void;
  },
) => PromiseLike<CommandEnd | number | undefined> | CommandEnd | number | undefined;

/** Runs a command of the page's, with its output as text and its end as an exit code. */
export async function runCommand(
  run: RunCommand,
  command: string,
  io: { readonly signal: AbortSignal; onOutput(text: string): void },
): Promise<number | undefined> {
  const decoder = new TextDecoder();
  const onOutput = (output: string | Uint8Array) => {
    const text = typeof output === "string" ? output : decoder.decode(output, { stream: true });
    if (text) io.onOutput(text);
  };
  const ended = await run(command, { signal: io.signal, onOutput });
  const rest = decoder.decode();
  if (rest) io.onOutput(rest);
  if (typeof ended !== "object" || ended === null) return ended;
  for (const text of [ended.stdout, ended.stderr]) if (text) io.onOutput(text);
  return ended.exitCode;
}
