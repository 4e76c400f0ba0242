/** Payouts as files: the rows of one payout, and the list of finished payouts (docs/product/publishing.md). */
import { Effect, Either, Option, Stream } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { AT_ONCE, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { inside, insideOf } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import type { Distribution } from "../Distribution"
import { DistributionRows, type NamedRow } from "../DistributionRows.server"
import { numberIn } from "../Distributions.server"
import { DistributionsRepo, numberOf } from "../DistributionsRepo.server"
import type { UnreadableDistribution } from "../errors"
import { holderHere } from "./holding.server"

const ROW_COLUMNS = [
  "line",
  "account",
  "name",
  "amount",
  "note",
  "state",
  "reason",
  "batch",
  "transaction",
  "due",
  "paid"
] as const

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const rowLine = ({
  account,
  amount,
  chunk: batch,
  dueAt,
  error,
  line,
  movedAt,
  name,
  note,
  state,
  txId
}: NamedRow) => ({
  line,
  account,
  name,
  amount,
  note,
  state,
  reason: error,
  batch,
  transaction: txId,
  due: iso(dueAt),
  paid: state === "sent" || state === "claimed" ? iso(movedAt) : null
})

/** GET /api/distributions/{community}/{number}/report */
export const runReport = Effect.gen(function* () {
  const here = yield* inside
  const { params } = yield* RouteArgs
  const repo = yield* DistributionsRepo
  const number = Option.getOrElse(numberIn(params.number), () => 0)
  const run = yield* repo.findOrFail(here.community.id, number)
  const isOver = run.state === "done" || run.state === "stopped"
  if (!isOver && !(yield* holderHere(here)).isHolder) return yield* new NotThere({})
  const rowsRepo = yield* DistributionRows
  const rows = readInPages(0, (after) =>
    Effect.map(rowsRepo.page(run.id, after, AT_ONCE), (found) => pageOf(found, AT_ONCE, ({ line }) => line))
  )
  const lines = Stream.map(rows, (some) => some.map(rowLine))
  return yield* downloadInParts(csvInParts(ROW_COLUMNS, lines), {
    name: `${here.community.slug}-distribution-${number}`,
    isCsv: true
  })
})

const RUN_COLUMNS = [
  "number",
  "title",
  "purpose",
  "resource",
  "symbol",
  "total",
  "remainder",
  "state",
  "rows",
  "sent",
  "claimable",
  "claimed",
  "recovered",
  "left",
  "startedAt",
  "finishedAt"
] as const

type RunLine = Readonly<Record<(typeof RUN_COLUMNS)[number], string | number | null>>
const nothing = Object.fromEntries(RUN_COLUMNS.map((column) => [column, null])) as RunLine // the columns guarantee it

const runLine = (run: Distribution): RunLine => ({
  number: run.number,
  title: run.title,
  purpose: run.purpose,
  resource: run.resource,
  symbol: run.symbol,
  total: run.total,
  remainder: run.remainder,
  state: run.state,
  rows: run.rowsReady,
  sent: run.rowsSent,
  claimable: run.rowsClaimable,
  claimed: run.rowsClaimed,
  recovered: run.rowsRecovered,
  left: run.rowsLeft,
  startedAt: iso(run.startedAt),
  finishedAt: iso(run.finishedAt)
})

/** An unreadable payout is listed by name, so that the list is not taken for complete; its other columns are empty. */
const unreadableLine = ({ run: { number, state, title } }: UnreadableDistribution): RunLine => ({
  ...nothing,
  number,
  title,
  state
})

/** GET /api/exports/distributions?community={slug}&format=csv|json: finished payouts, newest first. */
export const exportDistributions = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const account = Option.getOrNull(yield* currentAccount)
  const communities = yield* Communities
  const here = yield* insideOf(yield* communities.bySlug(searchParams.get("community") ?? "", account))
  const lists = yield* DistributionsRepo
  const { id, slug } = here.community
  const pages = readInPages(Number.MAX_SAFE_INTEGER, (before) =>
    Effect.map(lists.page(id, false, before, AT_ONCE), (found) => pageOf(found, AT_ONCE, numberOf))
  )
  const lineOf = Either.match({ onLeft: unreadableLine, onRight: runLine })
  const runs = Stream.map(pages, (some) => some.map(lineOf))
  const isCsv = searchParams.get("format") !== "json"
  const text = isCsv
    ? csvInParts(RUN_COLUMNS, runs)
    : jsonInParts({ schema: "distributions/1", community: slug }, "distributions", runs)
  return yield* downloadInParts(text, { name: `${slug}-distributions`, isCsv })
})
