-- Counts one request of a caller (KEYS[1]) who may make ARGV[1] in a second, that many at once. Answers what is left, and the
-- microseconds to wait if nothing was.
--
-- What is kept is the moment at which the caller has used up nothing (generic cell rate algorithm), by the clock of this server, so that
-- clocks of processes need not agree.
local second = 1000000
local clock = redis.call('TIME')
local now = clock[1] * second + clock[2]
local each = second / tonumber(ARGV[1])
local rested = math.max(tonumber(redis.call('GET', KEYS[1])) or now, now) + each
local early = rested - second - now
if early > 0 then
    return {0, math.ceil(early)}
end
redis.call('SET', KEYS[1], string.format('%.3f', rested), 'PX', math.ceil((rested - now) / 1000))
return {math.floor(-early / each), 0}
