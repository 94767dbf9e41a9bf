import type { OptionRule } from "../../options/check-options.js";
import { type Outcome, outcomeOf } from "../delegation/outcome.js";
import { isSafe } from "./base-url.js";

/** Returns the token for a request; with `refresh` a new one, since the service has not accepted the previous one. */
export type TokenFunction = (request: {
  readonly refresh: boolean;
}) => string | PromiseLike<string>;

/** The credentials for requesting access tokens (RFC 6749, section 6). */
export interface OAuthRefresh {
  /** The id of your client. */
  readonly clientId: string;
  /** Its secret, if the server requires one. Anyone who opens your page can read it. */
  readonly clientSecret?: string;
  /** The refresh token of the user. */
  readonly refreshToken: string;
  /** The token endpoint; `https://oauth2.googleapis.com/token` by default. */
  readonly tokenUrl?: string;
}

/** As the module takes it: see crates/toolbox/src/wasm/remote.rs. */
export type RawToken =
  | string
  | { ask(refresh: boolean): Promise<Outcome<string>> }
  | Required<Omit<OAuthRefresh, "clientSecret">>;

const GOOGLE = "https://oauth2.googleapis.com/token";

/** @param tokenUrl the default token endpoint for refresh tokens. */
export function rawToken(given: string | TokenFunction | OAuthRefresh): RawToken {
  if (typeof given === "string") return given;
  if (typeof given === "function") {
    return {
      ask: (refresh) =>
        outcomeOf(async () => {
          const token: unknown = await given({ refresh });
          // Any other value is refused by the module, with its own message.
          return typeof token === "string" ? token : "";
        }),
    };
  }
  return { tokenUrl: GOOGLE, ...given };
}

/** Returns true for a value that may stand in a header. */
const isToken = (value: unknown): boolean => typeof value === "string" && /^[!-~]+$/.test(value);

/** A token that stays the same, or a function. */
export const aToken: OptionRule = [
  'a text without blanks and without "Bearer", or a function that gives one',
  (value) => isToken(value) || typeof value === "function",
];

/** The same, or the credentials for requesting access tokens. */
export const aTokenOrRefresh: OptionRule = [
  `${aToken[0]}, or { clientId, refreshToken, tokenUrl?, clientSecret? } with an https address`,
  (value) => aToken[1](value) || isRefresh(value),
];

function isRefresh(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const {
    clientId,
    clientSecret,
    refreshToken,
    tokenUrl = GOOGLE,
    ...unknown
  } = value as Partial<OAuthRefresh>;
  const texts = [clientId, refreshToken, ...(clientSecret === undefined ? [] : [clientSecret])];
  return (
    texts.every((text) => typeof text === "string" && text !== "") &&
    Object.keys(unknown).length === 0 &&
    typeof tokenUrl === "string" &&
    URL.canParse(tokenUrl) &&
    isSafe(new URL(tokenUrl))
  );
}
