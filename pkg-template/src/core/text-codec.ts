import { nodeBuiltin } from "./node-builtin.js";

type Codec = "TextDecoder" | "TextEncoder";

/**
 * The platform's `TextDecoder`, made when something is decoded: importing the package needs none, and where a test
 * environment has none (Jest's jsdom), Node's does.
 */
export class LazyTextDecoder {
  readonly #label: string | undefined;
  readonly #options: TextDecoderOptions | undefined;
  #decoder: TextDecoder | undefined;

  constructor(label?: string, options?: TextDecoderOptions) {
    this.#label = label;
    this.#options = options;
  }

  decode(bytes?: Uint8Array): string {
    if (bytes === undefined) return "";
    this.#decoder ??= new (platforms("TextDecoder"))(this.#label, this.#options);
    return this.#decoder.decode(bytes);
  }
}

/** The platform's `TextEncoder`, likewise. */
export class LazyTextEncoder {
  #encoder: TextEncoder | undefined;

  get #made(): TextEncoder {
    this.#encoder ??= new (platforms("TextEncoder"))();
    return this.#encoder;
  }

  encode(text: string): Uint8Array {
    return this.#made.encode(text);
  }

  encodeInto(text: string, bytes: Uint8Array): TextEncoderEncodeIntoResult {
    return this.#made.encodeInto(text, bytes);
  }
}

function platforms<Name extends Codec>(name: Name): (typeof globalThis)[Name] {
  const found = globalThis[name] ?? nodeBuiltin("node:util")?.[name];
  if (found) return found as (typeof globalThis)[Name];
  throw new Error(
    `ag-ui-lit needs ${name}, which this environment does not have. In a test environment, put Node's there first: ` +
      `globalThis.${name} = require("node:util").${name};`,
  );
}
