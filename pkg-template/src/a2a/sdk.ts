import { messageOf } from "../codec/describe.js";

/** The used parts of the official SDK's server. */
export interface A2aServerSdk {
  readonly types: typeof import("@a2a-js/sdk");
  readonly errors: typeof import("@a2a-js/sdk/errors");
  readonly server: typeof import("@a2a-js/sdk/server");
  readonly legacy: typeof import("@a2a-js/sdk/compat/v0_3/server");
}

/** The official SDK's client. */
export type A2aClientSdk = typeof import("@a2a-js/sdk/client");

/** The package `@a2a-js/sdk`, an optional peer, could not be loaded. */
export class A2aSdkError extends Error {
  override readonly name = "A2aSdkError";
}

/**
 * Loads the SDK's server when the first request comes.
 *
 * @throws {A2aSdkError} that names the package and the command that installs it.
 */
export async function loadServerSdk(): Promise<A2aServerSdk> {
  const [types, errors, server, legacy] = await loaded(() =>
    Promise.all([
      import("@a2a-js/sdk"),
      import("@a2a-js/sdk/errors"),
      import("@a2a-js/sdk/server"),
      import("@a2a-js/sdk/compat/v0_3/server"),
    ]),
  );
  return { types, errors, server, legacy };
}

/**
 * Loads the SDK's client when an agent is talked to for the first time.
 *
 * @throws {A2aSdkError} that names the package and the command that installs it.
 */
export function loadClientSdk(): Promise<A2aClientSdk> {
  return loaded(() => import("@a2a-js/sdk/client"));
}

async function loaded<Sdk>(load: () => Promise<Sdk>): Promise<Sdk> {
  try {
    return await load();
  } catch (cause) {
    throw new A2aSdkError(
      "ag-ui-lit/a2a needs the package @a2a-js/sdk, which could not be loaded " +
        `(${messageOf(cause)}). Install it: npm install @a2a-js/sdk`,
      { cause },
    );
  }
}
