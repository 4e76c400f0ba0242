/**
 * Sets up a budget: its terms are fixed, and if a payout of its size needs a vote, a vote about exactly these terms
 * approves it (docs/product/treasury.md, "Budgets").
 */
import { Clock, Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { hashOf } from "~/effects/base/text/digest"
import { randomId } from "~/effects/base/text/random.server"
import { actionOf } from "~/effects/governance/proposals/actionOf"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { noVoteFor } from "~/effects/treasury/payouts/voteRule"
import { NoSiteKey } from "~/effects/treasury/relayer/errors"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { formatAmount } from "~/ledger/index"
import { type Budget, BudgetId, type BudgetTerms } from "./Budget"
import { BudgetsRepo } from "./BudgetsRepo.server"
import { BudgetNotApproved, BudgetRefused } from "./errors"
import { MOST_OPEN } from "./limits"
import { feesOf, planOf, termsInWords } from "./terms"

const refused = (message: string) => new BudgetRefused({ message })

/** The fields that decide whether a vote is needed. */
export type Deciding = Pick<Community, "id" | "memberCount" | "governance">

export class BudgetSetup extends Effect.Service<BudgetSetup>()("treasury/budgets/BudgetSetup", {
  dependencies: [BudgetsRepo.Default, PayoutApprovals.Default, ProposalDrafts.Default, Relayer.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* BudgetsRepo
    const relayer = yield* Relayer
    const approvals = yield* PayoutApprovals
    const drafts = yield* ProposalDrafts

    /** Stores a draft; its terms are fixed from now on. */
    const make = Effect.fn("BudgetSetup.make")(function* (
      communityId: Community["id"],
      account: Budget["account"],
      terms: BudgetTerms
    ) {
      yield* Effect.mapError(relayer.must, () => new NoSiteKey())
      const now = yield* Clock.currentTimeMillis
      yield* withLocks(sql, [`budgets:${communityId}`])
      const { newest, open } = yield* repo.counts(communityId)
      if (open >= MOST_OPEN) return yield* refused(`${MOST_OPEN} budgets are already open. End one of them first.`)
      const number = newest + 1
      yield* repo.insert({
        ...terms,
        id: BudgetId.make(yield* randomId()),
        communityId,
        number,
        account,
        digest: hashOf(planOf(communityId, number, terms)),
        fees: formatAmount(feesOf(terms)),
        proposalId: null,
        state: "draft",
        createdAt: now,
        updatedAt: now
      })
      return number
    }, atomically(sql))

    /**
     * Whether a vote must decide, as for a payout of the same size, and the result of one about exactly these terms.
     */
    const voteOn = Effect.fn("BudgetSetup.voteOn")(function* (community: Deciding, budget: Budget) {
      const before = yield* approvals.paidFreely(community.id, budget.resource)
      const found = Option.getOrNull(yield* approvals.of(community.id, budget.digest))
      return { isNeeded: noVoteFor(community, { way: "budget", total: budget.total, before }) === null, found, before }
    })

    /** Drafts a proposal with exactly these terms; returns its id. */
    const putToVote = Effect.fn("BudgetSetup.putToVote")(function* (
      community: Pick<Community, "id" | "governance">,
      budget: Budget,
      author: AccountAddress
    ) {
      if (budget.state !== "draft")
        return yield* refused("It is too late for a vote: this budget has been funded, or its funding is under way.")
      const { communityId, number, title } = budget
      return yield* drafts.begin({
        community,
        author,
        action: actionOf("distribution", planOf(communityId, number, budget)),
        values: { kind: "spending", title: `Budget: ${title}`.slice(0, 140), summary: termsInWords(budget) }
      })
    })

    /** The vote that approved it; null if none is needed. */
    const requireApproved = Effect.fnUntraced(function* (community: Deciding, budget: Budget) {
      const { found, isNeeded } = yield* voteOn(community, budget)
      if (found?.isApproved === true) return found.proposalId
      return isNeeded ? yield* new BudgetNotApproved() : null
    })

    return { make, voteOn, putToVote, requireApproved }
  })
}) {}
