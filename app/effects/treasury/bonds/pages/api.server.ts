/** Bonds for programs: the read API and the exports (docs/product/publishing.md, 3.8). */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { NotSignedIn } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { csvFile } from "~/effects/base/text/csv"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { answers } from "~/effects/publishing/readapi/contract/ReadApi.server"
import { answerApi, isoOf, takeApiTurn } from "~/effects/publishing/readapi/pages/answer.server"
import { BondParkingsRepo } from "../parked/BondParkingsRepo.server"
import { ReceiptsRepo } from "../ReceiptsRepo.server"
import { Series } from "../Series"
import { SeriesLists } from "../SeriesLists.server"
import { publicBond } from "./bonds.server"

export const apiBond = Effect.gen(function* () {
  yield* takeApiTurn
  const { appOrigin } = yield* Settings
  const { community, series } = yield* publicBond
  return yield* answerApi(answers.bond, {
    schema: "bond/1",
    code: series.code,
    name: series.name,
    state: series.state,
    variant: series.variant,
    resource: series.bondResource,
    currency: { resource: series.currency, symbol: series.symbol },
    faceValue: series.faceValue,
    issuePrice: series.issuePrice,
    couponRatePct: series.couponRatePct,
    couponEvery: series.couponEvery,
    units: series.units,
    ordered: series.sold,
    settled: series.settledUnits,
    redeemed: series.redeemedUnits,
    minRaiseUnits: series.minRaiseUnits,
    audience: series.audience,
    saleOpensAt: isoOf(series.saleOpensAt),
    saleClosesAt: isoOf(series.saleClosesAt),
    settleBy: isoOf(series.settleBy),
    maturesAt: isoOf(series.maturesAt),
    payments: series.payments.map(({ daysLate, dueAt, kind, paidAt, perUnit, status }) => ({
      dueAt: isoOf(dueAt),
      kind,
      perUnit,
      status,
      paidAt: paidAt === null ? null : isoOf(paidAt),
      daysLate: paidAt === null ? null : daysLate
    })),
    reserveAccount: series.reserveAccount,
    reserve:
      series.cover === null
        ? null
        : {
            held: series.cover.held,
            owed: series.cover.owed,
            owedHere: series.owed,
            alsoOwed: series.cover.shared,
            cover: series.cover.share
          },
    termsDigest: series.termsDigest,
    issueTransaction: series.issueTxId,
    terms: `${appOrigin}/api/bonds/${community.id}/terms/${series.code}`,
    url: `${appOrigin}/explore/${community.slug}/bonds/${series.code}`
  })
})

const MOST = 500

/** The community a reader may read, by its address. */
const asked = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const account = Option.getOrNull(yield* currentAccount)
  const communities = yield* Communities
  const here = yield* insideOf(yield* communities.bySlug(searchParams.get("community") ?? "", account))
  return { here, isCsv: searchParams.get("format") !== "json" }
})

type Row = Readonly<Record<string, string | number | null>>

const fileOf = (name: string, slug: string, isCsv: boolean, columns: ReadonlyArray<string>, rows: ReadonlyArray<Row>) =>
  new Response(
    isCsv ? csvFile(columns, rows) : JSON.stringify({ schema: `${name}/1`, community: slug, rows }, null, 1),
    {
      headers: {
        "Content-Type": isCsv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="${slug}-${name}.${isCsv ? "csv" : "json"}"`
      }
    }
  )

/** Series with how many hold them; who holds what stands on the ledger. */
export const exportBonds = Effect.gen(function* () {
  const { here, isCsv } = yield* asked
  const lists = yield* SeriesLists
  const { shown } = yield* Ledger
  const series = yield* lists.published(here.community.id, null, MOST)
  const parked = yield* (yield* BondParkingsRepo).accountsOf(here.community.id)
  const ours: ReadonlyArray<string | null> = [here.community.treasuryAccount, ...parked]
  const rows = yield* Effect.forEach(series, (each) =>
    Effect.map(each.bondResource === null ? Effect.succeed(null) : known(shown.holders(each.bondResource)), (held) => ({
      code: each.code,
      name: each.name,
      state: each.state,
      resource: each.bondResource,
      currency: each.symbol,
      face_value: each.faceValue,
      issue_price: each.issuePrice,
      units: each.units,
      settled: each.settledUnits,
      redeemed: each.redeemedUnits,
      holders: held?.holders.filter(({ address }) => !ours.includes(address)).length ?? null,
      matures_at: isoOf(each.maturesAt)
    }))
  )
  return fileOf("bonds", here.community.slug, isCsv, Object.keys(rows[0] ?? { code: "" }), rows)
})

const Named = Schema.Struct(Series.fields).pick("id", "code", "symbol")

/** One's own receipts. */
export const exportReceipts = Effect.gen(function* () {
  const { here, isCsv } = yield* asked
  const { account } = here.standing
  if (account === null) return yield* new NotSignedIn({ action: "fetch your receipts" })
  const sql = yield* SqlClient.SqlClient
  const papers = yield* ReceiptsRepo
  const receipts = yield* papers.page(account, here.community.id, null, MOST)
  const namesIn = SqlSchema.findAll({
    Request: Schema.String,
    Result: Named,
    execute: (communityId) =>
      sql`SELECT id, code, symbol FROM bond_series WHERE community_id = ${communityId} LIMIT ${MOST}`
  })
  const named = yield* Effect.orDie(namesIn(here.community.id))
  const rows = receipts.map(({ amount, checkCode, kind, number, seriesId, settledAt, stateVersion, txId, units }) => {
    const series = named.find(({ id }) => id === seriesId)
    return {
      number,
      kind,
      series: series?.code ?? "",
      units,
      amount,
      currency: series?.symbol ?? "",
      transaction: txId,
      state_version: stateVersion,
      settled_at: isoOf(settledAt),
      check_code: checkCode
    }
  })
  return fileOf("receipts", here.community.slug, isCsv, Object.keys(rows[0] ?? { number: "" }), rows)
})
