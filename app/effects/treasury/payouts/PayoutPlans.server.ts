/** What exactly a payout would pay, and the vote about it. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { hashOf } from "~/effects/base/text/digest"
import { actionOf } from "~/effects/governance/proposals/actionOf"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { amountOf } from "~/ledger/index"
import type { Distribution } from "./Distribution"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { NotApproved, RowsWrong } from "./errors"
import { MOST_ROWS_VOTED } from "./limits"
import { planOf } from "./list/batches"
import { PayableRows } from "./PayableRows.server"

const TOO_MANY_VOTED = "A vote can decide on 2,000 rows at most. Split the list."

export class PayoutPlans extends Effect.Service<PayoutPlans>()("treasury/payouts/PayoutPlans", {
  dependencies: [DistributionsRepo.Default, PayableRows.Default, ProposalDrafts.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { mustBe, update } = yield* DistributionsRepo
    const rows = yield* PayableRows
    const drafts = yield* ProposalDrafts

    /** Rows to be paid, in the order of their lines. */
    const payable = (id: string) =>
      Effect.map(rows.valid(id), (found) =>
        found.map(({ account, amount, dueAt, line }) => ({ line, account, amount: amountOf(amount), dueAt }))
      )

    /** Hash of exactly the payments it would make. */
    const digest = (run: Distribution) => Effect.map(payable(run.id), (found) => hashOf(planOf(run, found)))

    /** The same hash for a payout whose batches are cut, regardless of what was paid since. */
    const hashOfAll = (run: Distribution) =>
      Effect.map(rows.planned(run.id), (found) =>
        hashOf(
          planOf(
            run,
            found.map(({ account, amount, dueAt }) => ({ account, amount: amountOf(amount), dueAt }))
          )
        )
      )

    /** Creates a draft proposal that carries exactly these payments; returns its ID. */
    const putToVote = Effect.fn("PayoutPlans.putToVote")(function* (
      given: Distribution,
      community: Pick<Community, "id" | "governance">,
      author: AccountAddress
    ) {
      const action = "putting it to a vote"
      const now = yield* mustBe(given, ["checked", "approved"], action)
      // The payout needed no vote when its rows were checked and needs one now.
      if (now.proposalId !== null) return yield* new WrongState({ thing: "payout", state: now.state, action })
      if (now.rowsReady > MOST_ROWS_VOTED) return yield* new RowsWrong({ message: TOO_MANY_VOTED })
      if (now.state === "approved") yield* update(now.id, { state: "checked" })
      return yield* drafts.begin({
        community,
        author,
        action: actionOf("distribution", planOf(now, yield* payable(now.id))),
        values: { kind: "spending", title: now.title, body: now.note }
      })
    }, atomically(sql))

    /** Approves after a passed vote on the rows as the caller saw them. */
    const approve = Effect.fn("PayoutPlans.approve")(function* (given: Distribution, proposalId: string) {
      const now = yield* mustBe(given, ["checked", "approved"], "approving it")
      if (now.digest === null || now.digest !== given.digest) return yield* new NotApproved({})
      yield* update(now.id, { state: "approved", proposalId })
    }, atomically(sql))

    return { payable, digest, hashOfAll, putToVote, approve }
  })
}) {}
