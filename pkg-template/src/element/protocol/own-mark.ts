import { isObject, read } from "../../codec/safe-read.js";

/**
 * What a server of this package says of a call or a result, where the protocol has no field for it: `metadata["ag-ui-lit"]`, of which
 * `preflight` is a prepared call's and `failed` a failure's. It comes from outside, and may be anything.
 */
export function ownMark(holder: object, name: "preflight" | "failed"): unknown {
  return ["metadata", "ag-ui-lit", name].reduce<unknown>(
    (from, key) => (isObject(from) ? read(from, key) : undefined),
    holder,
  );
}
