/**
 * The feature flags in memory: read at the start, and by servers every two seconds, so that no request queries them and
 * changes by a command in another process are noticed. A change invalidates cached pages.
 */
import { Clock, Duration, Effect, Layer, Ref, Schema } from "effect"
import { Revision } from "~/effects/base/db/Revision.server"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { coded } from "~/effects/base/failures/coded"
import { Feature, type FlagName, featureOffWords, Thrown } from "./flags"

export class SiteReadOnly extends coded("SiteReadOnly", "E-READ-ONLY", 503, {
  fields: { reason: Schema.String },
  message: ({ reason }) => `This site is read-only for now; nothing was saved. Try again later. ${reason}`
}) {
  readonly retryAfter = 60
}

export class SwitchedOff extends coded("SwitchedOff", "E-OFF", 503, {
  fields: {
    feature: Feature,
    reason: Schema.String
  },
  message: ({ feature, reason }) => featureOffWords(feature, reason)
}) {
  readonly retryAfter = 600
}

const ROUND = Duration.seconds(2)

export class FeatureFlags extends Effect.Service<FeatureFlags>()("base/feature-flags/FeatureFlags", {
  dependencies: [Revision.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const revision = yield* Revision

    const select = findAll({
      Request: Schema.Void,
      Result: Thrown,
      execute: () => sql`SELECT name, reason, since FROM feature_flags ORDER BY name`
    })
    const read = select()
    const known = yield* Ref.make<ReadonlyArray<Thrown>>(yield* read)

    const refresh = Effect.gen(function* () {
      const now = yield* read
      const before = yield* Ref.getAndSet(known, now)
      if (JSON.stringify(before) !== JSON.stringify(now)) yield* revision.raise
    })

    const thrown = (name: FlagName) => Effect.map(Ref.get(known), (all) => all.find((each) => each.name === name))

    return {
      /** As this server knows them. */
      known: Ref.get(known),
      thrown,
      isReadOnly: Effect.map(thrown("readOnly"), (found) => found !== undefined),
      /** Undefined while the site accepts writes. */
      readOnly: Effect.map(thrown("readOnly"), (found) => found && new SiteReadOnly({ reason: found.reason })),

      /** Fails while the feature is switched off. */
      must: (feature: Feature) =>
        Effect.flatMap(thrown(feature), (found) =>
          found === undefined ? Effect.void : new SwitchedOff({ feature, reason: found.reason })
        ),

      /** As they are stored. */
      stored: read,

      /** False if it has that state already. Joins the caller's transaction; call `refresh` after it. */
      set: Effect.fn("FeatureFlags.set")(function* (name: FlagName, reason: string) {
        const since = yield* Clock.currentTimeMillis
        const rows = yield* sql`INSERT INTO feature_flags ${sql.insert({ name, reason, since })}
          ON CONFLICT (name) DO NOTHING RETURNING name`
        return rows.length > 0
      }),
      reset: (name: FlagName) =>
        sql`DELETE FROM feature_flags WHERE name = ${name} RETURNING name`.pipe(Effect.map((rows) => rows.length > 0)),
      refresh
    }
  })
}) {}

/** For a server: polls for changes by others as long as it runs. */
export const FeatureFlagsLive = Layer.scopedDiscard(
  Effect.flatMap(FeatureFlags, ({ refresh }) =>
    refresh.pipe(
      Effect.catchAllCause(logDied("reading the feature flags crashed")),
      Effect.delay(ROUND),
      Effect.forever,
      Effect.forkScoped
    )
  )
).pipe(Layer.provideMerge(FeatureFlags.Default))
