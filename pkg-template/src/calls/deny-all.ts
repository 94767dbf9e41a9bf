import { type ApprovalOrder, type Approver, questionOf } from "./approver.js";
import { nobodyToAsk, type Permission } from "./permission.js";

/** Approver where there is no person: a tool that needs no approval runs, and no other. */
export const denyAll: Approver = {
  async request(order: ApprovalOrder): Promise<Permission> {
    const question = await questionOf(order);
    return question.may === "be asked" ? nobodyToAsk(order.tool) : question;
  },
};
