import type { Handler } from "../http/handler.js";
import { HttpError } from "../http/http-error.js";
import { readJson } from "../http/read-json.js";
import { errorResponse, jsonResponse } from "../http/respond.js";
import { wait } from "../pace.js";
import type { Orders } from "./orders.js";

/** How long a payment takes, in milliseconds. */
const LATENCY = 700;

/**
 * A stand-in of a service that takes payments: `POST /` with `{ "order": … }` and a header `Idempotency-Key`. No money moves.
 * It never throws.
 */
export function paymentsEndpoint(orders: Orders, pace: number): Handler {
  return async (request) => {
    try {
      return jsonResponse(200, await pay(orders, pace, request));
    } catch (error) {
      if (!(error instanceof HttpError)) console.error("[payments]", error);
      return errorResponse(error);
    }
  };
}

async function pay(orders: Orders, pace: number, request: Request): Promise<unknown> {
  if (request.method !== "POST") {
    throw new HttpError(405, "method_not_allowed", `Use POST here, not ${request.method}.`, {
      headers: { allow: "POST" },
    });
  }
  const key = request.headers.get("idempotency-key");
  const body = (await readJson(request)) as { order?: unknown } | null;
  const order = body?.order;
  if (!key || typeof order !== "string") {
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
