/** The result of every goal of docs/goals.md: one line of JSON. */
export interface Outcome {
  readonly value: number
  readonly limit: number
  readonly ok: boolean
  /** What the number counts, with further figures. */
  readonly note?: string
}
export type Goal = () => Promise<Outcome>

export const atMost = (value: number, limit: number, note?: string): Outcome => ({
  value,
  limit,
  ok: value <= limit,
  ...(note === undefined ? {} : { note })
})
export const atLeast = (value: number, limit: number, note?: string): Outcome => ({
  ...atMost(value, limit, note),
  ok: value >= limit
})

export const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
