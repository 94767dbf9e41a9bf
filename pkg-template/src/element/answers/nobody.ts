import { type ApprovalOrder, type Asker, questionOf } from "./approval.js";
import { nobodyToAsk, type Permission } from "./permission.js";

/** Stands for the person where there is none: what needs no approval runs, and nothing else. */
export const nobody: Asker = {
  async request(order: ApprovalOrder): Promise<Permission> {
    const question = await questionOf(order);
    return question.may === "be asked" ? nobodyToAsk(order.tool) : question;
  },
};
