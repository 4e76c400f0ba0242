/** Canonical JSON of RFC 8785, so that equal values always have the same hash. Pure. */

export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/**
 * A surrogate without its other half: it has no UTF-8 form, so that two different strings would have the same bytes.
 */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * False for text that has no UTF-8 form. Forms and files are checked with this first; `canonical` then never throws.
 */
export const isWholeText = (text: string): boolean => !LONE_SURROGATE.test(text)

const writeText = (text: string): string => {
  if (!isWholeText(text)) throw new RangeError("text with a lone surrogate has no canonical form")
  return JSON.stringify(text)
}

const writeNumber = (value: number): string => {
  if (!Number.isFinite(value)) throw new RangeError("a number that is not finite has no canonical form")
  return JSON.stringify(value)
}

/** Keys in the order of their UTF-16 code units, no spaces. Throws for values that RFC 8785 cannot represent. */
export const canonical = (value: Json): string => {
  if (typeof value === "string") return writeText(value)
  if (typeof value === "number") return writeNumber(value)
  if (value === null || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  // Arrays were handled above; `isArray` does not narrow read-only ones.
  const members = Object.entries(value as { readonly [key: string]: Json })
  members.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([key, member]) => `${writeText(key)}:${canonical(member)}`).join(",")}}`
}
