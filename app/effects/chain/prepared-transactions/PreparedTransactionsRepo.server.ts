/** Repository of prepared transactions, each read with its lease. */
import type { Statement } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere } from "~/effects/base/failures/failures"
import { FoundStep, Step, type TransactionState } from "./Step"
import { aliveStep } from "./stepOfKey.server"

/** Names the row in errors if it cannot be decoded. */
const StepRow = Step.annotations(rowOf("prepared_transactions"))
export const FoundRow = FoundStep.annotations(rowOf("prepared_transactions"))

/** Columns that can change with the state. */
export type StepChange = Partial<Pick<Step, "txId" | "stateVersion" | "problem" | "sentAt">>

/** Selects a prepared transaction `s` with its lease. */
export const SELECT_STEPS = `SELECT s.*, l.account AS lease_account, l.holder AS lease_holder, l.leased_at, l.leased_until
  FROM prepared_transactions s LEFT JOIN transaction_leases l ON l.once_key = s.once_key AND l.holder <> ''`

/** The rows of `prepared_transactions`, one at a time; `TransactionLists` reads lists. */
export class PreparedTransactionsRepo extends Effect.Service<PreparedTransactionsRepo>()(
  "chain/prepared-transactions/PreparedTransactionsRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql
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
        (key) => sql`s.once_key = ${key} AND s.state <> 'replaced'
        ORDER BY s.created_at DESC, s.id DESC LIMIT 1`
      )
      const alive = one((key) => aliveStep(sql, key))
      const byPrint = findAll({
        Request: Schema.String,
        Result: StepRow,
        execute: (fingerprint) => sql`SELECT * FROM prepared_transactions WHERE fingerprint = ${fingerprint}
        ORDER BY created_at DESC, id DESC LIMIT 10`
      })

      return {
        insert: (step: Step) => sql`INSERT INTO prepared_transactions ${sql.insert(step)}`,
        /** Returns whether it was still in one of the given states. */
        move: (id: string, from: ReadonlyArray<TransactionState>, to: TransactionState, change: StepChange) =>
          transition(id, { from, to, change }),
        find: (id: string) => byId(id),
        /** Fails with "not found", like a missing page. */
        findOrFail: (id: string) =>
          Effect.flatMap(byId(id), Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed })),
        /** The last attempt, however it ended. */
        newest: (onceKey: string) => newest(onceKey),
        /** The attempt that is pending or done. */
        alive: (onceKey: string) => alive(onceKey),
        byFingerprint: (fingerprint: string) => byPrint(fingerprint)
      }
    })
  }
) {}
