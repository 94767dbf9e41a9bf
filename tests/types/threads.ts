/** `ag-ui-lit/threads`: the element by its name, its events, and what is thrown and found, without a cast. */
import "ag-ui-lit/chat";
import { keepThreads, memoryThreadStore, type ThreadSummary } from "ag-ui-lit/durable";
import {
  type AgUiThreads,
  type ThreadKeeper,
  ThreadList,
  ThreadListError,
  type ThreadMatch,
} from "ag-ui-lit/threads";
import { exactly } from "./expect.js";

const store = memoryThreadStore();
const list = new ThreadList(store, { stop: async (threadId) => threadId !== "" });
// @ts-expect-error there is no such option
new ThreadList(store, { stopp: () => true });
exactly<readonly ThreadSummary[]>()(list.threads);
list.addEventListener("change", (event) => exactly<Event>()(event));

for await (const match of list.search("tea", { limit: 5 })) {
  exactly<ThreadMatch>()(match);
  exactly<string>()(match.excerpt.match);
}
const { file } = await list.export(["a"]);
const { refused } = await list.import(file);
exactly<"malformed" | "not_stored" | undefined>()(refused[0]?.code);

const view = document.createElement("ag-ui-threads");
exactly<AgUiThreads>()(view);
view.threads = list;
const kept = keepThreads(document.createElement("ag-ui-agent"));
view.threads = kept;
const keeper: ThreadKeeper = kept;
document.createElement("ag-ui-chat").threads = keeper;
document.createElement("ag-ui-chat-popup").threads = list;
view.strings = { threads: { newThread: "New", unread: (count) => `${count}` } };

view.addEventListener("ag-ui-thread-open", ({ detail }) => {
  exactly<string>()(detail.threadId);
  exactly<string | undefined>()(detail.messageId);
});
document.addEventListener("ag-ui-threads-export", (event) => {
  exactly<Blob>()(event.detail.file);
  event.preventDefault();
});

try {
  await list.delete("a");
} catch (error) {
  if (error instanceof ThreadListError) {
    exactly<"thread_running" | "file_too_large" | "file_unreadable">()(error.code);
  }
}
