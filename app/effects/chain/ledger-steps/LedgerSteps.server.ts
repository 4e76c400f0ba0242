/**
 * LedgerSteps: the steps on disk. Opening one is a promise to nobody: only what the ledger says moves it on
 * (StepChecks). Of all attempts with one once-only key, the database lets one at most be under way or done.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { randomId } from "~/effects/base/text/random.server"
import { type Manifest, renderManifest } from "~/ledger/index"
import { StepDone, StepUnderWay } from "./errors"
import { fingerprintOf } from "./fingerprint"
import { FoundStep, isOver, Step, type StepState } from "./Step"
import { StepLeases, turnOf } from "./StepLeases.server"

export interface NewStep {
  /** As the ledger's own, where the manifest ends with one: `drop:{batch}`, `series:{id}`. */
  readonly onceKey: string
  readonly kind: string
  readonly communityId: CommunityId
  readonly related: string
  /** Whose wallet is asked. */
  readonly account: string
  readonly manifest: Manifest
  /** Anything the kind wants to find again when it proves the step. */
  readonly detail?: unknown
}

/** What a change of state brings along. */
export type StepChange = Partial<Pick<Step, "txId" | "stateVersion" | "problem" | "sentAt">>

export class LedgerSteps extends Effect.Service<LedgerSteps>()("effects/LedgerSteps", {
  dependencies: [StepLeases.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leases = yield* StepLeases

    /** A step beside its lease, if a wallet may still answer. */
    const found =
      sql.literal(`SELECT s.*, l.account AS lease_account, l.holder AS lease_holder, l.leased_at, l.leased_until
      FROM ledger_steps s LEFT JOIN step_leases l ON l.once_key = s.once_key AND l.holder <> ''`)
    const byId = SqlSchema.findOne({
      Request: Schema.String,
      Result: FoundStep,
      execute: (id) => sql`${found} WHERE s.id = ${id}`
    })
    const newest = SqlSchema.findOne({
      Request: Schema.String,
      Result: FoundStep,
      execute: (key) => sql`${found} WHERE s.once_key = ${key} AND s.state <> 'replaced'
        ORDER BY s.created_at DESC, s.id DESC LIMIT 1`
    })
    const alive = SqlSchema.findOne({
      Request: Schema.String,
      Result: FoundStep,
      execute: (key) => sql`${found}
        WHERE s.once_key = ${key} AND s.state IN ('waiting', 'sent', 'committed', 'verified')`
    })
    const byPrint = SqlSchema.findAll({
      Request: Schema.String,
      Result: Step,
      execute: (fingerprint) => sql`SELECT * FROM ledger_steps WHERE fingerprint = ${fingerprint}
        ORDER BY created_at DESC, id DESC LIMIT 10`
    })
    const newestOf = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, kinds: Schema.Array(Schema.String) }),
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

    /** By its id, or as the page that does not exist. */
    const mustFind = (id: string) =>
      Effect.flatMap(Effect.orDie(byId(id)), Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))

    const turn = (onceKey: string) => Effect.orDie(takeTurns(sql, [turnOf(onceKey)]))

    /** Writes only where the step is still in one of the given states; answers it as it then is. */
    const move = Effect.fn("LedgerSteps.move")(function* (
      id: string,
      from: ReadonlyArray<StepState>,
      state: StepState,
      change: StepChange = {}
    ) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE ledger_steps SET ${sql.update({ ...change, state, updatedAt })}
        WHERE id = ${id} AND ${sql.in("state", from)} RETURNING id`
      if (rows.length === 0) return Option.none<FoundStep>()
      const step = yield* byId(id)
      if (Option.isSome(step)) yield* leases.moved(step.value.onceKey, isOver(state))
      return step
    }, Effect.orDie)

    /**
     * The same thing asked for twice is one step; asked for otherwise, the unsent one before it is replaced, once no
     * wallet may sign it any more.
     */
    const open = Effect.fn("LedgerSteps.open")(function* (given: NewStep) {
      const { detail = null, manifest, ...rest } = given
      const now = yield* Clock.currentTimeMillis
      const fingerprint = fingerprintOf(manifest)
      yield* turn(given.onceKey)
      const before = Option.getOrUndefined(yield* Effect.orDie(alive(given.onceKey)))
      if (before?.state === "verified") return yield* new StepDone()
      if (before?.state === "sent" || before?.state === "committed") return yield* new StepUnderWay()
      if (before !== undefined && before.fingerprint === fingerprint && before.account === given.account) return before
      if (before !== undefined) {
        yield* leases.mustBeOver(given.onceKey, given.account)
        yield* move(before.id, ["waiting"], "replaced")
      }
      const step: Step = {
        ...rest,
        id: yield* randomId(),
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
      }
      yield* Effect.orDie(sql`INSERT INTO ledger_steps ${sql.insert(step)}`)
      return step
    }, atomically(sql))

    /** Takes an unsent step back, so that something else may be prepared. */
    const drop = Effect.fn("LedgerSteps.drop")(function* ({ account, id, onceKey }: Step) {
      yield* turn(onceKey)
      yield* leases.mustBeOver(onceKey, account)
      return yield* move(id, ["waiting"], "replaced")
    }, atomically(sql))

    /** To one page's wallet. Answers the step as it is: one that is sent or over is nobody's to ask for. */
    const handOver = Effect.fn("LedgerSteps.handOver")(function* (id: string, holder: string, takeOver: boolean) {
      const { onceKey } = yield* mustFind(id)
      yield* turn(onceKey)
      const step = yield* mustFind(id)
      if (step.state !== "waiting") return step
      const { account, communityId } = step
      yield* leases.take({ onceKey, communityId, account, holder, takeOver })
      return yield* mustFind(id)
    }, atomically(sql))

    return {
      open,
      drop,
      move,
      turn,
      handOver,
      leases,
      mustFind,
      /** The last attempt at something, however it ended. */
      newest: (onceKey: string) => Effect.orDie(newest(onceKey)),
      /** The one that is under way or done. */
      alive: (onceKey: string) => Effect.orDie(alive(onceKey)),
      /** The last attempt at anything of each kind in one community, however it ended. */
      newestOf: (communityId: CommunityId, ...kinds: ReadonlyArray<string>) =>
        Effect.orDie(newestOf({ communityId, kinds })),
      /** How often something of a kind has happened there: numbers the once-only keys of what may happen again. */
      countDone: (communityId: CommunityId, kind: string) =>
        Effect.map(
          Effect.orDie(sql<{ readonly many: number }>`SELECT COUNT(*) AS many FROM ledger_steps
            WHERE community_id = ${communityId} AND kind = ${kind} AND state = 'verified'`),
          ([row]) => Number(row?.many ?? 0)
        ),
      byFingerprint: (fingerprint: string) => Effect.orDie(byPrint(fingerprint)),
      /** Sent and not decided, the longest untouched first. */
      undecided: (limit: number) => Effect.orDie(undecided(limit))
    }
  })
}) {}
