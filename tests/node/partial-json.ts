const open = Symbol("nothing that can be shown yet");
/** What stands in a string, whole. A high surrogate waits for what comes after it. */
const pieces = [
  /^\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}/,
  /^\\u[dD][89abAB][\dA-Fa-f]{2}(?=[^\\]|\\[^u]|\\u[\dA-Fa-f]{4})/,
  /^\\u(?![dD][89abAB])[\dA-Fa-f]{4}/,
  /^\\[^u]/,
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]/,
  /^[\uD800-\uDBFF](?=[\s\S])/,
  /^[^"\\\uD800-\uDBFF]/,
];

/** What a reader must show of arguments of which only this has come: slow, and easy to believe. */
export function partialValue(text: string, big: "bigint" | "number" = "number"): unknown {
  let at = 0;
  const space = () => {
    while (" \n\r\t".includes(text[at] ?? "x")) at += 1;
  };
  const value = (): unknown => {
    space();
    switch (text[at]) {
      case undefined:
        return open;
      case "{":
        return object();
      case "[":
        return array();
      case '"':
        return string().text;
      default:
        return word();
    }
  };
  const object = () => {
    const made = {};
    at += 1;
    for (;;) {
      space();
      if (text[at] === "}" || at >= text.length) break;
      const key = string();
      space();
      if (!key.isWhole || text[at] !== ":") break;
      at += 1;
      const member = value();
      if (member === open) break;
      const own = { value: member, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(made, key.text, own);
      space();
      if (text[at] === ",") at += 1;
    }
    at += 1;
    return made;
  };
  const array = () => {
    const made: unknown[] = [];
    at += 1;
    for (;;) {
      space();
      if (text[at] === "]" || at >= text.length) break;
      const item = value();
      if (item === open) break;
      made.push(item);
      space();
      if (text[at] === ",") at += 1;
    }
    at += 1;
    return made;
  };
  const string = () => {
    let made = "";
    at += 1;
    while (at < text.length) {
      const left = text.slice(at);
      if (left[0] === '"') {
        at += 1;
        return { text: made, isWhole: true };
      }
      const piece = pieces.map((one) => one.exec(left)?.[0]).find((one) => one !== undefined);
      if (piece === undefined) break;
      made += (JSON.parse(`"${piece}"`) as string).replace(/\p{Surrogate}/gu, "\uFFFD");
      at += piece.length;
    }
    at = text.length;
    return { text: made, isWhole: false };
  };
  const word = () => {
    const [written = ""] = /^[^,\]}\s]+/.exec(text.slice(at)) ?? [];
    at += written.length;
    const isNumber = /^[-0-9]/.test(written);
    if (isNumber && at >= text.length) return open; // It may go on.
    if (!isNumber && !["true", "false", "null"].includes(written)) return open;
    const parsed: unknown = JSON.parse(written);
    const isBig = /^-?\d+$/.test(written) && BigInt(written) !== BigInt(Number(written));
    return isBig && big === "bigint" ? BigInt(written) : parsed;
  };
  const root = value();
  return root === open ? {} : root;
}

/** A value as one comparable text: bigints, `-0`, `__proto__` and the order of keys told apart. */
export const spell = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === "bigint") return `big ${member}`;
    return Object.is(member, -0) ? "minus 0" : member;
  });
