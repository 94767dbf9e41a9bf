import { type AGUIEvent, EventType } from "@ag-ui/core";

/** What a model says and thinks, as messages that begin when there is something in them. */
export class Said {
  /** The message whose text is open. */
  #text: string | undefined;
  /** The thoughts that are open, and the message they belong to. */
  #thoughts: { readonly id: string; readonly messageId: string } | undefined;
  #count = 0;

  text(messageId: string, delta: string): AGUIEvent[] {
    if (!isText(delta) || !isText(messageId)) return [];
    const events = this.endReasoning();
    if (this.#text !== messageId) {
      events.push(...this.#endText());
      this.#text = messageId;
      events.push({ type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" });
    }
    events.push({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta });
    return events;
  }

  reasoning(messageId: string, delta: string): AGUIEvent[] {
    if (!isText(delta) || !isText(messageId)) return [];
    const events: AGUIEvent[] = [];
    if (this.#thoughts?.messageId !== messageId) {
      events.push(...this.endReasoning());
      this.#count += 1;
      // No message may have the id of another.
      const id = `${messageId}-reasoning-${this.#count}`;
      this.#thoughts = { id, messageId };
      events.push({ type: EventType.REASONING_START, messageId: id });
      events.push({ type: EventType.REASONING_MESSAGE_START, messageId: id, role: "reasoning" });
    }
    const { id } = this.#thoughts as { readonly id: string };
    events.push({ type: EventType.REASONING_MESSAGE_CONTENT, messageId: id, delta });
    return events;
  }

  endReasoning(): AGUIEvent[] {
    if (!this.#thoughts) return [];
    const { id: messageId } = this.#thoughts;
    this.#thoughts = undefined;
    return [
      { type: EventType.REASONING_MESSAGE_END, messageId },
      { type: EventType.REASONING_END, messageId },
    ];
  }

  close(): AGUIEvent[] {
    return [...this.endReasoning(), ...this.#endText()];
  }

  #endText(): AGUIEvent[] {
    const messageId = this.#text;
    if (messageId === undefined) return [];
    this.#text = undefined;
    return [{ type: EventType.TEXT_MESSAGE_END, messageId }];
  }
}

/** An empty delta says nothing, and older clients refuse it. */
function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
