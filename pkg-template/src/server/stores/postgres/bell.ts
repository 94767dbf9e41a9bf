import type { BellConnection, ConnectBell } from "../doorbells.js";
import type { PostgresClient } from "./peer.js";

/** Hears the notifications of a channel. Their payload is the id: the channel has those of all. */
export function listenOn(channel: string, newClient: () => Promise<PostgresClient>): ConnectBell {
  return (ring, lost): BellConnection => {
    let isClosed = false;
    const connecting = (async () => {
      const client = await newClient();
      client.on("error", lost);
      client.on("end", () => lost(new Error("The connection of the doorbell was closed.")));
      client.on("notification", ({ payload }) => ring(payload ?? ""));
      await client.connect();
      if (isClosed) await client.end();
      // A name of this package, and no parameter: LISTEN takes none.
      else await client.query(`LISTEN ${channel}`);
      return client;
    })();
    return {
      ready: connecting,
      listen: async () => {},
      ignore: async () => {},
      check: async () => (await connecting).query("SELECT 1"),
      close: () => {
        isClosed = true;
        connecting
          .then(
            (client) => client.end(),
            () => {},
          )
          .catch(() => {});
      },
    };
  };
}
