import type { Approver } from "../calls/approver.js";
import type { Permission } from "../calls/permission.js";
import { jsonObjectOf } from "../codec/json-object.js";
import { permanent } from "../errors/not-run.js";

/** A person's known decision on a call of a restored thread. */
export type KnownApproval =
  /** They approved it, with these arguments where they changed them. */
  | { readonly may: "run"; readonly editedArgs: string | undefined }
  /** They are to decide whether it runs again. */
  | { readonly may: "ask again"; readonly editedArgs: string | undefined };

/** An approver for a call of a restored thread. */
export function restoredApprover(approver: Approver, known: KnownApproval | undefined): Approver {
  if (!known) return approver;
  const { editedArgs } = known;
  const edited = editedArgs === undefined ? undefined : jsonObjectOf(editedArgs);
  const changes = edited && editedArgs !== undefined ? { args: editedArgs, edited } : undefined;
  if (known.may === "run") {
    const run = async ({ args }: Parameters<Approver["request"]>[0]): Promise<Permission> => ({
      may: "run",
      ...(changes ?? { args }),
    });
    // Arguments that a person changed are used also where the tool's rule would not ask now.
    return { asksAlways: changes !== undefined, request: run };
  }
  return {
    asksAlways: true,
    request: async (order) => {
      const args = changes?.args ?? order.args;
      const permission = await approver.request({ ...order, args, mayHaveRun: true });
      if (permission.may === "not run") return notAgain(permission.error.message);
      return changes && !permission.edited ? { ...permission, edited: changes.edited } : permission;
    },
  };
}

/** It is not run a second time; of the first time nothing is known. */
function notAgain(why: string): Permission {
  const message =
    "It is not known whether the tool ran before the page was closed or reloaded. " +
    `It was not run again: ${why}`;
  return { may: "not run", error: permanent("not_run_again", message) };
}
