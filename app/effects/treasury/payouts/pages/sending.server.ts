/** Form actions of sending a payout: start, next batch, pause, retry, recover. */
import { Effect, Option } from "effect"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { draftPath } from "~/effects/governance/proposals/paths"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { amountOf } from "~/ledger/index"
import { DistributionBatches } from "../DistributionBatches.server"
import { Distributions } from "../Distributions.server"
import { NotApproved, OneApproval } from "../errors"
import { PayoutEscrows } from "../escrow/PayoutEscrows.server"
import { PayoutApprovals } from "../PayoutApprovals.server"
import { Payouts } from "../Payouts.server"
import { heldRun } from "./holding.server"

/** Checks again whether the vote has passed on exactly these rows. */
const approve = () =>
  Effect.gen(function* () {
    const { here, run, to } = yield* heldRun
    const distributions = yield* Distributions
    const approvals = yield* PayoutApprovals
    const approval = run.digest === null ? Option.none() : yield* approvals.of(here.community.id, run.digest)
    if (Option.isNone(approval) || !approval.value.isApproved) return yield* new NotApproved({})
    yield* distributions.approve(run, approval.value.proposalId)
    return { to } satisfies Done
  })

/** Opens a draft proposal; its author writes and publishes it. */
const putToVote = () =>
  Effect.gen(function* () {
    const { here, run, treasury } = yield* heldRun
    const distributions = yield* Distributions
    const id = yield* distributions.putToVote(run, here.community, treasury.admin.account)
    return { to: draftPath(here.community.id, id) } satisfies Done
  })

/** Cuts an approved list into batches if the treasury holds what they pay. */
export const startNow = ({ here, run, treasury }: Omit<Effect.Effect.Success<typeof heldRun>, "to">) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const ledger = yield* Ledger
    const approvals = yield* PayoutApprovals
    if (run.rhythm !== null && run.state === "approved") return yield* new OneApproval()
    // Checked before the ledger is read, and again in the transaction that starts it.
    if (run.state === "approved") yield* approvals.requireFree(here.community, run)
    const rows = yield* distributions.payable(run.id)
    yield* payouts.requireCovered(
      treasury,
      run,
      rows.reduce((sum, { amount }) => sum + amount, 0n)
    )
    const { time } = yield* ledger.currentState()
    const { size } = yield* payouts.fit(treasury, run, rows)
    yield* distributions.start(run, size, time.stateVersion, approvals.mayStart(here.community))
  })

const start = () =>
  Effect.gen(function* () {
    const { to, ...held } = yield* heldRun
    yield* TreasuryHolders.requireMaySpend(held.here, "distribute")
    yield* startNow(held)
    return { to } satisfies Done
  })

/** Resumes a stopped payout; the treasury must hold what is left to pay. */
const takeUp = () =>
  Effect.gen(function* () {
    const { here, run, to, treasury } = yield* heldRun
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const batches = yield* DistributionBatches
    const escrow = yield* (yield* PayoutEscrows).find(run)
    // If it was stopped a moment ago, the escrow was not refunded yet and pays on.
    const isFunded = escrow?.state === "funded"
    // After a refund the rest is signed by hand; a payout that never had an escrow can still get one.
    if (escrow?.state === "ended") yield* TreasuryHolders.requireMaySpend(here, "distribute")
    const left = (yield* batches.all(run.id)).filter(({ state }) => state !== "committed" && state !== "skipped")
    if (run.state === "stopped" && !isFunded)
      yield* payouts.requireCovered(
        treasury,
        run,
        left.reduce((sum, batch) => sum + amountOf(batch.amount), 0n)
      )
    yield* distributions.takeUp(run)
    return { to } satisfies Done
  })

const next = () =>
  Effect.gen(function* () {
    const { here, run, to, treasury } = yield* heldRun
    yield* TreasuryHolders.requireMaySpend(here, "distribute")
    const payouts = yield* Payouts
    yield* readFirst(run.communityId)
    yield* payouts.next(treasury, run)
    return { to } satisfies Done
  })

const pausing = (paused: boolean) => () =>
  Effect.gen(function* () {
    const { run, to } = yield* heldRun
    const distributions = yield* Distributions
    yield* distributions.pause(run, paused)
    return { to } satisfies Done
  })

const retry = (form: FormData) =>
  Effect.gen(function* () {
    const { run, to } = yield* heldRun
    const distributions = yield* Distributions
    yield* distributions.retry(run)
    yield* (yield* PayoutEscrows).wake(run, textOf(form, "seen"))
    return { to } satisfies Done
  })

const recover = () =>
  Effect.gen(function* () {
    const { here, run, to, treasury } = yield* heldRun
    yield* TreasuryHolders.requireMaySpend(here, "distribute")
    const payouts = yield* Payouts
    yield* readFirst(run.communityId)
    yield* payouts.recover(treasury, run)
    return { to } satisfies Done
  })

export const moneyCommands = {
  approve,
  "put-to-vote": putToVote,
  start,
  next,
  pause: pausing(true),
  resume: pausing(false),
  retry,
  "take-up": takeUp,
  recover
}
