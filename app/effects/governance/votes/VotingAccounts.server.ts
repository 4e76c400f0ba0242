/** Which of some accounts may vote now, each with its weight (docs/product/votes.md, "Several accounts of one wallet"). */
import { Clock, Effect } from "effect"
import { choiceWords } from "./ballot/choice"
import { refusalOf } from "./ballot/intake"
import type { FrozenProposal } from "./proposal/FrozenProposal"
import { asFound } from "./VoteReads.server"
import { type VoterRow, VotesRepo } from "./VotesRepo.server"
import type { VotingAccount } from "./VotingAccount"

/** Null before the first ballot. A sealed choice is known to its voter alone: the row has a digest, and no choice yet. */
const votedWords = (proposal: FrozenProposal, row: VoterRow | undefined): string | null => {
  if (row === undefined || row.digest === null) return null
  return proposal.beacon !== undefined || row.choice === null
    ? "with a sealed ballot"
    : choiceWords(proposal, row.choice)
}

export class VotingAccounts extends Effect.Service<VotingAccounts>()("effects/VotingAccounts", {
  dependencies: [VotesRepo.Default],
  effect: Effect.gen(function* () {
    const repo = yield* VotesRepo

    /**
     * In the order they were given; those that may not vote are left out, with no word why. None of a vote that is not
     * open, or not there. Two statements, however many accounts.
     */
    const eligible = Effect.fn("VotingAccounts.eligible")(function* (id: string, accounts: ReadonlyArray<string>) {
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
