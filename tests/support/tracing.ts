/** OpenTelemetry's own SDK, recording into memory. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Context, ContextManager, Tracer, TracerProvider } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { WebTracerProvider } from "@opentelemetry/sdk-trace-web";

/** Somebody who records. */
export class Recorder {
  readonly #exporter: InMemorySpanExporter;
  readonly provider: TracerProvider;
  readonly tracer: Tracer;

  constructor(
    exporter = new InMemorySpanExporter(),
    provider: TracerProvider = new BasicTracerProvider(into(exporter)),
  ) {
    this.#exporter = exporter;
    this.provider = provider;
    this.tracer = provider.getTracer("tests");
  }

  /** The spans that have ended, in that order. */
  get spans(): ReadableSpan[] {
    return this.#exporter.getFinishedSpans();
  }

  /** The only span that has ended. */
  get span(): ReadableSpan {
    const { spans } = this;
    if (spans.length !== 1) throw new Error(`${spans.length} spans have ended, not one.`);
    return spans[0] as ReadableSpan;
  }

  /** All that an exporter gets to see of the spans, as text to search in. */
  get everything(): string {
    return JSON.stringify(
      this.spans.map(({ name, attributes, events, status, links }) => {
        return { name, attributes, events, status, links };
      }),
    );
  }

  clear(): void {
    this.#exporter.reset();
  }
}

/** Registers a recorder, a context manager that follows promises, and W3C's propagation, for this process. */
export function registerRecorder(): Recorder {
  const exporter = new InMemorySpanExporter();
  const provider = new WebTracerProvider(into(exporter));
  provider.register({ contextManager: new AsyncLocalStorageContextManager() });
  return new Recorder(exporter, provider);
}

function into(exporter: InMemorySpanExporter): { spanProcessors: SpanProcessor[] } {
  return { spanProcessors: [new SimpleSpanProcessor(exporter)] };
}

/** The events of a span: their names without the prefix, and their attributes. */
export function eventsOf({ events }: ReadableSpan): [string, object][] {
  return events.map(({ name, attributes = {} }) => [name.replace("ag_ui_lit.", ""), attributes]);
}

/** Milliseconds since 1970 of a time of a span. */
export function milliseconds([seconds, nanoseconds]: ReadableSpan["startTime"]): number {
  return seconds * 1000 + nanoseconds / 1e6;
}

/** A server that notes the headers of what it is asked. */
export async function headerServer(): Promise<{
  readonly url: string;
  readonly headers: IncomingHttpHeaders[];
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A context manager that does as its `with` says. */
export function contextManagerOf(
  base: ContextManager,
  change: (context: Context, call: () => unknown) => unknown,
): ContextManager {
  return {
    active: () => base.active(),
    with: ((context: Context, call: () => unknown) => change(context, call)) as never,
    bind: (_context, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  };
}
