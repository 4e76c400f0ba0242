/** Loader of tokenDistribution: the list, the form of a new payout, or one payout. */
import { Clock, Effect, Either, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { NotThere } from "~/effects/base/failures/failures"
import { mapInParts } from "~/effects/base/jobs/inParts"
import { openQuestion } from "~/effects/base/lists/ListReading"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { viewOf } from "~/effects/chain/prepared-transactions/stepView.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { escrowSummary } from "~/effects/treasury/escrow/view.server"
import { feesFor } from "~/effects/treasury/relayer/fees"
import { amountOf, formatAmount, NOTHING, renderManifest } from "~/ledger/index"
import { type Distribution, PayableRow } from "../Distribution"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionRows, type NamedRow } from "../DistributionRows.server"
import { Distributions, numberIn } from "../Distributions.server"
import { DistributionsRepo, numberOf } from "../DistributionsRepo.server"
import type { UnreadableDistribution } from "../errors"
import { PayoutEscrows } from "../escrow/PayoutEscrows.server"
import { holdersOf } from "../holders.server"
import { amountsOf } from "../list/amounts"
import { batchesOf, batchHash, batchIdOf, firstOf } from "../list/batches"
import { wholeTotal } from "../list/rhythm"
import { PayoutApprovals } from "../PayoutApprovals.server"
import { dropOf } from "../PayoutDryRuns.server"
import { Payouts } from "../Payouts.server"
import type { ListPage, Preview, RunPage, UnreadablePage } from "../views"
import { freePayoutOf, payoutNeedsVote } from "../voteRule"
import { isEscrowOffered } from "./escrow.server"
import { holderHere, multisigOf, treasuryTokens } from "./holding.server"
import { newPage } from "./newPage.server"
import { readPage } from "./reading.server"

const PAGE = 20 // rows per page (docs/product/treasury.md)
const ROWS = 50

const listOf = Effect.fn("distributions.listOf")(function* (here: Inside, url: URL) {
  const lists = yield* DistributionsRepo
  const before = numberIn(url.searchParams.get("after"))
  const holder = yield* holderHere(here)
  const found = yield* lists.page(
    here.community.id,
    holder.isHolder,
    Option.getOrElse(before, () => Number.MAX_SAFE_INTEGER),
    PAGE + 1
  )
  const onPage = found.slice(0, PAGE)
  const shown = onPage.filter(Either.isRight).map(({ right }) => right)
  const failed = yield* lists.failedIn(shown)
  const escrows = yield* lists.escrowsOf(shown)
  const page: ListPage = {
    view: "list",
    now: yield* Clock.currentTimeMillis,
    runs: shown.map((run) => ({
      ...run,
      rowsFailed: failed.get(run.id) ?? 0,
      escrow: escrows.get(run.id) ?? null
    })),
    unreadable: onPage.filter(Either.isLeft).map(({ left }) => left.run),
    next: found.length > PAGE ? Math.min(...onPage.map(numberOf)) : null,
    isFirstPage: Option.isNone(before),
    ...holder,
    holders: Option.isNone(before) ? yield* holdersOf(here) : null
  }
  return page
})

