/**
 * What an address costs a server, in milliseconds of processor time, as measured with the communities of the
 * demonstration and rounded up. Every address that costs far more than a page has a line here.
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
