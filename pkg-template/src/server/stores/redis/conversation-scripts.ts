import { clock, scriptOf } from "./script.js";

// KEYS[1] is the hash of a conversation: text, version, token, holder, until (when the lease runs out), wanted.
// A hash that is not there was never made, or its time is over.

/** Gives the fields by which a lease is known, and `isHeld`: whether the token that is given is in force. */
const lease = (token: string) => `
local h = redis.call('HMGET', KEYS[1], 'holder', 'token', 'version', 'wanted')
local isHeld = h[1] and h[2] == ${token}
`;

/** Keeps the hash for a time at least, in milliseconds. */
const keep = `
local function keep(ms)
  if redis.call('PTTL', KEYS[1]) < ms then redis.call('PEXPIRE', KEYS[1], math.ceil(ms)) end
end
`;

/** The scripts of a conversation store. */
export const conversationScripts = {
  load: scriptOf(`return redis.call('HMGET', KEYS[1], 'text', 'version')`),

  /** ARGV: text, the new version, the version that was read or '', token, keep for. Again: it finds the new version. */
  save: scriptOf(`${keep}${lease("ARGV[4]")}
if not isHeld then return 'fenced' end
if h[3] == ARGV[2] then return 'saved' end
if (h[3] or '') ~= ARGV[3] then return 'version' end
redis.call('HSET', KEYS[1], 'text', ARGV[1], 'version', ARGV[2])
keep(tonumber(ARGV[5]))
return 'saved'`),

  /** ARGV: holder, ttl, keep for, channel, id. */
  acquire: scriptOf(`${clock}${keep}
local h = redis.call('HMGET', KEYS[1], 'holder', 'until', 'token', 'wanted')
if h[1] and h[1] ~= ARGV[1] and tonumber(h[2]) > now then
  if not h[4] then
    redis.call('HSET', KEYS[1], 'wanted', '1')
    redis.call('PUBLISH', ARGV[4], ARGV[5])
  end
  return {'busy', string.format('%.3f', tonumber(h[2]) - now)}
end
-- Higher than every one before, also than that of a hash that is gone.
local token = string.format('%.0f', math.max((tonumber(h[3]) or 0) + 1, us))
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'until', string.format('%.3f', now + ARGV[2]), 'token', token)
redis.call('HDEL', KEYS[1], 'wanted')
keep(math.max(ARGV[2], ARGV[3]))
return {'given', token}`),

  /** ARGV: token, ttl. */
  renew: scriptOf(`${clock}${keep}${lease("ARGV[1]")}
if not isHeld then return 'lost' end
redis.call('HSET', KEYS[1], 'until', string.format('%.3f', now + ARGV[2]))
keep(tonumber(ARGV[2]))
return h[4] and 'wanted' or 'held'`),

  /** ARGV: token, channel, id. */
  release: scriptOf(`${lease("ARGV[1]")}
if not isHeld then return 0 end
redis.call('HDEL', KEYS[1], 'holder', 'until', 'wanted')
if h[4] then redis.call('PUBLISH', ARGV[2], ARGV[3]) end
return 1`),
};
