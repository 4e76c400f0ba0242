/**
 * The indexer: tracks the addresses of communities on the ledger, starting from a stored state version. It finds
 * transactions that no page reported, and records movements of treasuries, escrow accounts and lockers. Reading a
 * transaction again changes nothing, so any server may run it and a stop in between loses nothing.
 */

import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { LockerAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { inParts } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { EscrowMovements, WithdrawalNotices } from "~/effects/chain/movements/EscrowMovements.server"
import { LockerWatch } from "~/effects/chain/movements/LockerWatch.server"
import { TreasuryMovements } from "~/effects/chain/movements/TreasuryMovements.server"
import { LedgerRecords } from "~/effects/chain/prepared-transactions/LedgerRecords.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { type Followed, FollowedAddresses, type FollowedRow } from "./FollowedAddresses.server"

const isLocker = Schema.is(LockerAddress)

/** Most pages of one address per round. */
const PAGES = 20

/** A failing address or transaction does not block the others. */
const logged = (address: string) => (error: { readonly _tag: string }) =>
  Effect.logWarning("the indexer could not follow an address", error._tag).pipe(Effect.annotateLogs({ address }))

export class Indexer extends Effect.Service<Indexer>()("chain/indexer/Indexer", {
  dependencies: [
    PreparedTransactions.Default,
    LedgerRecords.Default,
    TreasuryMovements.Default,
    EscrowMovements.Default,
    FollowedAddresses.Default,
    WorkQueue.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const steps = yield* PreparedTransactions
    const checks = yield* TransactionChecks
    const records = yield* LedgerRecords
    const movements = yield* TreasuryMovements
    const escrows = yield* EscrowMovements
    const news = yield* WithdrawalNotices
    const lockers = yield* LockerWatch
    const addresses = yield* FollowedAddresses
    const { scan } = yield* WorkQueue

    /**
     * Records a movement of an escrow account. A withdrawal that this site did not make is notified in the same
     * database transaction.
     */
    const storeEscrow = (address: string, transaction: CommittedTransaction) =>
      Effect.flatMap(
        escrows.store(address, transaction),
        Option.match({ onNone: () => Effect.void, onSome: ({ escrow, withdrawal }) => news.notify(escrow, withdrawal) })
      )

    /**
     * Adopts a prepared transaction first, so that the record has its kind; then records what the treasury or escrow
     * account moved. A failed transaction gets no record, but the fee it paid is a movement.
     */
    const take = Effect.fn("Indexer.take")(function* (row: Followed, transaction: CommittedTransaction) {
      const { address, communityId } = row
      yield* checks.adopt(transaction)
      if (!transaction.affected.includes(address)) return
      const seen = records.store({ communityId, kind: "seen", related: null, transaction })
      yield* Effect.all(
        [
          Effect.when(seen, () => transaction.status === "CommittedSuccess"),
          movements.store(communityId, address, transaction),
          storeEscrow(address, transaction)
        ],
        { discard: true }
      ).pipe(atomically(sql))
      if (isLocker(address) && transaction.status === "CommittedSuccess") {
        yield* lockers.check(communityId, address, transaction)
      }
    })

    const followOne = Effect.fn("Indexer.followOne")(function* (row: Followed) {
      let cursor: string | undefined
      for (let page = 0; page < PAGES; page++) {
        const from = { from: row.nextVersion, affected: row.address }
        const found = yield* ledger.transactions(cursor === undefined ? from : { ...from, cursor })
        for (const transaction of found.transactions) yield* take(row, transaction)
        yield* addresses.goOn(row, found.transactions.at(-1)?.stateVersion ?? row.nextVersion)
        if (found.cursor._tag === "None") return
        cursor = found.cursor.value
      }
    })
    const follow = (row: Followed) => {
      const log = logged(row.address)
      return Effect.catchTags(followOne(row), { GatewayDown: log, UnknownOnLedger: log, LedgerRefused: log })
    }

    /** Reads one community's addresses now, for a page that waits for its transaction. */
    const followCommunity = Effect.fn("Indexer.followCommunity")(function* (communityId: CommunityId) {
      yield* Effect.forEach(yield* addresses.ofCommunity(communityId), follow, { discard: true })
    })

    /** The same for decisions: fails if the ledger cannot be read to its end. */
    const requireFollows = Effect.fn("Indexer.requireFollows")(function* (communityId: CommunityId) {
      // An address unknown to the ledger has no transactions yet, like an account before its first one.
      const one = (row: Followed) => Effect.catchTag(followOne(row), "UnknownOnLedger", () => Effect.void)
      yield* orGatewayDown(Effect.forEach(yield* addresses.ofCommunity(communityId), one, { discard: true }))
    })

    const checkStep = (id: string) =>
      Effect.flatMap(
        Effect.option(steps.findOrFail(id)),
        Option.match({ onNone: () => Effect.void, onSome: checks.check })
      )
    /** Polls submitted transactions that are not known to be decided. */
    const stepsRound = scan({ job: "ledger.transactions", after: steps.undecided, keyOf: (id) => id, check: checkStep })

    const followAgain = Effect.fn("Indexer.followAgain")(function* (followed: FollowedRow) {
      const row = yield* addresses.one(followed)
      if (Option.isNone(row)) return
      // An address unknown to the ledger has no transactions yet. The gateway also responds so for a version that its
      // node has not reached.
      yield* Effect.catchTag(followOne(row.value), "UnknownOnLedger", () => Effect.void)
    })
    const addressesRound = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      scan({
        job: "ledger.addresses",
        after: addresses.due(now),
        keyOf: ({ address, communityId }) => `${communityId} ${address}`,
        check: followAgain
      })
    )
    const round = inParts({ steps: stepsRound, addresses: addressesRound }).pipe(Effect.withSpan("Indexer.round"))

    return { followCommunity, requireFollows, round }
  })
}) {}

/** Registered in jobs/list. */
export const indexerJob = Effect.map(Indexer, ({ round }) => ({
  name: "indexer",
  every: "minute" as const,
  run: round
}))
