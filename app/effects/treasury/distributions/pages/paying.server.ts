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
import { wholeTotal } from "../list/wholeTotal"
import { PayoutApprovals } from "../PayoutApprovals.server"
import { Payouts } from "../Payouts.server"
import { Parkings } from "../parked/Parkings.server"
import { needsVote } from "../voteRule"
import { heldRun } from "./holding.server"
import { parkNow } from "./parking.server"
import { startNow } from "./sending.server"
import { versionIn } from "./standing.server"

type Held = Effect.Effect.Success<typeof heldRun>

/** Accepts the rows; they no longer change. Goes on without a vote only if none is needed. */
export const acceptHeld = ({ here, run }: Pick<Held, "here" | "run">) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const approvals = yield* PayoutApprovals
    const before = yield* approvals.paidFreely(here.community.id, run.resource)
    const owed = yield* approvals.isOwed(run, yield* distributions.digest(run))
    yield* distributions.accept(run, !owed && needsVote(here.community, wholeTotal(run), before))
  })

/** Requires exactly the rows that the page showed: a draft by its version, fixed rows by their hash. */
const mustBeAsShown = ({ run }: Held, form: FormData) =>
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
    yield* TreasuryHolders.mustSpend(here, "distribute")
    yield* mustBeAsShown(held, form)
    if (held.run.state === "draft") yield* acceptHeld(held)
    const run = yield* repo.mustFind(here.community.id, held.run.number)
    // If someone joined since the page was loaded, a vote may be needed now; the next page says so.
    if (run.state === "checked") return { to } satisfies Done
    if (textOf(form, "way") === "site") {
      yield* (yield* Parkings).mustBeAs(run, run.digest ?? "")
      yield* parkNow({ here, run, treasury })
      return { to } satisfies Done
    }
    if (run.state === "approved") yield* startNow({ here, run, treasury })
    // The batches are signed one by one on the payout's page.
    if (textOf(form, "way") === "later") return { to } satisfies Done
    yield* readFirst(run.communityId)
    yield* (yield* Payouts).next(treasury, run)
    return { to } satisfies Done
  })
