/** Exports of bonds: a community's series, and the reader's own receipts (docs/product/publishing.md). */
import { Effect, Option, Schema, Stream } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { NotSignedIn } from "~/effects/base/failures/failures"
import { AT_ONCE, type Parts, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { isoOf } from "~/effects/publishing/readapi/pages/respond.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import type { Receipt } from "../Order"
import { ReceiptsRepo } from "../ReceiptsRepo.server"
import { Series } from "../Series"
import { type After, SeriesRepo } from "../SeriesRepo.server"

/** The community of the address, if the reader can read it. */
const asked = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const account = Option.getOrNull(yield* currentAccount)
  const communities = yield* Communities
  const here = yield* insideOf(yield* communities.bySlug(searchParams.get("community") ?? "", account))
  return { here, isCsv: searchParams.get("format") !== "json" }
})

type Row<Column extends string> = Readonly<Record<Column, string | number | null>>

const fileOf = <const Column extends string, R>(
  kind: string,
  slug: string,
  isCsv: boolean,
  columns: ReadonlyArray<Column>,
  rows: Parts<Row<Column>, never, R>
) =>
  downloadInParts(
    isCsv ? csvInParts(columns, rows) : jsonInParts({ schema: `${kind}/1`, community: slug }, "rows", rows),
    { name: `${slug}-${kind}`, isCsv }
  )

const BOND_COLUMNS = [
  "code",
  "name",
  "state",
  "resource",
  "currency",
  "face_value",
  "issue_price",
  "units",
  "settled",
  "redeemed",
  "holders",
  "matures_at",
  "collateral",
  "collateral_symbol",
  "collateral_per_bond",
  "collateral_from"
] as const

/** Series with their number of holders; the ledger shows who holds what. */
export const exportBonds = Effect.gen(function* () {
  const { here, isCsv } = yield* asked
  const { id, slug, treasuryAccount } = here.community
  const lists = yield* SeriesRepo
  const { shown } = yield* Ledger
  const escrows = yield* (yield* EscrowsRepo).bondAccounts(id)
  const ours: ReadonlyArray<string | null> = [treasuryAccount, ...escrows]
  const rowOf = (each: Series) =>
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
      matures_at: isoOf(each.maturesAt),
      collateral: each.collateral,
      collateral_symbol: each.collateralSymbol,
      collateral_per_bond: each.collateralAmount,
      collateral_from: each.collateralFrom === null ? null : isoOf(each.collateralFrom)
    }))
  const series = readInPages<Series, After | null, never, never>(null, (after) =>
    Effect.map(lists.published(id, after, AT_ONCE), (found) =>
      pageOf(found, AT_ONCE, (last) => ({ at: last.saleOpensAt, id: last.id }))
    )
  )
  const rows = Stream.mapEffect(series, (some) => Effect.forEach(some, rowOf))
  return yield* fileOf("bonds", slug, isCsv, BOND_COLUMNS, rows)
})

const Named = Schema.Struct(Series.fields).pick("id", "code", "symbol")
type Named = typeof Named.Type

const RECEIPT_COLUMNS = [
  "number",
  "kind",
  "series",
  "units",
  "amount",
  "currency",
  "transaction",
  "state_version",
  "settled_at",
  "check_code"
] as const

const receiptRow = (
  { amount, checkCode, kind, number, settledAt, stateVersion, txId, units }: Receipt,
  series: Named | undefined
) => ({
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
})

/** The reader's own receipts, newest first. */
export const exportReceipts = Effect.gen(function* () {
  const { here, isCsv } = yield* asked
  const { account } = here.communityRole
  if (account === null) return yield* new NotSignedIn({ action: "fetch your receipts" })
  const sql = yield* Sql
  const papers = yield* ReceiptsRepo
  const namesOf = findAll({
    Request: Schema.Array(Schema.String),
    Result: Named,
    execute: (ids) => sql`SELECT id, code, symbol FROM bond_series WHERE ${sql.in("id", ids)}`
  })
  const withNames = Effect.fn("exports.withNames")(function* (receipts: ReadonlyArray<Receipt>) {
    if (receipts.length === 0) return []
    const named = yield* namesOf([...new Set(receipts.map(({ seriesId }) => seriesId))])
    const byId = new Map(named.map((series) => [series.id, series]))
    return receipts.map((receipt) => receiptRow(receipt, byId.get(receipt.seriesId)))
  })
  const receipts = readInPages<Receipt, After | null, never, never>(null, (after) =>
    Effect.map(papers.page(account, here.community.id, after, AT_ONCE), (found) =>
      pageOf(found, AT_ONCE, (last) => ({ at: last.settledAt, id: last.id }))
    )
  )
  const rows = Stream.mapEffect(receipts, withNames)
  return yield* fileOf("receipts", here.community.slug, isCsv, RECEIPT_COLUMNS, rows)
})
