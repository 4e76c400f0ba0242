/** Whether two JSON values are equal, ignoring key order; a key with an undefined value counts as absent. */
export const sameJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const a = entriesOf(left)
  const b = entriesOf(right)
  return a.size === b.size && [...a].every(([key, value]) => b.has(key) && sameJson(value, b.get(key)))
}

const entriesOf = (value: object) => new Map(Object.entries(value).filter(([, held]) => held !== undefined))
