import { MissingPeerError } from "../missing-peer.js";

/** What the protocol's own packages give: the encoder, and the schema of a request. */
export interface Protocol {
  readonly EventEncoder: typeof import("@ag-ui/encoder").EventEncoder;
  readonly binaryType: string;
  readonly RunAgentInputSchema: typeof import("@ag-ui/core/schemas").RunAgentInputSchema;
}

/**
 * Loads them when an endpoint is asked for the first time: both are optional, the encoder and the zod under the schemas.
 *
 * @throws {MissingPeerError} that names the package and the command that installs it.
 */
export async function loadProtocol(): Promise<Protocol> {
  if (loaded) return loaded;
  const [{ EventEncoder, AGUI_MEDIA_TYPE }, { RunAgentInputSchema }] = await Promise.all([
    needing("@ag-ui/encoder", () => import("@ag-ui/encoder")),
    needing("zod", () => import("@ag-ui/core/schemas")),
  ]);
  loaded = { EventEncoder, binaryType: AGUI_MEDIA_TYPE, RunAgentInputSchema };
  return loaded;
}

/** The modules themselves, not a promise of them: one that a request of a worker waits for is of no use to another. */
let loaded: Protocol | undefined;

async function needing<T>(packages: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingPeerError("serveAgent of ag-ui-lit/server", packages, cause);
  }
}
