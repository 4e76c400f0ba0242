/**
 * Action of the button on a checked list: fixes the rows, starts the payout and prepares the transaction for the
 * wallet.
 */
import { Effect } from "effect"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Distributions } from "../Distributions.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { ListChanged, StaleDistribution } from "../errors"
import { PayoutEscrows } from "../escrow/PayoutEscrows.server"
import { wholeTotal } from "../list/rhythm"
import { PayoutApprovals } from "../PayoutApprovals.server"
import { Payouts } from "../Payouts.server"
import { payoutNeedsVote } from "../voteRule"
import { fundNow } from "./escrow.server"
import { heldRun } from "./holding.server"
import { versionIn } from "./recurring.server"
import { startNow } from "./sending.server"

type Held = Effect.Effect.Success<typeof heldRun>

/** Accepts the rows; they no longer change. Goes on without a vote only if none is needed. */
export const acceptHeld = ({ here, run }: Pick<Held, "here" | "run">) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const approvals = yield* PayoutApprovals
    const before = yield* approvals.paidFreely(here.community.id, run.resource)
    const owed = yield* approvals.isOwed(run, yield* distributions.digest(run))
    yield* distributions.accept(run, !owed && payoutNeedsVote(here.community, wholeTotal(run), before))
  })

/** Requires exactly the rows that the page showed: a draft by its version, fixed rows by their hash. */
const requireAsShown = ({ run }: Held, form: FormData) =>
  Effect.gen(function* () {
    if (run.state === "draft") {
      return (yield* versionIn(form)) === run.version ? undefined : yield* new StaleDistribution()
    }
    return textOf(form, "digest") === (run.digest ?? "") ? undefined : yield* new ListChanged()
  })

export const pay = (form: FormData) =>
  Effect.gen(function* () {
    const held = yield* heldRun
    const { here, to, treasury } = held
    const repo = yield* DistributionsRepo
    yield* TreasuryHolders.requireMaySpend(here, "distribute")
    yield* requireAsShown(held, form)
    if (held.run.state === "draft") yield* acceptHeld(held)
    const run = yield* repo.findOrFail(here.community.id, held.run.number)
    // If someone joined since the page was loaded, a vote may be needed now; the next page says so.
    if (run.state === "checked") return { to } satisfies Done
    if (textOf(form, "way") === "site") {
      yield* (yield* PayoutEscrows).requireSameAs(run, run.digest ?? "")
      yield* fundNow({ here, run, treasury })
      return { to } satisfies Done
    }
    if (run.state === "approved") yield* startNow({ here, run, treasury })
    // The batches are signed one by one on the payout's page.
    if (textOf(form, "way") === "later") return { to } satisfies Done
    yield* readFirst(run.communityId)
    yield* (yield* Payouts).next(treasury, run)
    return { to } satisfies Done
  })
