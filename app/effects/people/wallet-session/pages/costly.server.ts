/**
 * Limits expensive requests by a budget of processor time: per account if signed in, otherwise per address and per
 * network around it, so that one person in a large network does not lock out the others, and one network cannot use as
 * many budgets as it has addresses (docs/operations/limits.md).
 */
import { Effect, Option } from "effect"
import type { TooMany } from "~/effects/base/failures/failures"
import { addressIn, networkOf, widerNetworkOf } from "~/effects/base/limits/Asker"
import { type LimitName, Limits } from "~/effects/base/limits/Limits.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { Sessions } from "../Sessions.server"
import { currentAccount } from "../visitor.server"

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
  search: 20,
  "issued receipt": 20
} as const
export type Costly = keyof typeof COSTS

type Keys = Partial<Readonly<Record<LimitName, string>>>

/** Requests from this machine count as one visitor without a network. */
const keysOfVisitor = (address: string): Keys => {
  const network = networkOf(address)
  return network === null
    ? { "cost.address": "this machine" }
    : { "cost.address": addressIn(address), "cost.network": network, "cost.wide": widerNetworkOf(address) }
}

/** Fails if the caller's budget is used up. */
export const takeCost = (kind: Costly): Effect.Effect<void, TooMany, Limits | RouteArgs | Sessions> =>
  Effect.gen(function* () {
    const limits = yield* Limits
    const { context } = yield* RouteArgs
    const keys = Option.match(yield* currentAccount, {
      onNone: () => keysOfVisitor(context.address),
      onSome: (account): Keys => ({ "cost.account": account, "cost.wideAccounts": widerNetworkOf(context.address) })
    })
    yield* limits.take(keys, COSTS[kind])
  })

/** Runs the program within the caller's budget. */
export const costly = <A, E, R>(kind: Costly, program: Effect.Effect<A, E, R>) =>
  Effect.zipRight(takeCost(kind), program)
