/** Payouts as files: the rows of one run, and the list of finished runs (docs/product/publishing.md, 3.8.1). */
import { Effect, Option, Stream } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { csvFile } from "~/effects/base/text/csv"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { inside, insideOf } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { DistributionLists } from "../DistributionLists.server"
import { DistributionRows } from "../DistributionRows.server"
import { numberIn } from "../Distributions.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { MOST_ROWS } from "../limits"
import { holderHere } from "./holding.server"

export const fileOf = (name: string, isCsv: boolean, body: BodyInit) =>
  new Response(body, {
    headers: {
      "Content-Type": isCsv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.${isCsv ? "csv" : "json"}"`
    }
  })

const ROW_COLUMNS = ["line", "account", "name", "amount", "note", "state", "reason", "batch", "transaction"] as const

/** GET /api/distributions/{community}/{number}/report */
export const runReport = Effect.gen(function* () {
  const here = yield* inside
  const { params } = yield* RouteArgs
  const repo = yield* DistributionsRepo
  const number = Option.getOrElse(numberIn(params.number), () => 0)
  const run = yield* repo.mustFind(here.community.id, number)
  const isOver = run.state === "done" || run.state === "stopped"
  if (!isOver && !(yield* holderHere(here)).isHolder) return yield* new NotThere({})
  const rowsRepo = yield* DistributionRows
  const rows = yield* rowsRepo.page(run.id, 0, MOST_ROWS)
  const lines = rows.map(({ account, amount, chunk: batch, error, line, name, note, state, txId }) => ({
    line,
    account,
    name,
    amount,
    note,
    state,
    reason: error,
    batch,
    transaction: txId
  }))
  return fileOf(`${here.community.slug}-distribution-${number}`, true, csvFile(ROW_COLUMNS, lines))
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
  "startedAt",
  "finishedAt"
] as const

const PAGE = 200
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** GET /api/exports/distributions?community={slug}&format=csv|json: finished runs, newest first. */
export const exportDistributions = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const account = Option.getOrNull(yield* currentAccount)
  const communities = yield* Communities
  const here = yield* insideOf(yield* communities.bySlug(searchParams.get("community") ?? "", account))
  const lists = yield* DistributionLists
  const { id, slug } = here.community
  const pages = Stream.paginateEffect(Number.MAX_SAFE_INTEGER, (before) =>
    Effect.map(lists.page(id, false, before, PAGE), (runs) => [
      runs,
      runs.length < PAGE ? Option.none() : Option.fromNullable(runs.at(-1)?.number)
    ])
  )
  const runs = [...(yield* Stream.runCollect(pages))].flat().map((run) => ({
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
    startedAt: iso(run.startedAt),
    finishedAt: iso(run.finishedAt)
  }))
  const isCsv = searchParams.get("format") !== "json"
  const json = JSON.stringify({ schema: "distributions/1", community: slug, distributions: runs }, null, 1)
  return fileOf(`${slug}-distributions`, isCsv, isCsv ? csvFile(RUN_COLUMNS, runs) : json)
})
