import type { Errand, Steps } from "../errand.js";
import { callWith } from "../plan.js";
import type { Answer } from "../turn.js";
import { list, numberBefore } from "../words.js";
import { refusal, wasDeclined } from "./reading.js";

const ORDERS = /\b(?:order|buy|get me|want|like|take|pay|please)\b/i;
const ASKS = /\b(?:stock|sell|have|prices?|costs?|teas?|goods|shop)\b/i;

/** A good, as the shop's tool tells of it. */
interface Good {
  readonly sku: string;
  readonly name: string;
  readonly stock: number;
}

interface Line {
  readonly good: Good;
  readonly quantity: number;
}

export const orderGoods: Errand = {
  needs: ["check_stock", "fill_basket", "pay_order"],
  offer: "look what the shop has, fill your basket and have you pay",
  example: "Two Assam and a glass teapot, please",
  begin({ prompt }) {
    if (ORDERS.test(prompt)) return order(prompt);
    return ASKS.test(prompt) ? browse() : undefined;
  },
};

function* browse(): Steps {
  const [stock] = yield { calls: [callWith("check_stock", {})] };
  if (stock?.kind !== "ok") return { say: `The shop doesn't answer: ${refusal(stock)}` };
  const there = goodsIn(stock).filter(({ stock }) => stock > 0);
  return { say: `The shop has ${names(there)}. What may I order?` };
}

function* order(prompt: string): Steps {
  const [stock] = yield {
    say: "I'll ask the shop what it has.",
    calls: [callWith("check_stock", {})],
  };
  if (stock?.kind !== "ok") return { say: `The shop doesn't answer: ${refusal(stock)}` };
  const goods = goodsIn(stock);
  const lines = linesIn(prompt, goods);
  if (lines.length === 0) return { say: `The shop has ${names(goods)}. Which shall it be?` };
  const missing = lines.find(({ good, quantity }) => good.stock < quantity);
  if (missing) return { say: `${tooFew(missing)} Nothing is ordered.` };

  const items = lines.map(({ good: { sku }, quantity }) => ({ sku, quantity }));
  const [basket] = yield {
    say: "All of it is there. Into your basket:",
    calls: [
      callWith("fill_basket", {
        items: lines.map(({ good: { sku, name }, quantity }) => ({ sku, name, quantity })),
      }),
    ],
  };
  if (basket?.kind !== "ok") return { say: `Your basket can't be filled: ${refusal(basket)}` };
  const cents = numberBefore(prompt, "cents?");
  const [paid] = yield {
    say: "The shop works out what it costs, and you have the last word.",
    calls: [callWith("pay_order", { items, ...(cents !== undefined && { total: cents }) })],
  };
  return { say: ending(paid) };
}

function ending(paid: Answer | undefined): string {
  if (paid?.kind === "ok") {
    const { receipt, total, currency } = paid.data;
    return `Paid: ${money(total, currency)}. Your receipt is ${String(receipt)}.`;
  }
  if (paid && wasDeclined(paid)) return "All right, nothing is paid. Your basket stays as it is.";
  if (paid?.kind === "stopped") return "You stopped the payment, so look before you pay again.";
  return `Nothing is paid: ${refusal(paid)}`;
}

/** The goods of an answer. It came through the page, so that anything may stand in it. */
function goodsIn({ data }: Answer): readonly Good[] {
  const goods = Array.isArray(data.goods) ? (data.goods as Partial<Good>[]) : [];
  return goods.filter(
    (good): good is Good =>
      typeof good?.sku === "string" &&
      typeof good.name === "string" &&
      /^[\p{L} ]{1,40}$/u.test(good.name) &&
      typeof good.stock === "number",
  );
}

/** The goods that a prompt names, whole or by their last word, with how many of each. */
function linesIn(prompt: string, goods: readonly Good[]): readonly Line[] {
  return goods.flatMap((good) => {
    const words = good.name.toLowerCase().split(" ");
    const last = words.pop() ?? "";
    const noun = `${words.map((word) => `(?:${word}\\s+)?`).join("")}${last}s?`;
    if (!new RegExp(`\\b${noun}\\b`, "i").test(prompt)) return [];
    return [{ good, quantity: numberBefore(prompt, noun) ?? 1 }];
  });
}

function tooFew({ good: { name, stock } }: Line): string {
  if (stock === 0) return `${name} is out of stock.`;
  return `Of ${name} only ${stock} are left.`;
}

function names(goods: readonly Good[]): string {
  return list(goods.map(({ name }) => name));
}

function money(cents: unknown, currency: unknown): string {
  if (typeof cents !== "number" || typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency))
    return "as on the bill";
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 100);
}
