/** Compares two revisions by their figures of one goal, measured alternately. Pure. */

export interface Pair {
  readonly before: number
  readonly after: number
}

export interface Compared {
  readonly pairs: number
  /** Medians, in the goal's own unit. */
  readonly before: number
  readonly after: number
  /** After divided by before, of each pair: both were measured in succession, so that a busy minute affects both. */
  readonly ratio: number
  readonly least: number
  readonly most: number
}

const middle = (sorted: ReadonlyArray<number>): number => {
  const half = sorted.length / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return (low + high) / 2
}
const ascending = (values: ReadonlyArray<number>) => [...values].sort((one, other) => one - other)

/** Zero before and after means no change; zero before alone, or no pairs, gives `NaN`. */
const ratioOf = ({ after, before }: Pair): number => (after === before ? 1 : before === 0 ? Number.NaN : after / before)

export const compare = (pairs: ReadonlyArray<Pair>): Compared => {
  const ratios = ascending(pairs.map(ratioOf))
  return {
    pairs: pairs.length,
    before: middle(ascending(pairs.map(({ before }) => before))),
    after: middle(ascending(pairs.map(({ after }) => after))),
    ratio: middle(ratios),
    least: ratios[0] ?? Number.NaN,
    most: ratios.at(-1) ?? Number.NaN
  }
}
