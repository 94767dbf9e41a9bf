import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { HttpError } from "../http/http-error.js";
import { readJson } from "../http/read-json.js";
import { respondError, respondJson } from "../http/respond.js";
import type { Orders } from "./orders.js";

/** How long a payment takes, in milliseconds. */
const LATENCY = 700;

/**
 * A stand-in of a service that takes payments: `POST /` with `{ "order": … }` and a header `Idempotency-Key`. No money moves.
 * It never throws.
 */
export function paymentsEndpoint(
  orders: Orders,
  pace: number,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    pay(orders, pace, request)
      .then((receipt) => respondJson(response, 200, receipt))
      .catch((error: unknown) => {
        if (!(error instanceof HttpError)) console.error("[payments]", error);
        respondError(response, error);
      });
  };
}

async function pay(orders: Orders, pace: number, request: IncomingMessage): Promise<unknown> {
  if (request.method !== "POST") {
    throw new HttpError(405, "method_not_allowed", `Use POST here, not ${request.method}.`, {
      headers: { allow: "POST" },
    });
  }
  const key = request.headers["idempotency-key"];
  const body = (await readJson(request)) as { order?: unknown } | null;
  const order = body?.order;
  if (typeof key !== "string" || key === "" || typeof order !== "string") {
    throw new HttpError(
      422,
      "invalid_payment",
      'Send { "order": "…" } with a header Idempotency-Key.',
    );
  }
  await wait(LATENCY * pace);
  const payment = orders.pay(order, key);
  if ("receipt" in payment) return payment.receipt;
  throw new HttpError(payment.status, "not_paid", payment.message);
}
