import { randomId } from "../codec/random-id.js";
import type { RunOfCalls } from "../tools/call-origin.js";

/** The run that asked for a call: of an `<ag-ui-agent>`, or of an agent that a tool talks to. */
export type LoggedRun = Readonly<RunOfCalls>;

/** Returns the correlation id of a run's records; called without a run for a call outside of runs. */
export type CorrelationRule = (run: LoggedRun | undefined) => string | undefined;

/** Characters of a correlation id: it goes into a header. */
const LONGEST_ID = 200;

/** The correlation ids of one log: one for each run, fixed at its first use. */
export class Correlation {
  readonly #given: string | CorrelationRule | undefined;
  readonly #tell: (thrown: unknown) => void;
  readonly #ofRuns = new WeakMap<RunOfCalls, string>();
  /** The id of calls outside of runs. */
  readonly #own = randomId();

  constructor(given: string | CorrelationRule | undefined, tell: (thrown: unknown) => void) {
    this.#given = given;
    this.#tell = tell;
  }

  of(run: RunOfCalls | undefined): string {
    const known = run && this.#ofRuns.get(run);
    if (known !== undefined) return known;
    const id = this.#said(run) ?? run?.correlationId ?? this.#own;
    if (run) this.#ofRuns.set(run, id);
    return id;
  }

  #said(run: RunOfCalls | undefined): string | undefined {
    const given = this.#given;
    if (typeof given !== "function") return given;
    try {
      const said: unknown = given(run);
      if (said === undefined || isCorrelationId(said)) return said;
      throw new TypeError(`ag-ui-lit/log: correlationId gave no ${whatItMustBe}.`);
    } catch (thrown) {
      this.#tell(thrown);
      return undefined;
    }
  }
}

export const whatItMustBe = `text of 1 to ${LONGEST_ID} visible ASCII characters`;

/** Returns true if a header can carry it. */
export function isCorrelationId(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_ID && /^[\x21-\x7e]+$/.test(value);
}

/**
 * A W3C `traceparent` in which the correlation id is the trace's: <https://www.w3.org/TR/trace-context/>. It needs an
 * id that is a UUID or 32 hexadecimal digits, as run ids are.
 */
export function traceparentOf(correlationId: string, { runId }: RunOfCalls): string | undefined {
  const trace = hexadecimal(correlationId);
  const span = hexadecimal(runId)?.slice(0, 16);
  const isValid = trace?.length === 32 && /[^0]/.test(trace) && span && /[^0]/.test(span);
  return isValid ? `00-${trace}-${span}-01` : undefined;
}

function hexadecimal(id: string): string | undefined {
  const digits = id.replaceAll("-", "").toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined;
}
