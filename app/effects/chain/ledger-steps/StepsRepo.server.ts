/** Steps on disk, each read with the lease of the wallet that may still answer. */
import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { FoundStep, Step, type StepState } from "./Step"

/** What a change of state brings along. */
export type StepChange = Partial<Pick<Step, "txId" | "stateVersion" | "problem" | "sentAt">>

const Counted = Schema.Struct({ many: Schema.Int })
const OfKind = Schema.Struct({ communityId: Schema.String, kind: Schema.String })
const OfKinds = Schema.Struct({ communityId: Schema.String, kinds: Schema.Array(Schema.String) })

/** The rows of `ledger_steps`. */
export class StepsRepo extends Effect.Service<StepsRepo>()("effects/StepsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const found =
      sql.literal(`SELECT s.*, l.account AS lease_account, l.holder AS lease_holder, l.leased_at, l.leased_until
      FROM ledger_steps s LEFT JOIN step_leases l ON l.once_key = s.once_key AND l.holder <> ''`)
    const one = (where: (key: string) => Statement.Fragment) =>
      SqlSchema.findOne({
        Request: Schema.String,
        Result: FoundStep,
        execute: (key) => sql`${found} WHERE ${where(key)}`
      })
    const byId = one((id) => sql`s.id = ${id}`)
    const newest = one(
      (key) => sql`s.once_key = ${key} AND s.state <> 'replaced'
        ORDER BY s.created_at DESC, s.id DESC LIMIT 1`
    )
    const alive = one((key) => sql`s.once_key = ${key} AND s.state IN ('waiting', 'sent', 'committed', 'verified')`)
    const byPrint = SqlSchema.findAll({
      Request: Schema.String,
      Result: Step,
      execute: (fingerprint) => sql`SELECT * FROM ledger_steps WHERE fingerprint = ${fingerprint}
        ORDER BY created_at DESC, id DESC LIMIT 10`
    })
    const newestOf = SqlSchema.findAll({
      Request: OfKinds,
      Result: FoundStep,
      execute: ({ communityId, kinds }) => sql`${found}
        WHERE s.community_id = ${communityId} AND ${sql.in("s.kind", kinds)} AND s.state <> 'replaced'
          AND NOT EXISTS (SELECT 1 FROM ledger_steps n WHERE n.community_id = s.community_id AND n.kind = s.kind
            AND n.state <> 'replaced' AND (n.created_at, n.id) > (s.created_at, s.id))`
    })
    const undecided = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Step,
      execute: (limit) => sql`SELECT * FROM ledger_steps WHERE state IN ('sent', 'committed')
        ORDER BY updated_at, id LIMIT ${limit}`
    })
    const countDone = SqlSchema.single({
      Request: OfKind,
      Result: Counted,
      execute: ({ communityId, kind }) => sql`SELECT COUNT(*) AS many FROM ledger_steps
        WHERE community_id = ${communityId} AND kind = ${kind} AND state = 'verified'`
    })

    return {
      insert: (step: Step) => Effect.orDie(sql`INSERT INTO ledger_steps ${sql.insert(step)}`),
      /** Whether the step was still in one of the given states. */
      move: (id: string, from: ReadonlyArray<StepState>, state: StepState, change: StepChange) =>
        Effect.gen(function* () {
          const updatedAt = yield* Clock.currentTimeMillis
          const rows = yield* sql`UPDATE ledger_steps SET ${sql.update({ ...change, state, updatedAt })}
            WHERE id = ${id} AND ${sql.in("state", from)} RETURNING id`
          return rows.length > 0
        }).pipe(Effect.orDie),
      find: (id: string) => Effect.orDie(byId(id)),
      /** The last attempt at something, however it ended. */
      newest: (onceKey: string) => Effect.orDie(newest(onceKey)),
      /** The one that is under way or done. */
      alive: (onceKey: string) => Effect.orDie(alive(onceKey)),
      /** The last attempt at anything of each kind in one community, however it ended. */
      newestOf: (communityId: CommunityId, ...kinds: ReadonlyArray<string>) =>
        Effect.orDie(newestOf({ communityId, kinds })),
      /** How often something of a kind has happened there: numbers the once-only keys of what may happen again. */
      countDone: (communityId: CommunityId, kind: string) =>
        Effect.orDie(Effect.map(countDone({ communityId, kind }), ({ many }) => many)),
      byFingerprint: (fingerprint: string) => Effect.orDie(byPrint(fingerprint)),
      /** Sent and not decided, the longest untouched first. */
      undecided: (limit: number) => Effect.orDie(undecided(limit))
    }
  })
}) {}
