/** The same answers, for pages of other origins. */
export function withCors(
  answer: (request: Request) => Promise<Response> | Response,
): (request: Request) => Promise<Response> {
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "*",
    "access-control-allow-methods": "GET, POST",
  };
  return async (request) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    const response = await answer(request);
    const all = { ...Object.fromEntries(response.headers), ...headers };
    return new Response(response.body, { status: response.status, headers: all });
  };
}
