import { approvalCardParts, interruptCardParts } from "../approvals/parts.js";
import { cardParts } from "../views/parts.js";
import { COMPOSER_PARTS } from "./composer/parts.js";
import { markdownParts } from "./markdown/parts.js";
import { chatParts, popupParts } from "./parts.js";

type Parts = Readonly<Record<string, string>>;

/** Parts under the name of the element that they are in, which keeps the chat's names apart. */
function prefixed(prefix: string, parts: Parts): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, text]) => [prefixedName(prefix, name), text]),
  );
}

const prefixedName = (prefix: string, name: string): string =>
  name === prefix || name.startsWith(`${prefix}-`) ? name : `${prefix}-${name}`;

/** The value of `exportparts` that hands on parts under a prefix. */
const handedOn = (prefix: string, parts: Parts): string =>
  Object.keys(parts)
    .map((name) => `${name}: ${prefixedName(prefix, name)}`)
    .join(", ");

const approvalParts = prefixed("approval", approvalCardParts);

/** Of a card of a call: its own parts, and those that it hands on of the approval in it. */
export const exportedCardParts = [...Object.keys(cardParts), ...Object.keys(approvalParts)].join(
  ", ",
);

export const exportedInterruptParts = handedOn("interrupt", interruptCardParts);

export const exportedComposerParts = handedOn("composer", COMPOSER_PARTS);

/** All names for `::part()` of `<ag-ui-chat>`: its own, and those of the elements in it. */
export const allChatParts: Parts = {
  ...markdownParts,
  ...cardParts,
  ...approvalParts,
  ...prefixed("interrupt", interruptCardParts),
  ...prefixed("composer", COMPOSER_PARTS),
  ...chatParts,
};

/** All names for `::part()` of `<ag-ui-chat-popup>`. */
export const allPopupParts: Parts = { ...allChatParts, ...popupParts };

/** The value of `exportparts` of the chat in a popup. */
export const exportedChatParts = Object.keys(allChatParts).join(", ");
