import { type AbstractAgent, type MiddlewareFunction, transformChunks } from "@ag-ui/client";
import type { BaseEvent } from "@ag-ui/core";
import {
  catchError,
  concat,
  concatMap,
  concatWith,
  defer,
  type Observable,
  throwError,
} from "rxjs";
import { CallBook } from "./call-book.js";
import type { CallEvent } from "./call-events.js";
import { renameCalls } from "./call-names.js";
import { ArgumentsMerger } from "./merge-arguments.js";
import { RunCalls } from "./run-calls.js";

const books = new WeakMap<AbstractAgent, CallBook>();

/** The calls of an agent's thread; the agent is taught to tell them apart when it is first seen. */
export function callsOf(agent: AbstractAgent): CallBook {
  const known = books.get(agent);
  if (known) return known;
  const book = new CallBook();
  agent.use(tellApart(book));
  books.set(agent, book);
  return book;
}

/** For `agent.use()`: the backend's ids go out, the thread's names come in. */
function tellApart(book: CallBook): MiddlewareFunction {
  return (input, next) => {
    const run = new RunCalls(book, input.messages);
    const messages = input.messages.map((message) => renameCalls(message, book.idOf));
    // Of a call's chunks only the first one names it, so they are made whole events before they get here.
    const events = next.run({ ...input, messages }).pipe(
      transformChunks(),
      concatMap((event) => run.incoming(event as CallEvent)),
    );
    if (input.runId !== book.watchedRun) return events;
    book.isMerged = true;
    return events.pipe(merged);
  };
}

function merged(events: Observable<BaseEvent>): Observable<BaseEvent> {
  const merger = new ArgumentsMerger();
  const rest = defer(() => merger.rest());
  return events.pipe(
    concatMap((event) => merger.incoming(event as CallEvent)),
    catchError((error) =>
      concat(
        rest,
        throwError(() => error),
      ),
    ),
    concatWith(rest),
  );
}
