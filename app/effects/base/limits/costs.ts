/**
 * Processor time of expensive addresses in milliseconds, measured with the demonstration's communities and rounded up.
 * Every address that costs far more than a page must be listed here.
 */
export const COSTS = {
  "community export": 200,
  "own export": 120,
  statement: 80,
  export: 40,
  feed: 20,
  "read API": 20,
  "issued receipt": 20
} as const
export type Costly = keyof typeof COSTS
