/** Checks that the database and the store of uploads can be used. */
import { existsSync } from "node:fs"
import { Effect, Layer, Option } from "effect"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
import { lookAtDatabase } from "~/effects/base/db/probe.server"
import { SqlLive } from "~/effects/base/db/Sql.server"
import { schemaNumber } from "~/effects/base/db/schemaFacts.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Ailment } from "./Finding"

export const databaseCheck = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* Settings
  if (Option.isNone(databaseUrl) && !existsSync(`${dataDir}/commonhold.sqlite`)) {
    return yield* new Ailment({
      state: "advice",
      message: `There is no database in ${dataDir} yet. The first start creates one; if there should be one, check DATA_DIR.`
    })
  }
  const [takesWrites, schema] = yield* Effect.provide(
    Effect.all([lookAtDatabase, schemaNumber]),
    Layer.orDie(SqlLive)
  ).pipe(Effect.orDie)
  if (schema > NEWEST) {
    return yield* new Ailment({
      message: `The database has schema ${schema}, and this release knows ${NEWEST}. Reinstall the newer release, or restore the backup from before the upgrade.`
    })
  }
  if (schema < NEWEST) {
    return yield* new Ailment({
      state: "advice",
      message: `The database has schema ${schema} of ${NEWEST}. Take a backup; the next start migrates it.`
    })
  }
  if (!takesWrites) {
    return yield* new Ailment({
      message:
        "The database accepts no writes: it is read-only or a standby. Check its disk, its owner and DATABASE_URL."
    })
  }
  return `${Option.isNone(databaseUrl) ? "SQLite" : "Postgres"} accepts writes and has schema ${schema}.`
})

export const uploadsCheck = Effect.gen(function* () {
  const { dataDir, uploadBucket, uploadHost } = yield* Settings
  const folder = `${dataDir}/uploads`
  if (Option.isNone(uploadBucket) && !existsSync(folder)) {
    return yield* new Ailment({
      state: "advice",
      message: `There is no folder ${folder} yet. The first start creates it, as the user that the server runs as.`
    })
  }
  // Building the layer writes and removes a file.
  yield* Effect.provide(UploadStore, UploadStore.layer)
  if (Option.isSome(uploadHost)) return `New pictures go to ${uploadHost.value.url}; older ones are available.`
  return Option.match(uploadBucket, {
    onNone: () => `${folder} accepts files.`,
    onSome: ({ bucket }) => `The bucket ${bucket} accepts files.`
  })
})
