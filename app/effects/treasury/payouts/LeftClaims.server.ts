/**
 * Records claims whose tokens left a locker in transactions that this site did not make. Joins the surrounding
 * transaction.
 */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { LockerWithdrawal } from "~/effects/chain/ledger/lockerEvents"
import { amountOf, formatAmount } from "~/ledger/index"
import { DistributionCounters } from "./DistributionCounters.server"
import { type LeftLocker, LeftLockers, type LockerSigner, leftWords } from "./LeftLocker"

/** A transaction, and who proved a badge in it. */
export interface Taking {
  readonly txId: string
  readonly at: number
  readonly by: ReadonlyArray<LockerSigner>
}

const Row = Schema.Struct({
  id: Schema.String,
  account: AccountAddress,
  resource: ResourceAddress,
  symbol: Schema.String,
  size: AmountFromText,
  outside: LeftLockers,
  distributionId: Schema.String,
  title: Schema.String,
  number: Schema.Int
}).annotations(rowOf("claims"))
type Row = typeof Row.Type

/** A claim of which something was taken by someone other than its account. */
export interface Left extends Pick<Row, "account" | "distributionId" | "number" | "symbol" | "title"> {
  readonly left: LeftLocker
}

type Parts = Row["outside"]

const restOf = (size: bigint, parts: Parts) => parts.reduce((rest, { amount }) => rest - amountOf(amount), size)

const encode = Schema.encodeSync(LeftLockers)

export const makeLeftClaims = Effect.gen(function* () {
  const sql = yield* Sql
  const { recount } = yield* DistributionCounters

  const open = findAll({
    Request: Schema.Struct({
      communityId: CommunityId,
      locker: Schema.String,
      accounts: Schema.Array(Schema.String),
      txId: Schema.String
    }),
    Result: Row,
    execute: ({ accounts, communityId, locker, txId }) => sql`
      SELECT k.id, k.account, k.resource, k.symbol, k.amount AS size, k.outside, d.id AS distribution_id, d.title, d.number
      FROM claims k JOIN distribution_rows r ON r.id = k.origin_id JOIN distributions d ON d.id = r.distribution_id
      WHERE k.community_id = ${communityId} AND ${sql.in("k.account", accounts)} AND k.locker = ${locker}
        AND (k.state IN ('available', 'pending') OR k.tx_id = ${txId})
      ORDER BY k.available_at, k.id`
  })

  /** A withdrawal by a badge ends a claim whatever its amount; withdrawals by the account end it once all is gone. */
  const write = Effect.fnUntraced(function* ({ id, size, symbol }: Row, parts: Parts, left: LeftLocker) {
    const { at: updatedAt, txId, way } = left
    const isOver = way === "recover" || restOf(size, parts) === 0n
    const ended = { state: way === "recover" ? "left" : "claimed", txId, updatedAt }
    yield* sql`UPDATE claims SET ${sql.update({ outside: encode(parts), ...(isOver ? ended : {}) })} WHERE id = ${id}`
    if (!isOver) return
    const row = way === "recover" ? { state: "left", error: leftWords(left, symbol), txId } : { state: "claimed" }
    yield* sql`UPDATE distribution_rows SET ${sql.update(row)} WHERE id = ${id} AND state = 'claimable'`
  })

  /**
   * Assigns withdrawals to the oldest claims first. Returns what was taken by a badge; empty if the transaction is
   * already recorded.
   */
  const take = Effect.fn("LeftClaims.take")(function* (
    place: { readonly communityId: CommunityId; readonly locker: string },
    withdrawals: ReadonlyArray<LockerWithdrawal>,
    { at, by, txId }: Taking
  ) {
    const accounts = withdrawals.map(({ account }) => account)
    const rows = yield* open({ ...place, accounts, txId })
    if (rows.some(({ outside }) => outside.some((each) => each.txId === txId))) return []
    const taken: Array<Left> = []
    const partsOf = new Map(rows.map(({ id, outside }) => [id, outside]))
    const touched = new Set<string>()
    for (const { account, amount, resource, way } of withdrawals) {
      let rest = amountOf(amount)
      for (const row of rows.filter((each) => each.account === account && each.resource === resource)) {
        const before = partsOf.get(row.id) ?? []
        const there = restOf(row.size, before)
        const part = rest < there ? rest : there
        if (part <= 0n) continue
        rest -= part
        const left = { txId, at, way, amount: formatAmount(part), by: way === "recover" ? by : [] }
        partsOf.set(row.id, [...before, left])
        yield* write(row, [...before, left], left)
        touched.add(row.distributionId)
        if (way === "recover") taken.push({ ...row, left })
      }
    }
    yield* recount([...touched])
    return taken
  })

  return { take }
})