/** Dry run on the ledger. Its failure never fails the page that only shows it. */
const previewOf = (here: Inside, run: Distribution) => {
  const failed = ({ message }: { readonly message: string }) =>
    Effect.succeed<Preview>({ ok: false, reason: message, short: null })
  return Effect.gen(function* () {
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const treasury = yield* requirePrepared(here, "distribute")
    const rows = yield* distributions.payable(run.id)
    yield* payouts.requireCovered(
      treasury,
      run,
      rows.reduce((sum, { amount }) => sum + amount, 0n)
    )
    const { fee, size } = yield* payouts.fit(treasury, run, firstOf(rows))
    const first = firstOf(rows).slice(0, size)
    const manifest = renderManifest(
      dropOf(treasury, run, 1, batchHash(batchIdOf(run.id, 1), run.resource, first), first)
    )
    const batches = batchesOf(rows, size).length
    const allFees = formatAmount(amountOf(fee) * BigInt(batches))
    const fees = feesFor(amountOf(fee), batches)
    const escrowFees = formatAmount(fees)
    // The offered way to pay is checked as well, so that a shortage shows before the click.
    const escrows = yield* PayoutEscrows
    const total = rows.reduce((sum, { amount }) => sum + amount, 0n)
    const short = yield* escrows.requireCovered(treasury, run, total, fees).pipe(
      Effect.as(null),
      Effect.catchTag("TreasuryShort", ({ missing, symbol }) => Effect.succeed({ missing, symbol }))
    )
    return { ok: true, size, batches, fee, manifest, allFees, escrowFees, short } satisfies Preview
  }).pipe(
    Effect.catchTags({
      BatchRefused: failed,
      DeployFirst: failed,
      GatewayDown: failed,
      NotSignedIn: failed,
      NotTreasuryHolder: failed,
      TreasuryShort: ({ message, missing, symbol }) =>
        Effect.succeed<Preview>({ ok: false, reason: message, short: { missing, symbol } })
    })
  )
}

/** The rows of one day; the other days pay the same. */
const payableRow = Schema.decodeUnknownSync(PayableRow)
const spread = (rows: ReadonlyArray<NamedRow>) =>
  Effect.map(
    mapInParts(
      rows.filter(({ state }) => state === "valid"),
      (row) => payableRow(row)
    ),
    (valid) => amountsOf(firstOf(valid).map(({ amount }) => amountOf(amount)))
  )

const treasuryHolds = (here: Inside, resource: string) =>
  Effect.map(treasuryTokens(here), ({ tokens }) => tokens.find((token) => token.resource === resource)?.amount ?? null)

