/** Reading values that nobody has checked yet: JSON of an answer, stored drafts, parameters of an address. Pure. */

/** True for an object with named members, which is neither null nor a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The one of a closed list that `value` is, if any. */
export const oneOf = <A extends string>(known: ReadonlyArray<A>, value: unknown): A | undefined =>
  known.find((each) => each === value)
