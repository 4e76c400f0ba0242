/**
 * GET /api/ballots/{proposal}/accounts: which accounts of the wallet may vote, the session's and those proven with it.
 * Returns nothing about an account that was not proven (docs/product/votes.md).
 */
import { Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { otherAccounts, requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { AccountNotProven } from "../ballot/errors"
import { isProposalId } from "../proposalIdOf"
import { VotingAccounts } from "../VotingAccounts.server"

/** The account that a request acts for: the session's own, or the other one that it names. */
export const votingAccount = (own: AccountAddress, named: string | null | undefined) =>
  Effect.gen(function* () {
    if (named === null || named === undefined || named === own) return own
    const found = (yield* otherAccounts(own)).find((each) => each === named)
    return found ?? (yield* new AccountNotProven())
  })

export const votingAccounts = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { account } = yield* requireAccount("vote")
  const { eligible } = yield* VotingAccounts
  const others = yield* otherAccounts(account)
  const { proposal } = params
  return { accounts: isProposalId(proposal) ? yield* eligible(proposal, [account, ...others]) : [] }
})
