/**
 * The community in whose lockers something waits for an account, even if the account cannot read that community: people
 * can withdraw their money without being members (docs/product/treasury.md, "Claiming").
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
  /** They can read the community; otherwise the response says nothing about it. */
  readonly isReader: boolean
}

/** By params.id. For accounts that cannot read it and have nothing there, it does not exist. */
export const claimPlace = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { account } = yield* requireAccount("see what you can withdraw")
  const claims = yield* Claims
  return yield* claims.placeFor(params.id ?? "", account)
})
