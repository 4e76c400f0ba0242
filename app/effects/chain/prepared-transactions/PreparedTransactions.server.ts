/**
 * Prepared transactions for wallets to sign. Only what the ledger says moves one on (`TransactionChecks`). Of all attempts
 * with one idempotency key, the database allows one that is pending or done.
 */
import type { SqlClient, Statement } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId } from "~/effects/base/text/random.server"
import { type Manifest, renderManifest } from "~/ledger/index"
import { StepDone, TransactionUnderWay } from "./errors"
import { fingerprintOf } from "./fingerprint"
import { FoundStep, isOver, Step, type TransactionState } from "./Step"
import { lockOf, makeTransactionLeases } from "./TransactionLeases.server"

/** Names the row in errors if it cannot be decoded. */
const StepRow = Step.annotations(rowOf("prepared_transactions"))
const FoundRow = FoundStep.annotations(rowOf("prepared_transactions"))

/** Columns that can change with the state. */
type StepChange = Partial<Pick<Step, "txId" | "stateVersion" | "problem" | "sentAt">>

/** Selects a prepared transaction `s` with its lease. */
const SELECT_STEPS = `SELECT s.*, l.account AS lease_account, l.holder AS lease_holder, l.leased_at, l.leased_until
  FROM prepared_transactions s LEFT JOIN transaction_leases l ON l.idempotency_key = s.idempotency_key AND l.holder <> ''`

const Counted = Schema.Struct({ many: Schema.Int })
const OfKind = Schema.Struct({ communityId: CommunityId, kind: Schema.String })
const OfKinds = Schema.Struct({ communityId: CommunityId, kinds: Schema.Array(Schema.String) })

/** The prepared transaction `s` of a key that is not final. Same condition as the unique index on keys. */
export const aliveStep = (sql: SqlClient.SqlClient, key: string): Statement.Fragment =>
  sql`s.idempotency_key = ${key} AND s.state IN ('waiting', 'sent', 'committed', 'verified')`

/** The same if it is confirmed. With the state alone SQLite would read all confirmed ones of the site. */
export const provenStep = (sql: SqlClient.SqlClient, key: string): Statement.Fragment =>
  sql`${aliveStep(sql, key)} AND s.state = 'verified'`

export interface NewStep {
  /** The same key as the ledger's, if the manifest ends by locking one: `drop:{batch}`, `series:{id}`. */
  readonly idempotencyKey: string
  readonly kind: string
  readonly communityId: CommunityId
  readonly related: string
  /** The account whose wallet is asked. */
  readonly account: AccountAddress
  readonly manifest: Manifest
  /** Data that the kind needs to confirm the transaction. */
  readonly detail?: unknown
}

const stepOf = ({ detail = null, manifest, ...rest }: NewStep, id: string, fingerprint: string, now: number): Step => ({
  ...rest,
  id,
  manifest: renderManifest(manifest),
  fingerprint,
  detail: JSON.stringify(detail),
  state: "waiting",
  txId: null,
  stateVersion: null,
  problem: null,
  sentAt: null,
  createdAt: now,
  updatedAt: now
})

