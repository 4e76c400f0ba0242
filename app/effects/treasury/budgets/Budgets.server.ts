/**
 * Budgets as treasury holders use them (docs/product/treasury.md, "Budgets"): the terms are fixed, and a vote about
 * exactly these approves them if a payout of that size needs one; then funded with one approval, and paused, ended or
 * withdrawn at any time.
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
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { Escrow } from "~/effects/treasury/escrow/Escrow"
import { Escrows } from "~/effects/treasury/escrow/Escrows.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { refused } from "~/effects/treasury/escrow/errors"
import { alreadyFunded, nothingFunded } from "~/effects/treasury/escrow/messages"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { noVoteFor } from "~/effects/treasury/payouts/voteRule"
import { NoSiteKey } from "~/effects/treasury/relayer/errors"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { type Budget, BudgetId, type BudgetTerms } from "./Budget"
import { BudgetsRepo } from "./BudgetsRepo.server"
import { BudgetNotApproved, BudgetRefused } from "./errors"
import { MOST_OPEN } from "./limits"
import { feesOf, lastDayOf, planOf, termsInWords } from "./terms"

/** The fields that decide whether a vote is needed. */
export type Deciding = Pick<Community, "id" | "memberCount" | "governance">

const purpose = "budget" as const

export class Budgets extends Effect.Service<Budgets>()("treasury/budgets/Budgets", {
  dependencies: [
    BudgetsRepo.Default,
    Escrows.Default,
    EscrowsRepo.Default,
    PayoutApprovals.Default,
    ProposalDrafts.Default,
    Relayer.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* BudgetsRepo
    const escrows = yield* EscrowsRepo
    const { badge, cancel, pause, refund, request, requireCovered, resume, retry, withdraw } = yield* Escrows
    const approvals = yield* PayoutApprovals
    const relayer = yield* Relayer
    const drafts = yield* ProposalDrafts

    /** Stores a draft; its terms are fixed from now on. */
    const make = Effect.fn("Budgets.make")(function* (
      communityId: Community["id"],
      account: Budget["account"],
      terms: BudgetTerms
    ) {
      yield* Effect.mapError(relayer.must, () => new NoSiteKey())
      const now = yield* Clock.currentTimeMillis
      yield* withLocks(sql, [`budgets:${communityId}`])
      const { newest, open } = yield* repo.counts(communityId)
      if (open >= MOST_OPEN)
        return yield* new BudgetRefused({ message: `${MOST_OPEN} budgets are already open. End one of them first.` })
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
    const voteOn = Effect.fn("Budgets.voteOn")(function* (community: Deciding, budget: Budget) {
      const before = yield* approvals.paidFreely(community.id, budget.resource)
      const found = Option.getOrNull(yield* approvals.of(community.id, budget.digest))
      return { isNeeded: noVoteFor(community, { way: "budget", total: budget.total, before }) === null, found, before }
    })

    /** Drafts a proposal with exactly these terms; returns its id. */
    const putToVote = Effect.fn("Budgets.putToVote")(function* (
      community: Pick<Community, "id" | "governance">,
      budget: Budget,
      author: AccountAddress
    ) {
      if (budget.state !== "draft")
        return yield* new BudgetRefused({
          message: "It is too late for a vote: this budget has been funded, or its funding is under way."
        })
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

    const isOpen = ({ state }: Budget) => state === "draft" || state === "asked"

    const open = Effect.fnUntraced(function* (community: Deciding, treasury: HeldTreasury, given: Budget) {
      yield* approvals.turn(community.id)
      yield* repo.turn(given.id)
      const budget = yield* repo.get(given.id)
      if (!isOpen(budget)) return yield* refused("It is already in escrow.")
      const proposalId = budget.state === "asked" ? budget.proposalId : yield* requireApproved(community, budget)
      const { communityId, digest, fees, id, resource, total } = budget
      const plan = { id, purpose, subjectId: id, communityId, digest, resource, total, fees }
      const step = yield* request(treasury, { ...plan, until: lastDayOf(budget) })
      yield* repo.update(id, { proposalId })
      return step
    }, atomically(sql))

    /** Prepares the approval that funds it. `digest`: hash of the terms that the page showed. */
    const fundEscrow = Effect.fn("Budgets.fundEscrow")(function* (
      community: Deciding,
      treasury: HeldTreasury,
      budget: Budget,
      digest: string
    ) {
      yield* badge
      if (digest !== budget.digest) return yield* refused("This page shows another budget. Load it again.")
      if (budget.treasury !== treasury.treasury) return yield* refused("It was set up for another treasury.")
      if (budget.untilAt <= (yield* Clock.currentTimeMillis)) {
        return yield* refused("Its last day has passed. Set up another one.")
      }
      const { fees, resource, symbol, total } = budget
      const wanted = { resource, symbol, total: amountOf(total), fees: amountOf(fees) }
      yield* requireCovered({ treasury: treasury.treasury, ...wanted })
      return yield* open(community, treasury, budget)
    })

    /** Cancels funding that is not on the ledger yet. If a wallet signs it later, it counts all the same. */
    const forget = Effect.fn("Budgets.forget")(function* (given: Budget, to: "draft" | "withdrawn") {
      yield* repo.turn(given.id)
      const budget = yield* repo.get(given.id)
      if (!isOpen(budget)) return yield* refused(alreadyFunded({ purpose }))
      if (budget.escrow !== null) yield* cancel(budget.escrow)
      yield* repo.update(budget.id, { state: to })
    }, atomically(sql))

    /** An action on the escrow of a budget. */
    const onEscrow =
      <A, E, R>(action: (escrow: Escrow) => Effect.Effect<A, E, R>) =>
      ({ escrow }: Budget) =>
        escrow === null ? refused(nothingFunded({ purpose })) : action(escrow)

    return {
      fundEscrow,
      forget,
      pause: (budget: Budget, isPaused: boolean) => onEscrow(isPaused ? pause : resume)(budget),
      /** Ends it. */
      finish: onEscrow(refund),
      wake: (budget: Budget, seen = "") => onEscrow((escrow) => retry(escrow, seen))(budget),
      /** The site pays nothing during a withdrawal. */
      takeBack: (treasury: HeldTreasury, budget: Budget) =>
        onEscrow((escrow) => {
          const stop = escrows.transition(escrow.id, ["funded"], { paused: 1 })
          return withdraw(
            treasury,
            escrow,
            Effect.map(stop, (isStopped) => isStopped && escrow.paused === 0)
          )
        })(budget),
      make,
      voteOn,
      putToVote
    }
  })
}) {}
