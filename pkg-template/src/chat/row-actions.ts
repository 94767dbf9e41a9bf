import { html, nothing, type TemplateResult } from "lit";
import { type IconName, icon } from "./icons.js";
import type { RowContext } from "./row-context.js";
import type { Row } from "./rows.js";

interface Action {
  readonly icon: IconName;
  readonly name: string;
  readonly part: string;
  readonly isPressed?: boolean | undefined;
  /** True for what can be done only while the agent does not run: the style sheet hides it meanwhile. */
  readonly needsIdle?: boolean;
  readonly run: () => void;
}

/** The buttons of a message that the person wrote. */
export function userActions(row: Row, { strings, actions }: RowContext): TemplateResult {
  return actionBar(strings.chat.actions, [
    copyAction(row, strings.chat, actions),
    {
      ...{ icon: "edit", name: strings.chat.edit, part: "action-edit", needsIdle: true },
      run: () => actions.edit(row, true),
    },
  ]);
}

/** The buttons of a message of the agent. */
export function agentActions(row: Row, context: RowContext): TemplateResult {
  const { strings, actions, hasFeedback } = context;
  const { feedback } = row.memory;
  const rating = (value: "good" | "bad", name: string): Action => ({
    ...{ icon: value, name, part: `action-${value}`, isPressed: feedback === value },
    run: () => actions.rate(row, value),
  });
  const regenerate: Action = {
    ...{ icon: "again", name: strings.chat.regenerate, part: "action-regenerate", needsIdle: true },
    run: () => actions.regenerate(row),
  };
  return actionBar(strings.chat.actions, [
    copyAction(row, strings.chat, actions),
    ...(row.isAnswer ? [regenerate] : []),
    ...(hasFeedback
      ? [rating("good", strings.chat.goodAnswer), rating("bad", strings.chat.badAnswer)]
      : []),
  ]);
}

/** Asks whether the thread is to be cut although tools have run. */
export function cutQuestion(row: Row, context: RowContext): TemplateResult | typeof nothing {
  const cut = context.cutAt(row);
  if (!cut) return nothing;
  const { strings, actions } = context;
  return html`<div class="cut" part="cut-question" role="group" aria-label=${strings.chat.regenerate}>
    <p>${strings.chat.cutTools(cut.tools)}</p>
    <button class="button" part="button" type="button" @click=${() => actions.answerCut(row, true)}>
      ${strings.chat.cutConfirm}
    </button>
    <button class="button" part="button" type="button" data-focus @click=${() => actions.answerCut(row, false)}>
      ${strings.chat.editCancel}
    </button>
  </div>`;
}

function copyAction(
  row: Row,
  strings: RowContext["strings"]["chat"],
  actions: RowContext["actions"],
): Action {
  const isCopied = row.memory.isCopied ?? false;
  return {
    icon: isCopied ? "check" : "copy",
    name: isCopied ? strings.copied : strings.copy,
    part: "action-copy",
    run: () => actions.copy(row),
  };
}

function actionBar(name: string, all: readonly Action[]): TemplateResult {
  return html`<div class="actions" part="actions" role="group" aria-label=${name}>
    ${all.map(
      (action) => html`<button
        class="action ${action.needsIdle ? "needs-idle" : ""}"
        part="action ${action.part}"
        type="button"
        tabindex="-1"
        title=${action.name}
        aria-label=${action.name}
        aria-pressed=${action.isPressed ?? nothing}
        @click=${action.run}
      >
        ${icon(action.icon)}
      </button>`,
    )}
  </div>`;
}
