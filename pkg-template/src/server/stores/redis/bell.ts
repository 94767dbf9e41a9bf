import type { BellConnection, ConnectBell } from "../doorbells.js";
import type { RedisSubscriber } from "./options.js";

/** Hears what is published to the channels of ids. */
export function subscribeTo(
  channelOf: (id: string) => string,
  newSubscriber: () => Promise<RedisSubscriber>,
): ConnectBell {
  return (ring, lost): BellConnection => {
    let isClosed = false;
    // The message is the id. One function: a channel that is subscribed twice calls it once.
    const hear = (message: string): void => ring(String(message));
    const connecting = (async () => {
      const subscriber = await newSubscriber();
      // It would connect again by itself, and say nothing of what it has missed.
      subscriber.on("error", lost);
      subscriber.on("end", () => lost(new Error("The connection of the doorbell was closed.")));
      const connected = subscriber.connect();
      if (isClosed) quietly(() => subscriber.destroy());
      return { subscriber, connected };
    })();
    const ready = connecting.then(async ({ subscriber, connected }) => {
      await connected;
      return subscriber;
    });
    return {
      ready,
      listen: async (id) => (await ready).subscribe(channelOf(id), hear),
      ignore: async (id) => (await ready).unsubscribe(channelOf(id), hear),
      check: async () => (await ready).ping(),
      close: () => {
        isClosed = true;
        connecting.then(
          ({ subscriber }) => quietly(() => subscriber.destroy()),
          () => {},
        );
      },
    };
  };
}

/** A client that is closed already throws. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // It is closed.
  }
}
