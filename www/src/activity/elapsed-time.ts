import { LitElement } from "lit";

const TICK = 100;

/** A duration that counts by itself while its end is unknown. */
export class ElapsedTime extends LitElement {
  static override properties = { startedAt: { type: Number }, duration: { type: Number } };

  declare startedAt: number | undefined;
  declare duration: number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  override updated(): void {
    clearInterval(this.#timer);
    if (this.duration === undefined && this.startedAt !== undefined && this.isConnected)
      this.#timer = setInterval(() => this.requestUpdate(), TICK);
  }

  override render(): string {
    if (this.duration !== undefined) return formatDuration(this.duration);
    if (this.startedAt === undefined) return "";
    return `${(Math.max(0, Date.now() - this.startedAt) / 1000).toFixed(1)} s`;
  }
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;
}

customElements.define("elapsed-time", ElapsedTime);
