import { isObject, readText } from "../../codec/safe-read.js";
import type { ThreadSummary } from "../../durable/thread-store.js";
import { report } from "../../events/report.js";
import type { ThreadsStrings } from "../../texts/threads/strings.js";
import type { ThreadList } from "../thread-list.js";
import { download } from "./download.js";
import type { AgUiThreadsEventMap } from "./event-map.js";
import { shownTitle } from "./row-view.js";
import type { ThreadKeeper } from "./thread-keeper.js";

/** The list that the commands are for, and what opens its threads. */
interface Commanded {
  readonly list: ThreadList | undefined;
  readonly keeper: ThreadKeeper | undefined;
}

/** The element of the commands. */
export interface CommandHost {
  strings(): ThreadsStrings;
  /** Dispatches an event; returns false if it was cancelled. */
  announce<Type extends keyof AgUiThreadsEventMap>(
    type: Type,
    detail: AgUiThreadsEventMap[Type]["detail"],
  ): boolean;
  /** Tells a screen reader. */
  say(text: string): void;
  /** Shows a message, which a screen reader reads too. */
  notice(text: string, isFailure: boolean): void;
}

/** The commands of a person on threads. A failure is shown, and reported to the page unless the list itself refused. */
export class ThreadCommands {
  readonly #followed: Commanded;
  readonly #host: CommandHost;

  constructor(followed: Commanded, host: CommandHost) {
    this.#followed = followed;
    this.#host = host;
  }

  async open(thread: ThreadSummary, messageId: string | undefined): Promise<void> {
    const { keeper, list } = this.#followed;
    const strings = this.#host.strings();
    if (!this.#host.announce("ag-ui-thread-open", { threadId: thread.id, messageId })) return;
    await this.#try(strings.failedOpen(shownTitle(thread, strings)), async () => {
      await keeper?.open(thread.id);
      if (keeper && thread.unread > 0) await list?.markRead(thread.id);
    });
  }

  async create(): Promise<void> {
    const { keeper } = this.#followed;
    const strings = this.#host.strings();
    if (!this.#host.announce("ag-ui-thread-create", null)) return;
    await this.#try(strings.failedCreate, async () => {
      await keeper?.create();
    });
  }

  async rename(thread: ThreadSummary, written: string): Promise<void> {
    const { list } = this.#followed;
    const strings = this.#host.strings();
    const title = written.trim();
    if (title === "" || title === thread.title) return;
    if (!this.#host.announce("ag-ui-thread-rename", { threadId: thread.id, title })) return;
    await this.#try(strings.failedRename(shownTitle(thread, strings)), async () => {
      await list?.rename(thread.id, title);
      this.#host.say(strings.renamed(shownTitle({ ...thread, title }, strings)));
    });
  }

  async remove(thread: ThreadSummary): Promise<void> {
    const { list } = this.#followed;
    const strings = this.#host.strings();
    const title = shownTitle(thread, strings);
    if (!this.#host.announce("ag-ui-thread-delete", { threadId: thread.id })) return;
    const refused = (code: string | undefined): string =>
      code === "thread_running" ? strings.removeRunning(title) : strings.failedRemove(title);
    await this.#try(refused, async () => {
      await list?.delete(thread.id);
      this.#host.say(strings.removed(title));
    });
  }

  async exportAll(): Promise<void> {
    const { list } = this.#followed;
    const strings = this.#host.strings();
    await this.#try(strings.failedExport, async () => {
      if (!list) return;
      const { file, exported, missing } = await list.export();
      const name = `conversations-${new Date().toISOString().slice(0, 10)}.json`;
      if (this.#host.announce("ag-ui-threads-export", { file, name })) download(file, name);
      this.#host.notice(strings.exported(exported.length, missing.length), missing.length > 0);
    });
  }

  async importFile(file: Blob): Promise<void> {
    const { list } = this.#followed;
    const strings = this.#host.strings();
    await this.#try(strings.failedImport, async () => {
      if (!list) return;
      const result = await list.import(file);
      this.#host.announce("ag-ui-threads-imported", result);
      const { imported, refused } = result;
      const without = imported.filter(({ leftOut }) => leftOut > 0).length;
      const text = strings.imported(imported.length, refused.length, without);
      this.#host.notice(text, refused.length > 0);
    });
  }

  async #try(
    failure: string | ((code: string | undefined) => string),
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      const code = isObject(thrown) ? readText(thrown, "code") : undefined;
      const isRefusal = isObject(thrown) && readText(thrown, "name") === "ThreadListError";
      if (!isRefusal) report(thrown);
      this.#host.notice(typeof failure === "string" ? failure : failure(code), true);
    }
  }
}
