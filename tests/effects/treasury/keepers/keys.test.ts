/** What keepers have signed when the operator replaces the key it is sealed under (docs/operations/secrets.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Redacted } from "effect"
import { sealAnew } from "~/effects/base/jobs/Resealing.server"
import { Seal, sealPurposes } from "~/effects/base/settings/Seal.server"
import { Settings, type SettingsShape } from "~/effects/base/settings/Settings.server"
import { sealedTexts } from "~/effects/server/seals.server"
import { KEEPER_LOANS, PartsRepo } from "~/effects/treasury/keepers/PartsRepo.server"
import { describeOnBothDatabases } from "../../../databases"
import { withSettler } from "../bonds/world"
import { approve, bea, kept, propose, world } from "./world"

const TODAYS = Redacted.make("the key that seals from today on")
/** A server that starts later on the same database, with other settings. */
const restarted = (changes: Partial<SettingsShape>) =>
  Layer.mergeAll(PartsRepo.Default, Seal.Default).pipe(
    Layer.provide(Layer.succeed(Settings, { ...withSettler, ...changes })),
    Layer.fresh
  )

describeOnBothDatabases("what keepers signed, under another key", (database) => {
  it.scoped("is sealed anew as everything that is stored sealed, and opens once the former key is gone", () =>
    Effect.gen(function* () {
      const columns = yield* sealedTexts
      assert.sameMembers([...new Set(columns.map(({ purpose }) => purpose))], [...sealPurposes])
      const community = yield* kept()
      const { id } = yield* propose(community)
      const { partId } = yield* approve(community, bea, id)
      const sql = yield* SqlClient.SqlClient
      const stored = Effect.map(
        sql<{ readonly sealed: string }>`SELECT sealed FROM keeper_parts WHERE id = ${partId}`,
        ([row]) => ({ id: partId, sealed: row?.sealed ?? assert.fail("nothing was signed") })
      )
      const before = yield* stored
      yield* Effect.forEach(
        columns.filter(({ purpose }) => purpose === KEEPER_LOANS),
        sealAnew
      ).pipe(Effect.provide(restarted({ sealKey: Option.some(TODAYS) })))
      const after = yield* stored
      const opens = (row: typeof after) =>
        Effect.flatMap(PartsRepo, ({ signedOf }) => Effect.exit(signedOf(row))).pipe(
          Effect.provide(restarted({ sealKey: Option.some(TODAYS), sessionSecret: Redacted.make("s".repeat(40)) }))
        )
      assert.isTrue(Exit.isSuccess(yield* opens(after)))
      assert.isTrue(Exit.isFailure(yield* opens(before)))
    }).pipe(Effect.provide(world(database)))
  )
})
