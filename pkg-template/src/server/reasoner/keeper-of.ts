import { hasMethods } from "../../options/rules.js";
import { type LeaseOptions, leaseSettings } from "../leases/lease-options.js";
import { LeasedKeeper } from "../leases/leased-keeper.js";
import type { ConversationStore } from "../stores/conversation-store.js";
import type { KeeperMaker } from "./conversations.js";
import { PlainKeeper } from "./plain-keeper.js";
import type { ReasonerStore } from "./store.js";

/** The keeper that a store's methods allow; none without a store. */
export function keeperMaker(
  store: ReasonerStore | ConversationStore | undefined,
  lease: LeaseOptions | undefined,
): KeeperMaker | undefined {
  if (store === undefined) return undefined;
  if (!isShared(store)) return (id, { failed }) => new PlainKeeper(store, id, failed);
  const settings = leaseSettings(lease);
  return (id, events) => new LeasedKeeper(store, id, settings, events);
}

function isShared(store: ReasonerStore | ConversationStore): store is ConversationStore {
  return hasMethods(store, "acquire", "renew", "release");
}
