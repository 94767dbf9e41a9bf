import { type ApprovalOrder, type Approver, questionOf } from "./approver.js";
import { nobodyToAsk, type Permission } from "./permission.js";

/** The approver without a person: only tools that need no approval run. */
export const denyAll: Approver = {
  async request(order: ApprovalOrder): Promise<Permission> {
    const question = await questionOf(order);
    return question.may === "be asked" ? nobodyToAsk(order.tool) : question;
  },
};
