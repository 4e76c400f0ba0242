/**
 * The indexer: follows the addresses of communities through the ledger, from a stored state version on. It finds the
 * transactions nobody told of, and writes down how treasuries move. Reading the same transaction again changes
 * nothing, so any server may do it, and a stop in between loses nothing.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { recordTransaction } from "~/effects/chain/ledger-steps/records.server"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { keepMovements } from "~/effects/chain/movements/keepMovements.server"
import { Followed } from "./followed.server"

/** Addresses and steps looked at in one round, the longest untouched first; the rest comes with the next. */
const AT_ONCE = 200
const STEPS_AT_ONCE = 50
/** Pages of one address in one round. */
const PAGES = 20

export class Indexer extends Effect.Service<Indexer>()("effects/Indexer", {
  dependencies: [LedgerSteps.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const steps = yield* LedgerSteps
    const checks = yield* StepChecks

    const due = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Followed,
      execute: (limit) => sql`SELECT community_id, address, next_version FROM ledger_followed
        ORDER BY looked_at, address LIMIT ${limit}`
    })
    const ofCommunity = SqlSchema.findAll({
      Request: Schema.String,
      Result: Followed,
      execute: (id) => sql`SELECT community_id, address, next_version FROM ledger_followed WHERE community_id = ${id}`
    })

    /** A step first, so that the record has its name; then what the treasury gave and got. */
    const take = Effect.fn("Indexer.take")(function* (
      { address, communityId }: Followed,
      transaction: CommittedTransaction
    ) {
      yield* checks.adopt(transaction)
      const moves = keepMovements(sql, communityId, address, transaction)
      yield* Effect.when(
        Effect.zipRight(recordTransaction(sql, { communityId, kind: "seen", related: null, transaction }), moves),
        () => transaction.affected.includes(address) && transaction.status === "CommittedSuccess"
      ).pipe(atomically(sql))
    })

    /** From the last version seen on, that one again: a version beyond the ledger's end is none to begin from. */
    const goOn = ({ address, communityId }: Followed, nextVersion: number) =>
      Effect.gen(function* () {
        const lookedAt = yield* Clock.currentTimeMillis
        yield* sql`UPDATE ledger_followed SET looked_at = ${lookedAt},
            next_version = CASE WHEN next_version < ${nextVersion} THEN ${nextVersion} ELSE next_version END
          WHERE community_id = ${communityId} AND address = ${address}`
      }).pipe(Effect.orDie)

    const followOne = Effect.fn("Indexer.followOne")(function* (row: Followed) {
      let cursor: string | undefined
      for (let page = 0; page < PAGES; page++) {
        const from = { from: row.nextVersion, affected: row.address }
        const found = yield* ledger.transactions(cursor === undefined ? from : { ...from, cursor })
        for (const transaction of found.transactions) yield* take(row, transaction)
        yield* goOn(row, found.transactions.at(-1)?.stateVersion ?? row.nextVersion)
        if (found.cursor._tag === "None") return
        cursor = found.cursor.value
      }
    })

    /** Trouble with one address is no reason to leave the others. */
    const quietly = <A, E extends { readonly _tag: string }>(program: Effect.Effect<A, E>, address: string) =>
      Effect.catchAll(program, (error) =>
        Effect.logWarning("the indexer could not follow an address", error._tag).pipe(Effect.annotateLogs({ address }))
      )

    /** One community now, for a page that waits for its transaction. */
    const followCommunity = Effect.fn("Indexer.followCommunity")(function* (communityId: string) {
      const rows = yield* Effect.orDie(ofCommunity(communityId))
      yield* Effect.forEach(rows, (row) => quietly(followOne(row), row.address), { discard: true })
    })

    /** The same, for who must know: fails where the ledger cannot be read to its end. */
    const mustFollow = Effect.fn("Indexer.mustFollow")(function* (communityId: string) {
      const rows = yield* Effect.orDie(ofCommunity(communityId))
      // What the ledger does not know has done nothing there: an account before its first transaction.
      const follow = (row: Followed) => Effect.catchTag(followOne(row), "UnknownOnLedger", () => Effect.void)
      yield* orGatewayDown(Effect.forEach(rows, follow, { discard: true }))
    })

    const round = Effect.gen(function* () {
      const open = yield* steps.undecided(STEPS_AT_ONCE)
      yield* Effect.forEach(open, (step) => quietly(checks.check(step), step.id), { discard: true })
      const rows = yield* Effect.orDie(due(AT_ONCE))
      yield* Effect.forEach(rows, (row) => quietly(followOne(row), row.address), { discard: true })
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
