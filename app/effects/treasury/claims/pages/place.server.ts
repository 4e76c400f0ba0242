/**
 * The community in whose lockers something waits for an account, whether or not it may read that community: money of
 * one's own is reached without a membership (docs/product/treasury.md, "Claiming").
 */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import type { AccountAddress } from "~/ledger/index"
import { Claims } from "../Claims.server"

export interface ClaimPlace {
  readonly community: Community
  readonly account: AccountAddress | null
  /** They may read the community; else nothing of it is told. */
  readonly isReader: boolean
}

/** By params.id. Who may not read it and has nothing of their own there is told that it is not there. */
export const claimPlace = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { account } = yield* requireAccount("see what waits for you")
  const claims = yield* Claims
  return yield* claims.placeFor(params.id ?? "", account)
})
