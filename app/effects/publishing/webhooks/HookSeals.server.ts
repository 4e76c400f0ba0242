/**
 * Secrets that were sealed under an earlier key are sealed anew, so that the operator can take that key away
 * (docs/operations/secrets.md). Any server may do it, any number of times.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { HOOK_SECRETS } from "./Webhooks.server"

/** Hooks of one statement. */
const PIECE = 100

const Sealed = Schema.Struct({ id: Schema.String, secret: Schema.String })

export class HookSeals extends Effect.Service<HookSeals>()("effects/HookSeals", {
  dependencies: [Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const seal = yield* Seal

    const next = SqlSchema.findAll({
      Request: Schema.String,
      Result: Sealed,
      execute: (after) => sql`SELECT id, secret FROM webhooks WHERE id > ${after} ORDER BY id LIMIT ${PIECE}`
    })

    /** Leaves a hook alone whose secret changed meanwhile. */
    const sealAnew = Effect.fn("HookSeals.sealAnew")(function* ({ id, secret }: typeof Sealed.Type) {
      const opened = seal.open(HOOK_SECRETS, id, secret)
      if (Option.isNone(opened)) {
        return yield* Effect.annotateLogs(
          Effect.logError("a webhook's secret does not open: a key is missing in SEAL_KEYS_ACCEPTED"),
          { hook: id }
        )
      }
      if (opened.value.isCurrent) return
      const anew = yield* seal.encrypt(HOOK_SECRETS, id, opened.value.bytes)
      yield* sql`UPDATE webhooks SET secret = ${anew} WHERE id = ${id} AND secret = ${secret}`
    })

    const run = Effect.gen(function* () {
      if (!seal.hasFurtherKeys) return
      for (let after = ""; ; ) {
        const rows = yield* next(after)
        yield* Effect.forEach(rows, sealAnew, { discard: true })
        const last = rows.at(-1)
        if (last === undefined || rows.length < PIECE) return
        after = last.id
      }
    }).pipe(Effect.orDie, Effect.withSpan("HookSeals.run"))

    return { run }
  })
}) {}

export const hookSealsJob = Effect.map(HookSeals, ({ run }): Job => ({ name: "webhook-seals", every: "hour", run }))
