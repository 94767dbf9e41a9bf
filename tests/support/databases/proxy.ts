import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What stands between a client and its database, and does what networks do. */
export interface DatabaseProxy extends AsyncDisposable {
  readonly port: number;
  /** Cuts all connections. */
  cut(): void;
  /** Hands nothing on in either direction, until `release()`: the network hangs, or the server has no time. */
  hold(): void;
  release(): void;
  /** Hands nothing on for the connections that there are, for good: nobody tells their ends. New ones work. */
  forget(): void;
  /**
   * Loses the next thing that the server says, and cuts that connection: the request has taken effect. Resolves once
   * that has happened.
   */
  loseNextAnswer(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** Starts one before a server of this machine. */
export async function startProxy(target: number): Promise<DatabaseProxy> {
  const pairs = new Set<Pair>();
  let isHeld = false;
  let lose: (() => void) | undefined;

  const end = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  };
  const pause = ({ client, server }: Pair): void => {
    client.pause();
    server.pause();
  };
  const listener = createServer((client) => {
    const server = connect(target, "127.0.0.1");
    const pair = { client, server };
    pairs.add(pair);
    client.on("data", (bytes) => server.write(bytes));
    server.on("data", (bytes) => {
      if (!lose) return void client.write(bytes);
      lose();
      lose = undefined;
      end(pair);
    });
    for (const socket of [client, server]) {
      socket.on("error", () => end(pair));
      socket.on("close", () => end(pair));
    }
    if (isHeld) pause(pair);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (typeof address !== "object" || !address) throw new Error("The proxy has no port.");
  const cut = (): void => {
    for (const pair of [...pairs]) end(pair);
  };
  return {
    port: address.port,
    cut,
    hold() {
      isHeld = true;
      for (const pair of pairs) pause(pair);
    },
    release() {
      isHeld = false;
      for (const { client, server } of pairs) {
        client.resume();
        server.resume();
      }
    },
    forget() {
      for (const pair of pairs) pause(pair);
    },
    loseNextAnswer: () =>
      new Promise((resolve) => {
        lose = resolve;
      }),
    async [Symbol.asyncDispose]() {
      cut();
      listener.close();
      await once(listener, "close");
    },
  };
}
