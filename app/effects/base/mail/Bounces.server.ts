/**
 * Addresses that a mail server rejected permanently or that an operator added. They get no more e-mails except those
 * that their person requests at that moment; the first delivered e-mail removes the address from the list.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"

export const Bounce = Schema.Struct({ address: Schema.String, reason: Schema.String, since: Schema.Number })
export type Bounce = typeof Bounce.Type

/** Normalised as profiles compare addresses. */
const keyOf = (address: string) => address.trim().toLowerCase()

export class Bounces extends Effect.Service<Bounces>()("base/mail/Bounces", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findOne({
      Request: Schema.String,
      Result: Bounce,
      execute: (address) => sql`SELECT address, reason, since FROM mail_bounces WHERE address = ${address}`
    })
    const selectAll = findAll({
      Request: Schema.Int,
      Result: Bounce,
      execute: (limit) =>
        sql`SELECT address, reason, since FROM mail_bounces ORDER BY since DESC, address LIMIT ${limit}`
    })
    const selectUnnotified = findAll({
      Request: Schema.Int,
      Result: Bounce,
      execute: (limit) => sql`SELECT address, reason, since FROM mail_bounces WHERE notified_at IS NULL
        ORDER BY since LIMIT ${limit}`
    })

    return {
      find: (address: string) => select(keyOf(address)),
      has: (address: string) => Effect.map(select(keyOf(address)), Option.isSome),
      list: (limit: number) => selectAll(limit),

      /** False if the address is on the list. */
      add: Effect.fn("Bounces.add")(function* (address: string, reason: string) {
        const row = { address: keyOf(address), reason, since: yield* Clock.currentTimeMillis, notifiedAt: null }
        const added = yield* sql`INSERT INTO mail_bounces ${sql.insert(row)}
          ON CONFLICT (address) DO NOTHING RETURNING address`
        return added.length > 0
      }),

      /** False if the address is not on the list. */
      forget: (address: string) =>
        sql`DELETE FROM mail_bounces WHERE address = ${keyOf(address)} RETURNING address`.pipe(
          Effect.map((rows) => rows.length > 0)
        ),

      /** Addresses whose person has not been notified yet, oldest first. */
      unnotified: (limit: number) => selectUnnotified(limit),
      markNotified: (address: string) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (now) => sql`UPDATE mail_bounces SET notified_at = ${now} WHERE address = ${address}`
        )
    }
  })
}) {}