export class PreparedTransactions extends Effect.Service<PreparedTransactions>()(
  "chain/prepared-transactions/PreparedTransactions",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const leases = yield* makeTransactionLeases
      const transition = transitionsOf<TransactionState, StepChange>(sql, "prepared_transactions")

      const found = sql.literal(SELECT_STEPS)
      const one = (where: (key: string) => Statement.Fragment) =>
        findOne({
          Request: Schema.String,
          Result: FoundRow,
          execute: (key) => sql`${found} WHERE ${where(key)}`
        })
      const byId = one((id) => sql`s.id = ${id}`)
      const newest = one(
        (key) => sql`s.idempotency_key = ${key} AND s.state <> 'replaced'
        ORDER BY s.created_at DESC, s.id DESC LIMIT 1`
      )
      const alive = one((key) => aliveStep(sql, key))
      const byPrint = findAll({
        Request: Schema.String,
        Result: StepRow,
        execute: (fingerprint) => sql`SELECT * FROM prepared_transactions WHERE fingerprint = ${fingerprint}
        ORDER BY created_at DESC, id DESC LIMIT 10`
      })

      const ofKinds = findAll({
        Request: OfKinds,
        Result: FoundRow,
        execute: ({ communityId, kinds }) => sql`${found}
            WHERE s.community_id = ${communityId} AND ${sql.in("s.kind", kinds)} AND s.state <> 'replaced'
              AND NOT EXISTS (SELECT 1 FROM prepared_transactions n WHERE n.community_id = s.community_id AND n.kind = s.kind
                AND n.state <> 'replaced' AND (n.created_at, n.id) > (s.created_at, s.id))`
      })
      const submitted = findAll({
        Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
        Result: Schema.Struct({ id: Schema.String }),
        execute: ({ after, limit }) => sql`SELECT id FROM prepared_transactions
            WHERE state IN ('sent', 'committed') AND id > ${after} ORDER BY id LIMIT ${limit}`
      })
      const doneOf = single({
        Request: OfKind,
        Result: Counted,
        execute: ({ communityId, kind }) => sql`SELECT COUNT(*) AS many FROM prepared_transactions
            WHERE community_id = ${communityId} AND kind = ${kind} AND state = 'verified'`
      })

      /** Fails with "not found", like a missing page. */
      const findOrFail = (id: string) =>
        Effect.flatMap(byId(id), Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))

      const turn = (idempotencyKey: string) => withLocks(sql, [lockOf(idempotencyKey)])

      /** Updates the transaction only if it is in one of the given states; returns it as it then is. */
      const move = Effect.fn("PreparedTransactions.move")(function* (
        id: string,
        from: ReadonlyArray<TransactionState>,
        state: TransactionState,
        change: StepChange = {}
      ) {
        if (!(yield* transition(id, { from, to: state, change }))) return Option.none<FoundStep>()
        const step = yield* byId(id)
        if (Option.isSome(step)) yield* leases.moved(step.value.idempotencyKey, isOver(state))
        return step
      })

      /**
       * The same request twice is one prepared transaction. A different one replaces the unsubmitted one before it, once
       * no wallet can sign that any more.
       */
      const open = Effect.fn("PreparedTransactions.open")(function* (given: NewStep) {
        const now = yield* Clock.currentTimeMillis
        const fingerprint = fingerprintOf(given.manifest)
        yield* turn(given.idempotencyKey)
        const before = Option.getOrUndefined(yield* alive(given.idempotencyKey))
        if (before?.state === "verified") return yield* new StepDone()
        if (before?.state === "sent" || before?.state === "committed") return yield* new TransactionUnderWay()
        if (before !== undefined && before.fingerprint === fingerprint && before.account === given.account)
          return before
        if (before !== undefined) {
          yield* leases.requireOver(given.idempotencyKey, given.account)
          yield* move(before.id, ["waiting"], "replaced")
        }
        const step = stepOf(given, yield* randomId(), fingerprint, now)
        yield* sql`INSERT INTO prepared_transactions ${sql.insert(step)}`
        return step
      }, atomically(sql))

      /** Discards an unsubmitted transaction, so that something else can be prepared. */
      const drop = Effect.fn("PreparedTransactions.drop")(function* ({ account, id, idempotencyKey }: Step) {
        yield* turn(idempotencyKey)
        yield* leases.requireOver(idempotencyKey, account)
        return yield* move(id, ["waiting"], "replaced")
      }, atomically(sql))

      /**
       * Grants the lease to one page at a time. Returns the transaction as it is; one that is submitted or final needs no
       * signature.
       */
      const handOver = Effect.fn("PreparedTransactions.handOver")(function* (
        id: string,
        holder: string,
        takeOver: boolean
      ) {
        const { idempotencyKey } = yield* findOrFail(id)
        yield* turn(idempotencyKey)
        const step = yield* findOrFail(id)
        if (step.state !== "waiting") return step
        const { account, communityId } = step
        yield* leases.take({ idempotencyKey, communityId, account, holder, takeOver })
        return yield* findOrFail(id)
      }, atomically(sql))

      return {
        findOrFail,
        /** The last attempt, however it ended. */
        newest,
        /** The attempt that is pending or done. */
        alive,
        byFingerprint: byPrint,
        /** The last attempt of each kind in one community, however it ended. */
        newestOf: (communityId: CommunityId, ...kinds: ReadonlyArray<string>) => ofKinds({ communityId, kinds }),
        /** Number of confirmed transactions of a kind; used to number the idempotency keys of repeatable ones. */
        countDone: (communityId: CommunityId, kind: string) =>
          Effect.map(doneOf({ communityId, kind }), ({ many }) => many),
        /** Submitted and undecided, after `last`. Returns IDs only, so that an unreadable row does not block the others. */
        undecided: (last: string | null, limit: number) =>
          Effect.map(submitted({ after: last ?? "", limit }), (rows) => rows.map(({ id }) => id)),
        open,
        drop,
        move,
        turn,
        handOver,
        leases
      }
    })
  }
) {}
