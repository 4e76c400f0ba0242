/** Which of several accounts may vote now, with their weights (docs/product/votes.md). */
import { Clock, Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { choiceWords } from "./ballot/choice"
import { refusalOf } from "./ballot/intake"
import type { ProposalId } from "./fields"
import type { FrozenProposal } from "./proposal/FrozenProposal"
import { asFound } from "./VoteReads.server"
import { type VoterRow, VotesRepo } from "./VotesRepo.server"
import type { VotingAccount } from "./VotingAccount"

/** Null before the first ballot. Only the voter knows a sealed choice: the row has a hash and no choice yet. */
const votedWords = (proposal: FrozenProposal, row: VoterRow | undefined): string | null => {
  if (row === undefined || row.digest === null) return null
  return proposal.beacon !== undefined || row.choice === null
    ? "with a sealed ballot"
    : choiceWords(proposal, row.choice)
}

export class VotingAccounts extends Effect.Service<VotingAccounts>()("governance/votes/VotingAccounts", {
  dependencies: [VotesRepo.Default],
  effect: Effect.gen(function* () {
    const repo = yield* VotesRepo

    /**
     * In the given order; accounts that may not vote are left out without a reason. Empty for a vote that is not open
     * or does not exist. Two statements, however many accounts.
     */
    const eligible = Effect.fn("VotingAccounts.eligible")(function* (
      id: ProposalId,
      accounts: ReadonlyArray<AccountAddress>
    ) {
      const opened = (yield* repo.opened([id])).get(id)
      if (opened === undefined) return []
      const now = yield* Clock.currentTimeMillis
      const rows = yield* repo.voters([id], accounts)
      return accounts.flatMap((account): ReadonlyArray<VotingAccount> => {
        const row = rows.find((each) => each.account === account)
        const vote = asFound(opened, row, now)
        const weight = row?.weight ?? null
        if (vote === null || weight === null || refusalOf(vote, now) !== undefined) return []
        return [{ account, weight, voted: votedWords(vote.proposal, row) }]
      })
    })

    return { eligible }
  })
}) {}
