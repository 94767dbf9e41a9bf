import { createServer } from "node:net";
import type { Reply } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

/** Chromium logs a failed request as the page's error. */
function expectLoadErrors(complaints: string[]): void {
  const logged = complaints.splice(0);
  expect(logged.length).toBeGreaterThan(0);
  for (const text of logged) {
    expect(text).toMatch(/^console\.error: (Failed to load resource|Access to fetch)/);
  }
}

function answer(status: number, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, headers).end("no");
  };
}

/** A port that nobody listens on. */
async function refusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test.describe("a real fetch", () => {
  test("that is refused, kept off by CORS or offline is transient", async ({
    harness,
    backend,
    complaints,
  }) => {
    const noCors = backend.script(answer(200)).url.replace("127.0.0.1", "localhost");
    const refused = `http://127.0.0.1:${await refusedPort()}/`;
    const thrownBy = (url: string) =>
      harness.evaluate((address) => fetch(address).then(() => undefined, errorOf), url);
    const errors = [await thrownBy(refused), await thrownBy(noCors)];
    await harness.context().setOffline(true);
    errors.push(await thrownBy(`${backend.origin}/`));
    for (const error of errors) {
      expect(error).toEqual({
        category: "transient",
        message: expect.stringMatching(/^Failed to fetch/),
        retryable: true,
        keepsCause: true,
      });
    }
    expectLoadErrors(complaints);
  });

  test("whose body breaks off is transient", async ({ harness, backend, complaints }) => {
    let breakOff = (): void => {};
    const { url } = backend.script((response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      breakOff = () => void response.destroy();
    });
    const begun = harness.waitForResponse(url);
    const read = harness.evaluate(async (address) => {
      const response = await fetch(address);
      return response.text().then(() => undefined, errorOf);
    }, url);
    await begun;
    breakOff();
    const error = await read;
    expect(error).toMatchObject({ category: "transient", retryable: true });
    expectLoadErrors(complaints);
  });

  test("with a URL that is none is the handler's fault", async ({ harness }) => {
    const error = await harness.evaluate(() => fetch("http://").then(() => undefined, errorOf));
    expect(error).toMatchObject({ category: "execution", retryable: false });
  });

  test("that is aborted is cancelled, and that its deadline stops has timed out", async ({
    harness,
    backend,
  }) => {
    const { url } = backend.script(() => new Promise(() => {}));
    const errors = await harness.evaluate(async (address) => {
      const thrownWith = (signal: AbortSignal) =>
        fetch(address, { signal }).then(() => undefined, errorOf);
      const controller = new AbortController();
      const aborted = thrownWith(controller.signal);
      controller.abort();
      return {
        aborted: await aborted,
        before: await thrownWith(AbortSignal.abort()),
        deadline: await thrownWith(AbortSignal.timeout(20)),
        either: await thrownWith(
          AbortSignal.any([new AbortController().signal, AbortSignal.timeout(20)]),
        ),
      };
    }, url);
    expect(errors.aborted).toMatchObject({ category: "cancelled", retryable: false });
    expect(errors.before).toMatchObject({ category: "cancelled" });
    expect(errors.deadline).toMatchObject({ category: "timeout", retryable: true });
    expect(errors.either).toMatchObject({ category: "timeout" });
  });

  test("answered with an error says when to try again, thrown in any of the usual ways", async ({
    harness,
    backend,
    complaints,
  }) => {
    const busy = backend.script(answer(503, { "Retry-After": "2" })).url;
    const finer = backend.script(answer(429, { "Retry-After": "2", "retry-after-ms": "250" })).url;
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    const dated = backend.script(answer(503, { "Retry-After": inTenSeconds })).url;
    const missing = backend.script(answer(404)).url;
    const seen = await harness.evaluate(
      async (urls) => {
        const [busyAnswer, finerAnswer, datedAnswer, missingAnswer] = await Promise.all(
          urls.map((url) => fetch(url)),
        );
        return {
          response: errorOf(busyAnswer),
          withResponse: errorOf(Object.assign(new Error("no"), { response: busyAnswer })),
          withStatus: errorOf(
            Object.assign(new Error("no"), { status: 503, headers: busyAnswer?.headers }),
          ),
          wrapped: errorOf(new Error("can't load", { cause: busyAnswer })),
          finer: errorOf(finerAnswer),
          dated: errorOf(datedAnswer),
          missing: errorOf(missingAnswer),
        };
      },
      [busy, finer, dated, missing],
    );
    const transient = { category: "transient", retryable: true, keepsCause: true };
    expect(seen.response).toEqual({
      ...transient,
      message: "The server answered with HTTP status 503.",
      retryAfter: 2000,
    });
    expect(seen.withResponse).toEqual({ ...transient, message: "no", retryAfter: 2000 });
    expect(seen.withStatus).toEqual({ ...transient, message: "no", retryAfter: 2000 });
    expect(seen.wrapped).toEqual({ ...transient, message: "can't load", retryAfter: 2000 });
    expect(seen.finer).toMatchObject({ ...transient, retryAfter: 250 });
    expect(seen.dated.retryAfter).toBeGreaterThan(5000);
    expect(seen.dated.retryAfter).toBeLessThanOrEqual(10_000);
    expect(seen.missing).toEqual({
      category: "permanent",
      message: "The server answered with HTTP status 404.",
      retryable: false,
      keepsCause: true,
    });
    expectLoadErrors(complaints);
  });
});

