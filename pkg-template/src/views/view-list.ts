import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { report } from "../events/report.js";
import { onAbort } from "../execution/on-abort.js";
import type { ViewOptions } from "./view-types.js";

/** A registered view. */
export interface RegisteredView<Subject, View> {
  readonly matches: (subject: Subject) => boolean;
  readonly view: View;
  readonly agent: AgUiAgent | undefined;
  readonly styles: NonNullable<ViewOptions["styles"]>;
}

/** The views of a kind: the last one registered first, and those for an element before those for the document. */
export class ViewList<Subject, View> {
  #views: readonly RegisteredView<Subject, View>[] = [];
  readonly #listeners = new Set<() => void>();

  /** Adds a view; returns a function that removes it. */
  add(
    matches: (subject: Subject) => boolean,
    view: View,
    { signal, agent, styles = [] }: ViewOptions,
  ): () => void {
    if (signal?.aborted) return () => {};
    const added = { matches, view, agent, styles };
    this.#set([added, ...this.#views]);
    const remove = (): void => {
      release();
      if (this.#views.includes(added)) this.#set(this.#views.filter((each) => each !== added));
    };
    const release = signal ? onAbort(signal, remove) : () => {};
    return remove;
  }

  /** The view of a subject, if there is one. A `matches` that throws matches nothing, and is reported. */
  find(subject: Subject, agent: AgUiAgent | undefined): RegisteredView<Subject, View> | undefined {
    const matches = (each: RegisteredView<Subject, View>): boolean => {
      try {
        return each.matches(subject) === true;
      } catch (thrown) {
        if (!reported.has(each.matches)) report(thrown);
        reported.add(each.matches);
        return false;
      }
    };
    return (
      this.#views.find(
        (each) => each.agent !== undefined && each.agent === agent && matches(each),
      ) ?? this.#views.find((each) => each.agent === undefined && matches(each))
    );
  }

  /** Calls back when a view was added or removed; returns a function that unsubscribes. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #set(views: readonly RegisteredView<Subject, View>[]): void {
    this.#views = views;
    for (const listener of [...this.#listeners]) listener();
  }
}

const reported = new WeakSet<object>();
