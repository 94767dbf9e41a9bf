import { MissingPeerError } from "../../missing-peer.js";
import type { PostgresPool } from "./options.js";

/** The part of a `Client` of the package `pg` that the doorbell uses. */
export interface PostgresClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  end(): Promise<void>;
  on(
    event: "notification",
    listener: (notification: { payload?: string | undefined }) => void,
  ): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
}

interface Peer {
  readonly Pool: new (
    options: object,
  ) => PostgresPool & {
    on(event: "error", listener: (error: Error) => void): unknown;
  };
  readonly Client: new (options: object) => PostgresClient;
}

/** Loads the package `pg`. @throws {MissingPeerError} that says how it is installed. */
export async function loadPg(): Promise<Peer> {
  try {
    return (await import("pg")).default as unknown as Peer;
  } catch (cause) {
    throw new MissingPeerError("ag-ui-lit/server/postgres", "pg", cause);
  }
}