test("a real DOMException is taken for what it is, from any realm and after a clone", async ({
  harness,
}) => {
  const seen = await harness.evaluate(() => {
    const realm = openRealm();
    const caught = (act: () => void) => {
      try {
        act();
      } catch (thrown) {
        return errorOf(thrown);
      }
      return undefined;
    };
    const named = (name: string) => errorOf(new DOMException("no", name)).category;
    return {
      security: caught(() => history.pushState(null, "", "https://example.org/")),
      quota: caught(() => localStorage.setItem("x", "x".repeat(50_000_000))),
      clone: caught(() => structuredClone(() => {})),
      names: ["AbortError", "TimeoutError", "NetworkError", "NotAllowedError", "DataError"].map(
        named,
      ),
      ofRealm: errorOf(new realm.DOMException("no", "AbortError")),
      reasonOfRealm: errorOf(realm.AbortSignal.abort().reason),
      cloned: errorOf(structuredClone(new DOMException("no", "TimeoutError"))),
    };
  });
  expect(seen.security).toMatchObject({ category: "permanent", retryable: false });
  expect(seen.quota).toMatchObject({ category: "permanent", retryable: false });
  expect(seen.clone).toMatchObject({ category: "execution" });
  expect(seen.names).toEqual(["cancelled", "timeout", "transient", "permanent", "execution"]);
  expect(seen.ofRealm).toMatchObject({ category: "cancelled", message: "no", keepsCause: true });
  expect(seen.reasonOfRealm).toMatchObject({ category: "cancelled" });
  expect(seen.cloned).toMatchObject({ category: "timeout", retryable: true });
});

test("an error of another realm, or a clone of one, loses nothing", async ({
  harness,
  complaints,
}) => {
  const refused = `http://127.0.0.1:${await refusedPort()}/`;
  const seen = await harness.evaluate(async (url) => {
    const realm = openRealm();
    const failed = await realm.fetch(url).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const cause = new realm.TypeError("Failed to fetch");
    const errors = [cause, new realm.DOMException("slow", "TimeoutError")];
    return {
      isForeign: !(failed instanceof Error),
      failed: errorOf(failed),
      cause: errorOf(new realm.Error("outer", { cause })),
      aggregate: errorOf(new realm.AggregateError(errors, "all")),
      cloned: errorOf(structuredClone(failed)),
      clonedCause: errorOf(structuredClone(new Error("outer", { cause }))),
    };
  }, refused);
  expect(seen.isForeign).toBe(true);
  for (const error of [seen.failed, seen.cause, seen.cloned, seen.clonedCause]) {
    expect(error).toMatchObject({ category: "transient", retryable: true, keepsCause: true });
  }
  expect(seen.aggregate).toMatchObject({ category: "timeout", message: "all" });
  expectLoadErrors(complaints);
});

test("whatever is thrown, there is a category and a message", async ({ harness }) => {
  const seen = await harness.evaluate(() => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const hostile = new Proxy(new Error("x"), {
      get() {
        throw new Error("from a trap");
      },
    });
    const getters = {
      get name() {
        throw new Error("no name");
      },
      get message() {
        throw new Error("no message");
      },
      get cause() {
        throw new Error("no cause");
      },
    };
    const circular = new Error("round");
    circular.cause = circular;
    const endless = new Error("endless");
    Object.defineProperty(endless, "cause", {
      get: () => Object.assign(new Error("more"), { cause: endless }),
    });
    let deep = new TypeError("Failed to fetch") as Error;
    for (let depth = 0; depth < 10_000; depth++) deep = new Error("deep", { cause: deep });
    const wide = new AggregateError(Array(100_000).fill(new Error("one")), "wide");
    class Worded {
      toString() {
        return "worded by itself";
      }
    }
    const thrown: unknown[] = [
      "text",
      "",
      "  ",
      0,
      Number.NaN,
      1n,
      true,
      undefined,
      null,
      Symbol("sign"),
      function named() {},
      {},
      { a: 1 },
      [1, 2],
      Object.create(null),
      new Worded(),
      new Event("error"),
      document.createElement("p"),
      new Response(),
      new Map([["a", 1]]),
      proxy,
      hostile,
      getters,
      Object.freeze(new Error("frozen")),
      circular,
      endless,
      deep,
      wide,
      new Error(""),
      new RangeError(" "),
      { message: 5 },
      Object.assign(new Error("x"), { status: "503", code: 404, retryAfter: "1" }),
    ];
    return thrown.map((value) => {
      const error = errorOf(value);
      const isSame = error.keepsCause || Number.isNaN(value);
      return `${error.category}: ${error.message}${isSame ? "" : " (cause lost)"}`;
    });
  });
  expect(seen).toEqual([
    "execution: text",
    "execution: The tool threw an empty string.",
    "execution: The tool threw an empty string.",
    "execution: The tool threw 0.",
    "execution: The tool threw NaN.",
    "execution: The tool threw 1.",
    "execution: The tool threw true.",
    "execution: The tool threw undefined.",
    "execution: The tool threw null.",
    "execution: The tool threw [Symbol(sign)].",
    "execution: The tool threw [Function named].",
    "execution: The tool threw {}.",
    'execution: The tool threw {"a":1}.',
    "execution: The tool threw [1,2].",
    "execution: The tool threw {}.",
    "execution: worded by itself",
    "execution: The tool threw [Event].",
    "execution: The tool threw [HTMLParagraphElement].",
    "execution: The server answered with HTTP status 200.",
    'execution: The tool threw {"a":1}.',
    expect.stringMatching(/^execution: ./),
    expect.stringMatching(/^execution: ./),
    expect.stringMatching(/^execution: ./),
    "execution: frozen",
    "execution: round",
    "execution: endless",
    "execution: deep",
    "execution: wide",
    "execution: The tool failed without a message.",
    "execution: RangeError",
    'execution: The tool threw {"message":5}.',
    "execution: x",
  ]);
});
