import { approvalCardParts, interruptCardParts } from "../approvals/parts.js";
import { forwardedParts, type Parts, prefixedParts } from "../look/forwarded-parts.js";
import { threadsParts } from "../threads/view/parts.js";
import { cardParts } from "../views/parts.js";
import { COMPOSER_PARTS } from "./composer/parts.js";
import { markdownParts } from "./markdown/parts.js";
import { chatParts, popupParts } from "./parts.js";

const approvalParts = prefixedParts("approval", approvalCardParts);

/** Of a card of a call: its own parts, and those that it hands on of the approval in it. */
export const exportedCardParts = [...Object.keys(cardParts), ...Object.keys(approvalParts)].join(
  ", ",
);

export const exportedInterruptParts = forwardedParts("interrupt", interruptCardParts);

export const exportedComposerParts = forwardedParts("composer", COMPOSER_PARTS);

export const exportedThreadsParts = forwardedParts("threads", threadsParts);

/** All names for `::part()` of `<ag-ui-chat>`: its own, and those of the elements in it. */
export const allChatParts: Parts = {
  ...markdownParts,
  ...cardParts,
  ...approvalParts,
  ...prefixedParts("interrupt", interruptCardParts),
  ...prefixedParts("composer", COMPOSER_PARTS),
  ...prefixedParts("threads", threadsParts),
  ...chatParts,
};

/** All names for `::part()` of `<ag-ui-chat-popup>`. */
export const allPopupParts: Parts = { ...allChatParts, ...popupParts };

/** The value of `exportparts` of the chat in a popup. */
export const exportedChatParts = Object.keys(allChatParts).join(", ");
