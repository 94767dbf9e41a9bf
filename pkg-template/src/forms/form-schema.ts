import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isUnchecked } from "../dom/forms.js";
import { controlGroups } from "./controls.js";
import { judgeGroup, judgeUntouched } from "./judge.js";

type Arguments = Record<string, unknown>;

/**
 * The schema of a form's arguments, as its controls judge them now: JSON Schema counts characters, addresses and steps
 * differently from HTML. The output is the controls' future values.
 */
export function formSchema(form: HTMLFormElement): StandardSchemaV1<Arguments, Arguments> {
  const validate = (given: unknown) => judgeArguments(form, given as Arguments);
  return { "~standard": { version: 1, vendor: "ag-ui-lit", validate } };
}

function judgeArguments(
  form: HTMLFormElement,
  args: Arguments,
): StandardSchemaV1.Result<Arguments> {
  const issues: StandardSchemaV1.Issue[] = [];
  const values: [string, unknown][] = [];
  const isChecked = !isUnchecked(form);
  const groups = controlGroups(form);
  for (const group of groups) {
    const { name } = group;
    const isGiven = Object.hasOwn(args, name);
    const judged = isGiven ? judgeGroup(group, args[name], isChecked) : undefined;
    if (judged && "value" in judged) values.push([name, judged.value]);
    const fault = judged ? "fault" in judged && judged.fault : isChecked && judgeUntouched(group);
    if (fault) issues.push({ path: [name], message: fault });
  }
  for (const name of Object.keys(args)) {
    if (groups.some((group) => group.name === name)) continue;
    issues.push({ path: [name], message: "is no field of the form that can be filled in" });
  }
  return issues.length > 0 ? { issues } : { value: Object.fromEntries(values) };
}
