import { inRoot, npmTool } from "./paths.mjs";
import { typeErrors } from "./printed-results.mjs";
import { runAndRead } from "./test-results.mjs";

/**
 * Checks the types of a project.
 * @param {import("./test-results.mjs").TestResult[]} tests
 * @param {string} project its tsconfig.json, from the repository's root
 * @param {string} advice
 */
export function typeCheck(tests, project, advice) {
  const args = [npmTool("typescript", "tsc"), "--noEmit", "-p", inRoot(project)];
  return runAndRead(tests, typeErrors, process.execPath, args, { advice });
}
