import { READ_AT_ONCE } from "../logged-batch.js";
import { clock, scriptOf } from "./script.js";

// KEYS[1] is the hash of a run: last (number), bytes, batch, over, stopped, attended (until when). KEYS[2] is its
// stream: an entry for each event, whose id is its number. Both have one time to live.

/** The scripts of a run log. */
export const runScripts = {
  /** ARGV: first number, last number, bytes, the most bytes, keep for, batch, channel, key, texts. */
  append: scriptOf(`
local r = redis.call('HMGET', KEYS[1], 'last', 'bytes', 'batch', 'over')
if r[3] == ARGV[6] then return 'added' end
if r[4] then return 'over' end
local first = tonumber(ARGV[1])
if (tonumber(r[1]) or 0) ~= first - 1 then return 'order' end
local bytes = (tonumber(r[2]) or 0) + ARGV[3]
if bytes > tonumber(ARGV[4]) then return 'full' end
for at = 9, #ARGV do
  redis.call('XADD', KEYS[2], string.format('%.0f-0', first + at - 9), 'text', ARGV[at])
end
redis.call('HSET', KEYS[1], 'last', ARGV[2], 'bytes', string.format('%.0f', bytes), 'batch', ARGV[6])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
redis.call('PUBLISH', ARGV[7], ARGV[8])
return 'added'`),

  /** ARGV: after. Returns the fields of the run, and its next events: number, text, number, text. */
  read: scriptOf(`${clock}
local r = redis.call('HMGET', KEYS[1], 'last', 'over', 'stopped', 'attended')
if not r[1] then return {} end
local answer = {r[1], r[2] or '', r[3] or '', (tonumber(r[4]) or 0) > now and '1' or ''}
local from = tonumber(ARGV[1])
local bytes = 0
while bytes < ${READ_AT_ONCE / 2} and from < tonumber(r[1]) do
  local entries = redis.call('XRANGE', KEYS[2], string.format('(%.0f', from), '+', 'COUNT', 32)
  if #entries == 0 then break end
  for _, entry in ipairs(entries) do
    if bytes >= ${READ_AT_ONCE / 2} then break end
    local number = string.match(entry[1], '^%d+')
    answer[#answer + 1] = number
    answer[#answer + 1] = entry[2][2]
    bytes = bytes + #entry[2][2]
    from = tonumber(number)
  end
end
return answer`),

  /** ARGV: the field to set, channel, key. */
  mark: scriptOf(`
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HSETNX', KEYS[1], ARGV[1], '1') == 0 then return 0 end
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1`),

  /** ARGV: ttl. */
  attend: scriptOf(`${clock}
local r = redis.call('HMGET', KEYS[1], 'last', 'attended')
if not r[1] then return 0 end
local attended = math.max(tonumber(r[2]) or 0, now + ARGV[1])
redis.call('HSET', KEYS[1], 'attended', string.format('%.3f', attended))
return 1`),
};
