/** GET /api/claims/{community}?account=…&account=…: which of a wallet's accounts have something to withdraw here. */
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { Claims } from "../Claims.server"

/** Accounts of one wallet that are checked. */
const MOST = 20

export const readClaims = Effect.gen(function* () {
  const { community } = yield* inside
  yield* requireAccount("see what your accounts can withdraw")
  const { request } = yield* RouteArgs
  const accounts = new URL(request.url).searchParams.getAll("account").slice(0, MOST)
  const claims = yield* Claims
  return { accounts: yield* claims.elsewhere(community.id, accounts) }
})
