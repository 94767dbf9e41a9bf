/**
 * `ag-ui-lit/server/redis`: conversations and runs in Redis or Valkey, for servers of several processes. Needs the
 * package `redis`; importing it loads nothing, and is harmless everywhere.
 *
 * @module
 */
export {
  type RedisConversationStoreOptions,
  redisConversationStore,
} from "../server/stores/redis/conversation-store.js";
export type { RedisClient, RedisOptions, RedisSubscriber } from "../server/stores/redis/options.js";
export { redisRunLog } from "../server/stores/redis/run-log.js";
