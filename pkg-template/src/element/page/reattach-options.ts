import { refuseUnknown } from "../../options/unknown-options.js";

/** The run that is taken up. */
export interface ReattachOptions {
  /** Its id, as `ag-ui-run-started` gave it. */
  readonly runId: string;
}

/** @throws {TypeError} when they do not name a run. */
export function runToAttach(options: ReattachOptions): string {
  refuseUnknown("reattach()", options ?? {}, ["runId"]);
  const runId: unknown = options?.runId;
  if (typeof runId === "string" && runId !== "") return runId;
  throw new TypeError("<ag-ui-agent>: reattach() takes the id of a run: { runId }.");
}
