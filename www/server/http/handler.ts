/** Answers a request of a path of the demo. Runs in Node behind `nodeListener()`, and inside the page of the static demo. */
export type Handler = (request: Request) => Promise<Response>;
