/**
 * Signed orders that were sealed under an earlier key are sealed anew, so that the operator can take that key away
 * (docs/operations/secrets.md). Any server may do it, any number of times.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schedule, Schema } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { SIGNED_ORDERS } from "./SealedOrders.server"

/** Orders of one statement. */
const PIECE = 100
/** Named in the log, where they cannot be opened. */
const NAMED = 10

const Sealed = Schema.Struct({ id: Schema.String, sealed: Schema.String })

export interface Resealed {
  /** Sealed anew under the key that seals today. */
  readonly anew: number
  /** Orders that none of the keys opens. */
  readonly closed: ReadonlyArray<string>
}

export class Resealing extends Effect.Service<Resealing>()("effects/bonds/Resealing", {
  dependencies: [Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const seal = yield* Seal

    const next = SqlSchema.findAll({
      Request: Schema.String,
      Result: Sealed,
      execute: (after) => sql`SELECT id, sealed FROM bond_orders
        WHERE state IN ('signed', 'settling') AND sealed IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${PIECE}`
    })

    /** Leaves an order alone that changed meanwhile: what another server wrote is as good. */
    const sealAnew = Effect.fn("Resealing.sealAnew")(function* (id: string, before: string, bytes: Uint8Array) {
      const sealed = yield* seal.encrypt(SIGNED_ORDERS, id, bytes)
      yield* sql`UPDATE bond_orders SET sealed = ${sealed} WHERE id = ${id} AND sealed = ${before}`
    })

    /** All orders, once. */
    const run: Effect.Effect<Resealed> = Effect.gen(function* () {
      let anew = 0
      const closed: Array<string> = []
      for (let after = ""; ; ) {
        const rows = yield* next(after)
        for (const { id, sealed } of rows) {
          const opened = seal.open(SIGNED_ORDERS, id, sealed)
          if (Option.isNone(opened)) closed.push(id)
          else if (!opened.value.isCurrent) {
            yield* sealAnew(id, sealed, opened.value.bytes)
            anew++
          }
        }
        const last = rows.at(-1)
        if (last === undefined || rows.length < PIECE) return { anew, closed }
        after = last.id
      }
    }).pipe(Effect.orDie, Effect.withSpan("Resealing"))

    return { run, hasFurtherKeys: seal.hasFurtherKeys }
  })
}) {}

const sayClosed = (closed: ReadonlyArray<string>) =>
  closed.length === 0
    ? Effect.void
    : Effect.logError("signed orders do not open: a key is missing in SEAL_KEYS_ACCEPTED").pipe(
        Effect.annotateLogs({ orders: closed.length, first: closed.slice(0, NAMED).join(" ") })
      )

/** After the start, and hourly: while servers restart one by one, others still seal under the earlier key. */
export const ResealingLive = Layer.scopedDiscard(
  Effect.flatMap(Resealing, ({ hasFurtherKeys, run }) =>
    hasFurtherKeys
      ? run.pipe(
          Effect.tap(({ anew, closed }) =>
            Effect.zipRight(
              Effect.annotateLogs(Effect.logInfo("signed orders are sealed under today's key"), { sealedAnew: anew }),
              sayClosed(closed)
            )
          ),
          Effect.catchAllCause(logDied("sealing orders anew died")),
          Effect.repeat(Schedule.spaced("1 hour")),
          Effect.delay("10 seconds"),
          Effect.forkScoped,
          Effect.asVoid
        )
      : Effect.void
  )
).pipe(Layer.provide(Resealing.Default))
