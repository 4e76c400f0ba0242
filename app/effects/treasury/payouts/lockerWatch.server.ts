/**
 * Detects withdrawals from a locker in transactions that this site did not prepare, records them with each claim, and
 * notifies the recipient and those who can spend from the treasury. If an account withdraws in its own wallet, the
 * claim is claimed and nobody is notified.
 */

import { SqlClient } from "@effect/sql"
import { Array as Arr, Effect, Layer } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { readable } from "~/effects/base/amounts/readable"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { proversIn } from "~/effects/chain/ledger/provers.server"
import { LockerWatch } from "~/effects/chain/movements/LockerWatch.server"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { treasuryAdmins } from "~/effects/treasury/escrow/treasuryAdmins.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { pathOf } from "./Distribution"
import { DistributionCounters } from "./DistributionCounters.server"
import { type Left, makeLeftClaims } from "./LeftClaims.server"
import { signersWords } from "./LeftLocker"

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
).pipe(Layer.provide(Layer.mergeAll(DistributionCounters.Default, PayeeNotices.Default)))
