/** Checks that a folder is a backup and that this release may restore it. */
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Schema } from "effect"
import { FORMAT, MANIFEST, Manifest } from "./Manifest"
import { BackupRefused, onDisk } from "./refusal.server"

/** Fields that every manifest has, whatever its format. */
const Any = Schema.parseJson(
  Schema.Struct({ product: Schema.Literal("Commonhold"), format: Schema.Number, release: Schema.String })
)

const damaged = (file: string) =>
  new BackupRefused({ code: "E-RESTORE-SOURCE", message: `The backup is damaged: ${file} cannot be read.` })

const tooNew = (what: string, release: string) =>
  new BackupRefused({
    code: "E-RESTORE-VERSION",
    message: `${what} Restore it with release ${release}, which took it, or a later one.`
  })

/** @param newest the newest migration that this release knows. */
export const readBackup = Effect.fnUntraced(function* (folder: string, newest: number) {
  const file = join(folder, MANIFEST)
  if (!existsSync(file)) {
    const message = `There is no backup at ${folder}: it has no ${MANIFEST}. An interrupted backup has none.`
    return yield* new BackupRefused({ code: "E-RESTORE-SOURCE", message })
  }
  const text = yield* onDisk(file, () => readFile(file, "utf8"))
  const { format, release } = yield* Effect.mapError(Schema.decode(Any)(text), () => damaged(file))
  if (format !== FORMAT)
    return yield* tooNew(`The backup has format ${format}; this release reads format ${FORMAT}.`, release)
  const manifest = yield* Effect.mapError(Schema.decode(Schema.parseJson(Manifest))(text), () => damaged(file))
  if (manifest.schema > newest) {
    return yield* tooNew(`The backup has schema ${manifest.schema}, this release knows ${newest}.`, release)
  }
  return manifest
})
