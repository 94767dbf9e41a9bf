import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { AgentRequest, Reply } from "../support/backend.js";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** A running web server. */
export interface StaticServer extends AsyncDisposable {
  readonly origin: string;
  /** What the agent was asked. */
  readonly agentRequests: AgentRequest[];
}

/** As strict as the package promises to bear: no text is evaluated, and no Trusted Types policy but the page's is made. */
const strict =
  "script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types page";

/** What a page with React or Vue in it can bear: they have Trusted Types policies of their own. */
export const withFrameworks = "script-src 'self' 'wasm-unsafe-eval'";

/** Serves a folder as a plain web server does, and a scripted agent at /agent, under a strict CSP. */
export async function serve(
  folder: string,
  replies: readonly Reply[] = [],
  policy = strict,
): Promise<StaticServer> {
  const agentRequests: AgentRequest[] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    response.setHeader("content-security-policy", policy);
    if (path === "/agent") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const asked = { ...body, headers: request.headers };
      await replies[agentRequests.push(asked) - 1]?.(response, asked);
      return;
    }
    const file = join(folder, normalize(path === "/" ? "/index.html" : path));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agentRequests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
