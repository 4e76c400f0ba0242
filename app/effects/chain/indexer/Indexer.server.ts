/**
 * The indexer: follows the addresses of communities through the ledger, from a stored state version on. It finds the
 * transactions nobody told of, and writes down how treasuries move. Reading the same transaction again changes
 * nothing, so any server may do it, and a stop in between loses nothing.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerRecords } from "~/effects/chain/ledger-steps/LedgerRecords.server"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { TreasuryMovements } from "~/effects/chain/movements/TreasuryMovements.server"
import { type Followed, FollowedAddresses } from "./FollowedAddresses.server"

/** Addresses and steps looked at in one round, the longest untouched first; the rest comes with the next. */
const AT_ONCE = 200
const STEPS_AT_ONCE = 50
/** Pages of one address in one round. */
const PAGES = 20

/** Trouble with one address or step is no reason to leave the others. */
const logged = (address: string) => (error: { readonly _tag: string }) =>
  Effect.logWarning("the indexer could not follow an address", error._tag).pipe(Effect.annotateLogs({ address }))

export class Indexer extends Effect.Service<Indexer>()("effects/Indexer", {
  dependencies: [LedgerSteps.Default, LedgerRecords.Default, TreasuryMovements.Default, FollowedAddresses.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const steps = yield* LedgerSteps
    const checks = yield* StepChecks
    const records = yield* LedgerRecords
    const movements = yield* TreasuryMovements
    const addresses = yield* FollowedAddresses

    /** A step first, so that the record has its name; then what the treasury gave and got. */
    const take = Effect.fn("Indexer.take")(function* (row: Followed, transaction: CommittedTransaction) {
      const { address, communityId } = row
      yield* checks.adopt(transaction)
      yield* Effect.when(
        Effect.zipRight(
          records.keep({ communityId, kind: "seen", related: null, transaction }),
          movements.keep(communityId, address, transaction)
        ),
        () => transaction.affected.includes(address) && transaction.status === "CommittedSuccess"
      ).pipe(atomically(sql))
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

    /** One community now, for a page that waits for its transaction. */
    const followCommunity = Effect.fn("Indexer.followCommunity")(function* (communityId: string) {
      yield* Effect.forEach(yield* addresses.ofCommunity(communityId), follow, { discard: true })
    })

    /** The same where the answer decides something: fails where the ledger cannot be read to its end. */
    const mustFollow = Effect.fn("Indexer.mustFollow")(function* (communityId: string) {
      // What the ledger does not know has done nothing there: an account before its first transaction.
      const one = (row: Followed) => Effect.catchTag(followOne(row), "UnknownOnLedger", () => Effect.void)
      yield* orGatewayDown(Effect.forEach(yield* addresses.ofCommunity(communityId), one, { discard: true }))
    })

    const round = Effect.gen(function* () {
      const open = yield* steps.undecided(STEPS_AT_ONCE)
      const check = (step: (typeof open)[number]) => Effect.catchTag(checks.check(step), "GatewayDown", logged(step.id))
      yield* Effect.forEach(open, check, { discard: true })
      yield* Effect.forEach(yield* addresses.due(AT_ONCE), follow, { discard: true })
    }).pipe(Effect.withSpan("Indexer.round"))

    return { followCommunity, mustFollow, round }
  })
}) {}

/** Hung into jobs/list. */
export const indexerJob = Effect.map(Indexer, ({ round }) => ({
  name: "indexer",
  every: "minute" as const,
  run: round
}))
