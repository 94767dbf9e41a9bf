// stand-in: the file of the branch approvals counts
export { AgUiInterruptCard } from "../approvals/interrupt/interrupt-card.js";
