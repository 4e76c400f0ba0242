/**
 * Detects withdrawals from a locker in transactions that this site did not prepare, records them with each claim, and
 * notifies the recipient and those who can spend from the treasury. If an account withdraws in its own wallet, the
 * claim is claimed and nobody is notified.
 */
import { SqlClient } from "@effect/sql"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { readable } from "~/effects/base/amounts/readable"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { LockerWithdrawal } from "~/effects/chain/ledger/lockerEvents"
import { proversIn } from "~/effects/chain/ledger/provers.server"
import { LockerWatch } from "~/effects/chain/movements/LockerWatch.server"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { treasuryAdmins } from "~/effects/treasury/escrow/treasuryAdmins.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { pathOf } from "./Distribution"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { type LeftLocker, LeftLockers, type LockerSigner, leftWords, signersWords } from "./LeftLocker"

/** A transaction, and who proved a badge in it. */
interface Taking {
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
interface Left extends Pick<Row, "account" | "distributionId" | "number" | "symbol" | "title"> {
  readonly left: LeftLocker
}

type Parts = Row["outside"]

const restOf = (size: bigint, parts: Parts) => parts.reduce((rest, { amount }) => rest - amountOf(amount), size)

const encode = Schema.encodeSync(LeftLockers)

/** Assigns what left a locker to claims. Joins the surrounding transaction. */
const makeLeftClaims = Effect.gen(function* () {
  const sql = yield* Sql
  const { recount } = yield* DistributionsRepo

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
  const take = Effect.fn("lockerWatch.take")(function* (
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

export const LockerWatchLive = Layer.effect(
  LockerWatch,
  Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const claims = yield* makeLeftClaims
    const payees = yield* PayeeNotices
    const notifications = yield* Notifications
    const activity = yield* Activity

    /**
     * Whether the transaction is one of this site's: confirmed as prepared, or stored before it was submitted. A
     * transaction that a page only names does not count.
     */
    const isOwn = (communityId: CommunityId, txId: string) =>
      Effect.map(
        sql`SELECT 1 AS own FROM communities c WHERE c.id = ${communityId} AND (
          EXISTS (SELECT 1 FROM ledger_records r
            WHERE r.community_id = c.id AND r.tx_id = ${txId} AND r.kind <> 'seen')
          OR EXISTS (SELECT 1 FROM approval_requests a WHERE a.tx_id = ${txId} AND a.community_id = c.id))`,
        (rows) => rows.length > 0
      )

    const signersOf = Effect.fnUntraced(function* (communityId: CommunityId, transaction: CommittedTransaction) {
      const provers = yield* proversIn(sql, communityId, transaction)
      const names = yield* Effect.provideService(
        namesOf(provers.map(({ account }) => account)),
        SqlClient.SqlClient,
        sql
      )
      return provers.map(({ account, key }) => ({ account, key, name: names.get(account) ?? null }))
    })

    const notifyOne = (communityId: CommunityId, { account, left: { amount, at, by, txId }, symbol }: Left) => {
      const what = `${readable(amount)} ${symbol} that waited for you left the locker on ${inUtc("moment", at)} UTC`
      return payees.notify({
        to: [account],
        type: "claim",
        communityId,
        target: `${claimsHref(communityId)}#${txId.slice(-12)}`,
        text: `${what} by a transaction that this site did not make, ${signersWords(by)}.`,
        outside: { text: `${what} by a transaction that this site did not make.` },
        importance: "important"
      })
    }

    /** Notifies about one payout. */
    const notifyAdmins = Effect.fnUntraced(function* (communityId: CommunityId, taken: ReadonlyArray<Left>) {
      const [first] = taken
      if (first === undefined) return
      const { left, number, symbol, title } = first
      const sum = formatAmount(taken.reduce((all, each) => all + amountOf(each.left.amount), 0n))
      const amount = `${readable(sum)} ${symbol}`
      const [about, people] = [`the payout “${title}”`, counted(taken.length, "recipient", "recipients")]
      const target = pathOf(communityId, number)
      yield* notifications.notify({
        to: yield* treasuryAdmins(sql, communityId),
        type: "escrow",
        communityId,
        target: `${target}#${left.txId.slice(-12)}`,
        text: `${amount} that waited for ${people} of ${about} left the locker by a transaction that this site did not make, ${signersWords(left.by)}.`,
        importance: "important"
      })
      const data = { amount, about, people }
      yield* activity.record({ communityId, actor: null, type: "lockerMoved", target, data, visibility: "public" })
    })

    return {
      check: Effect.fn("lockerWatch.check")(function* (communityId, locker, transaction) {
        const { at, intentHash: txId } = transaction
        if (yield* isOwn(communityId, txId)) return
        const withdrawals = yield* ledger.lockerWithdrawals(locker, txId)
        if (withdrawals.length === 0) return
        yield* Effect.gen(function* () {
          yield* withLocks(sql, [`locker:${locker}`])
          const by = yield* signersOf(communityId, transaction)
          const taken = yield* claims.take({ communityId, locker }, withdrawals, { txId, at: Date.parse(at), by })
          for (const each of taken) yield* notifyOne(communityId, each)
          for (const some of Object.values(Arr.groupBy(taken, ({ distributionId }) => distributionId))) {
            yield* notifyAdmins(communityId, some)
          }
        }).pipe(atomically(sql))
      })
    }
  })
).pipe(Layer.provide(Layer.mergeAll(DistributionsRepo.Default, PayeeNotices.Default)))