const runOf = Effect.fn("distributions.runOf")(function* (here: Inside, number, after: number, read: boolean) {
  const inEscrow = yield* DistributionsRepo
  const distributions = yield* Distributions
  const steps = yield* PreparedTransactions
  const approvals = yield* PayoutApprovals
  const rowsRepo = yield* DistributionRows
  const batchesRepo = yield* DistributionBatches
  const { escrow, run } = yield* inEscrow.findWithEscrow(here.community.id, number)
  const holder = yield* holderHere(here)
  const isOver = run.state === "done" || run.state === "stopped"
  // While it is unknown who holds the treasury, the author still sees the payout, without buttons.
  const isAuthor = holder.isUnsure && run.account === here.communityRole.account
  if (!isOver && !holder.isHolder && !isAuthor) return yield* new NotThere({})
  const isDraft = run.state === "draft"
  if (isDraft && run.reading !== null && (read || openQuestion(run.reading) !== null)) {
    return { page: yield* readPage(here, run, after), isOfOneMoment: true }
  }
  const isWaiting = run.state === "checked" || run.state === "approved"
  // A list that is being edited is loaded whole; later it is loaded page by page.
  const found = yield* isDraft || isWaiting ? rowsRepo.all(run.id) : rowsRepo.page(run.id, after, ROWS + 1)
  const beyond = found.filter(({ line }) => line > after)
  const rows = beyond.slice(0, ROWS)
  const { batches, version = run.version } =
    isDraft || isWaiting ? { batches: [] } : yield* batchesRepo.ofMoment(run.id)
  const isBySite = escrow !== null && escrow.state !== "ended"
  const asked = isBySite ? undefined : batches.find(({ state }) => state === "signing" || state === "pending")
  const recovering = yield* Effect.when(
    Effect.flatMap(rowsRepo.claimable(run.id, 1), ([first]) =>
      first === undefined ? Effect.succeedNone : steps.alive(`recover:${run.id}-${first.line}`)
    ),
    () => asked === undefined && !isBySite && holder.isHolder && run.rowsClaimable > 0 && run.recoverAfter !== null
  ).pipe(Effect.map(Option.flatten))
  const stepId = isBySite ? escrow.transactionId : (asked?.stepId ?? null)
  const step = stepId === null ? recovering : Option.some(yield* steps.findOrFail(stepId))
  const approval =
    run.digest === null || run.state !== "checked" ? Option.none() : yield* approvals.of(here.community.id, run.digest)
  const before = isDraft || isWaiting ? yield* approvals.paidFreely(here.community.id, run.resource) : NOTHING
  const isCouponDraft = isDraft && run.purpose === "coupon"
  const owed = yield* approvals.isOwed(run, isCouponDraft ? yield* distributions.digest(run) : run.digest)
  const isFree = run.proposalId !== null || owed || !payoutNeedsVote(here.community, wholeTotal(run), before)
  const stored = holder.isHolder ? yield* multisigOf(here) : null
  // A one-time list is paid from its check by one button, so its dry run happens here.
  const isPayable = isDraft && run.rowsWrong === 0 && run.rowsReady > 0 && run.rhythm === null && stored === null
  const page: RunPage = {
    view: "run",
    now: yield* Clock.currentTimeMillis,
    item: run.title,
    run,
    wholeTotal: wholeTotal(run),
    ...holder,
    needsVote: !isFree,
    isOwed: owed,
    members: here.community.memberCount,
    freePayout: freePayoutOf(here.community),
    paidFreely: before,
    approval: Option.getOrNull(approval),
    wrong: isDraft ? found.filter(({ state }) => state === "error").slice(0, ROWS) : [],
    rows,
    left: run.rowsLeft === 0 ? [] : yield* rowsRepo.left(run.id, LEFT),
    next: beyond.length > ROWS ? (rows.at(-1)?.line ?? null) : null,
    isFirstPage: after === 0,
    chunks: batches,
    amounts: isDraft || isWaiting ? yield* spread(found) : null,
    treasury: isDraft || isWaiting ? yield* treasuryHolds(here, run.resource) : null,
    treasuryAccount: here.community.treasuryAccount,
    preview: (run.state === "approved" || isPayable) && isFree && holder.isHolder ? yield* previewOf(here, run) : null,
    isEscrowOffered: yield* isEscrowOffered,
    multisig: stored,
    escrow: escrow === null ? null : yield* escrowSummary(escrow),
    step: holder.isHolder && Option.isSome(step) ? yield* viewOf(step.value) : null
  }
  // A batch confirmed between the reads would show old counts next to new lists, and nothing would reload the page; so
  // the caller reads again.
  return { page, isOfOneMoment: version === run.version }
})

/** A treasury holder may discard it if nothing of it was started. */
const unreadableOf = (here: Inside, { message, run }: UnreadableDistribution) =>
  Effect.gen(function* () {
    const { isHolder } = yield* holderHere(here)
    if (!isHolder) return yield* new NotThere({})
    const page: UnreadablePage = {
      view: "unreadable",
      item: run.title,
      run,
      message,
      isDiscardable: run.state === "draft" || run.state === "checked" || run.state === "approved"
    }
    return page
  })

/** Rows listed in the notice; the table and the report have all of them. */
const LEFT = 10

/** How often a read that met a change is repeated. */
const AGAIN = 2

export const distributionPage = Effect.gen(function* () {
  const here = yield* inside
  const { request } = yield* RouteArgs
  const url = new URL(request.url)
  const wanted = url.searchParams.get("d")
  if (wanted !== null) {
    const number = numberIn(wanted)
    if (Option.isNone(number)) return yield* new NotThere({})
    const after = Option.getOrElse(numberIn(url.searchParams.get("after")), () => 0)
    const read = runOf(here, number.value, after, url.searchParams.has("read"))
    return yield* Effect.repeat(read, { until: ({ isOfOneMoment }) => isOfOneMoment, times: AGAIN }).pipe(
      Effect.map(({ page }) => page),
      Effect.catchTag("UnreadableDistribution", (unreadable) => unreadableOf(here, unreadable))
    )
  }
  return url.searchParams.has("new") ? yield* newPage(here) : yield* listOf(here, url)
})
