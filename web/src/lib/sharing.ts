/** The new value, made of the old one's parts where they are equal: whoever compares by identity sees what has changed, and nothing
 * else. Zones and the like keep theirs when others come before them. */
export function shared<T>(before: unknown, now: T): T {
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now)) return now
  const keys = Object.keys(now)
  const parts = keys.map((key) => shared(twin(before, key, now[key]), now[key]))
  if (keys.length === Object.keys(before).length && keys.every((key, at) => key in before && before[key] === parts[at])) return before as T
  return (Array.isArray(now) ? parts : Object.fromEntries(keys.map((key, at) => [key, parts[at]]))) as T
}

type Parts = Record<string, unknown>

const isObject = (value: unknown): value is Parts => typeof value === 'object' && value !== null

/** What was there before: in a list of things with ids, the one with the same id. */
const twin = (before: Parts, key: string, part: unknown): unknown =>
  Array.isArray(before) && isObject(part) && 'id' in part ? before.find((one) => isObject(one) && one.id === part.id) : before[key]
