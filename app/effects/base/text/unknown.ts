/** Reads values that were not validated yet: JSON of a response, stored drafts, URL parameters. Pure. */

/** True for an object with named members: neither null nor a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns `value` if it is in the closed list. */
export const oneOf = <A extends string>(known: ReadonlyArray<A>, value: unknown): A | undefined =>
  known.find((each) => each === value)
