/** The buttons of a run that is sent: begin, the next batch, pause, try again, recover. */
import { Effect, Option } from "effect"
import { Ledger } from "../ledger/Ledger.server"
import { draftPath } from "../proposals/paths"
import type { Done } from "../remix/pageAction.server"
import { approvalOf } from "./approval.server"
import { Distributions } from "./Distributions.server"
import { NotApproved } from "./errors"
import { heldRun } from "./holding.server"
import { Payouts } from "./Payouts.server"
import { freePayoutOf, needsVote } from "./voteRule"

/** Looks again whether the vote has passed: approved are exactly these rows. */
const approve = () =>
  Effect.gen(function* () {
    const { here, run, to } = yield* heldRun
    const distributions = yield* Distributions
    const approval = run.digest === null ? Option.none() : yield* approvalOf(here.community.id, run.digest)
    if (Option.isNone(approval) || !approval.value.isApproved) return yield* new NotApproved({})
    yield* distributions.approve(run, approval.value.proposalId)
    return { to } satisfies Done
  })

/** The draft of a proposal opens; its author writes and publishes it. */
const putToVote = () =>
  Effect.gen(function* () {
    const { here, run, treasury } = yield* heldRun
    const distributions = yield* Distributions
    const id = yield* distributions.putToVote(run, here.community, treasury.admin.account)
    return { to: draftPath(here.community.id, id) } satisfies Done
  })

const start = () =>
  Effect.gen(function* () {
    const { here, run, to, treasury } = yield* heldRun
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const ledger = yield* Ledger
    // Members may have joined, or the rule have changed, since it was checked.
    if (needsVote(here.community, run.total) && run.proposalId === null && run.state === "approved") {
      return yield* new NotApproved({ limit: freePayoutOf(here.community), symbol: run.symbol })
    }
    const rows = yield* distributions.payable(run.id)
    yield* payouts.mustCover(
      treasury,
      run,
      rows.reduce((sum, { amount }) => sum + amount, 0n)
    )
    const { time } = yield* ledger.currentState()
    const { size } = yield* payouts.fit(treasury, run, rows)
    yield* distributions.start(run, size, time.stateVersion)
    return { to } satisfies Done
  })

const next = () =>
  Effect.gen(function* () {
    const { run, to, treasury } = yield* heldRun
    const payouts = yield* Payouts
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

const retry = () =>
  Effect.gen(function* () {
    const { run, to } = yield* heldRun
    const distributions = yield* Distributions
    yield* distributions.retry(run)
    return { to } satisfies Done
  })

const recover = () =>
  Effect.gen(function* () {
    const { run, to, treasury } = yield* heldRun
    const payouts = yield* Payouts
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
  recover
}
