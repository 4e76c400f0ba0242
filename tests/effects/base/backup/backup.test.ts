import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { inject } from "vitest"
import type { Manifest } from "~/effects/base/backup/Manifest"
import type { Places } from "~/effects/base/backup/places.server"
import { restoreBackup } from "~/effects/base/backup/restoreBackup.server"
import { takeBackup } from "~/effects/base/backup/takeBackup.server"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
import { readTables } from "~/effects/base/db/schemaFacts.server"
import { addDraft, changeManifest, databaseOf, draftsIn, emptyPlaces, filledPlaces, folder, put } from "./world"

const quiet = () => undefined
const back = (places: Places, target: string) => takeBackup(places, target, "1.0.0", quiet)
const restore = (places: Places, source: string, newest = NEWEST) => restoreBackup(places, source, newest, quiet)
const refusal = <A, R>(program: Effect.Effect<A, { readonly code: string; readonly message: string }, R>) =>
  Effect.map(Effect.flip(program), ({ code, message }) => `${code}: ${message}`)

/** Lets everything else that is ready run first. */
const turn = Effect.promise(() => new Promise(setImmediate))

/** Nothing of a refused restore remains. */
const assertEmpty = (places: Places) =>
  Effect.gen(function* () {
    assert.isFalse(existsSync(places.dataDir))
    if (Option.isNone(places.databaseUrl)) return
    assert.deepStrictEqual(yield* Effect.provide(readTables, databaseOf(places)), [])
  })

const server = inject("postgres")
const kinds = [
  { kind: "sqlite", onServer: null },
  { kind: "postgres", onServer: server }
] as const

describe.each(kinds.filter(({ kind, onServer }) => kind === "sqlite" || onServer !== null))(
  "a backup of $kind",
  ({ kind, onServer }) => {
    const backedUp = Effect.gen(function* () {
      const places = yield* filledPlaces(onServer)
      const target = join(yield* folder, "backup")
      const manifest = yield* back(places, target)
      return { manifest, places, target }
    })

    it.scoped(
      "contains rows, uploads and the clock but no keys and no partial files, and restores to the same state",
      () =>
        Effect.gen(function* () {
          const { manifest, target } = yield* backedUp
          const kept = readdirSync(target, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("."))
          assert.sameMembers(kept, [manifest.database.path, "manifest.json", "uploads/cd/cde.preview.webp"])
          assert.strictEqual(statSync(target).mode & 0o777, 0o700)
          assert.strictEqual(statSync(join(target, "manifest.json")).mode & 0o777, 0o600)
          assert.strictEqual(manifest.database.kind, kind)
          assert.strictEqual(manifest.tables.find(({ table }) => table === "drafts")?.rows, 3)
          const read: Manifest = JSON.parse(readFileSync(join(target, "manifest.json"), "utf8"))
          assert.deepStrictEqual(read, manifest)

          const places = yield* emptyPlaces(onServer)
          assert.deepStrictEqual(yield* restore(places, target), manifest)
          assert.deepStrictEqual(yield* draftsIn(places), [1, 2, 3])
          assert.sameMembers(
            readdirSync(places.dataDir).filter((name) => !name.endsWith("-wal") && !name.endsWith("-shm")),
            ["clock-offset", "uploads", ...(kind === "sqlite" ? ["commonhold.sqlite"] : [])]
          )
          assert.strictEqual(readFileSync(join(places.dataDir, "uploads/ab/abc"), "utf8"), "a picture")
          // A restored place can be backed up again with the same result.
          const again = yield* back(places, join(yield* folder, "again"))
          assert.deepStrictEqual(again.tables, manifest.tables)
          assert.deepStrictEqual(again.files, manifest.files)
        })
    )

    it.scopedLive("taken during writes contains one moment, with everything written before it", () =>
      Effect.gen(function* () {
        const places = yield* filledPlaces(onServer)
        const written: Array<readonly [n: number, at: number]> = []
        const writing = Effect.gen(function* () {
          for (let n = 10; n < 500; n++) {
            yield* addDraft(n)
            written.push([n, Date.now()])
            yield* turn
          }
        }).pipe(Effect.provide(databaseOf(places)))
        const fiber = yield* Effect.fork(writing)
        // Several rows are written in one millisecond, so wait until some lie before the one that the backup may name.
        while (written.filter(([, at]) => at < Date.now()).length < 20) yield* turn
        const target = join(yield* folder, "backup")
        const { takenAt } = yield* back(places, target)
        yield* Fiber.interrupt(fiber)
        const copy = yield* emptyPlaces(onServer)
        yield* restore(copy, target)
        const found = yield* draftsIn(copy)
        const before = written.filter(([, at]) => at < Date.parse(takenAt)).map(([n]) => n)
        assert.isAbove(before.length, 10)
        assert.includeMembers([...found], before)
        assert.deepStrictEqual(
          found,
          found.toSorted((one, other) => one - other)
        )
        // Without a gap: no row of a later moment was included.
        assert.strictEqual(found.at(-1), 10 + found.length - 4)
      })
    )

    it.scoped("is refused and leaves nothing behind if its target exists or there is nothing to back up", () =>
      Effect.gen(function* () {
        const { places, target } = yield* backedUp
        const inside = readdirSync(target).length
        assert.match(yield* refusal(back(places, target)), /^E-BACKUP-TARGET: .*backup exists already\./)
        assert.strictEqual(readdirSync(target).length, inside)
        const parent = yield* folder
        const nothing = yield* emptyPlaces(onServer)
        assert.match(
          yield* refusal(back(nothing, join(parent, "b"))),
          /^E-BACKUP-SOURCE: There is no Commonhold database/
        )
        assert.match(yield* refusal(back(places, join(parent, "no/b"))), /^E-STORAGE: .*no does not exist\.$/)
        put(join(parent, "file"), "a file")
        assert.match(yield* refusal(back(places, join(parent, "file/b"))), /^E-STORAGE: .*file: it cannot be opened/)
        assert.deepStrictEqual(readdirSync(parent), ["file"])
      })
    )

    it.scoped("does not overwrite existing data when restored", () =>
      Effect.gen(function* () {
        const { places, target } = yield* backedUp
        const full = yield* refusal(restore(places, target))
        assert.match(full, kind === "sqlite" ? /^E-RESTORE-TARGET: .*sqlite exists already\./ : /^E-RESTORE-TARGET/)
        assert.deepStrictEqual(yield* draftsIn(places), [1, 2, 3])
        const pictures = yield* emptyPlaces(onServer)
        put(join(pictures.dataDir, "uploads/xy/xyz"), "somebody's")
        assert.match(
          yield* refusal(restore(pictures, target)),
          /^E-RESTORE-TARGET: There are files in .*uploads already/
        )
        assert.deepStrictEqual(readdirSync(pictures.dataDir), ["uploads"])
        if (kind === "postgres") {
          const elsewhere = { ...places, dataDir: join(yield* folder, "other") }
          assert.match(
            yield* refusal(restore(elsewhere, target)),
            /^E-RESTORE-TARGET: There are tables in the database/
          )
        }
      })
    )

    it.scoped("is not restored, even in part, when it is damaged", () =>
      Effect.gen(function* () {
        const { manifest, target } = yield* backedUp
        const places = yield* emptyPlaces(onServer)
        const refused = Effect.zipLeft(
          refusal(restore(places, target)),
          Effect.sync(() => assert.isFalse(existsSync(places.dataDir)))
        )
        const original = readFileSync(join(target, manifest.database.path))
        writeFileSync(
          join(target, manifest.database.path),
          original.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte))
        )
        assert.match(
          yield* refused,
          /^E-RESTORE-SOURCE: The backup is damaged: database\.\w+ differs from what was backed up\./
        )
        writeFileSync(join(target, manifest.database.path), original)
        rmSync(join(target, "uploads/ab/abc"))
        assert.match(yield* refused, /^E-RESTORE-SOURCE: .*uploads\/ab\/abc is missing/)
        put(join(target, "uploads/ab/abc"), "a picture")
        changeManifest(target, (text) => text.replace(/("table": "drafts",\s*"rows": )3/, "$14"))
        assert.match(yield* refused, /^E-RESTORE-SOURCE: .*drafts has 3 rows instead of 4/)
        changeManifest(target, (text) => text.replace(/("table": "drafts",\s*"rows": )4(,\s*"digest": ")./, "$13$2x"))
        assert.match(yield* refused, /^E-RESTORE-SOURCE: .*manifest\.json cannot be read/)
        changeManifest(target, () => "{")
        assert.match(yield* refused, /^E-RESTORE-SOURCE: .*manifest\.json cannot be read/)
        rmSync(join(target, "manifest.json"))
        assert.match(yield* refused, /^E-RESTORE-SOURCE: There is no backup at .*: it has no manifest\.json/)
        yield* assertEmpty(places)
      })
    )

    it.scoped("is refused with a clear message when it comes from a newer release or the other kind of database", () =>
      Effect.gen(function* () {
        const { target } = yield* backedUp
        const places = yield* emptyPlaces(onServer)
        assert.strictEqual(
          yield* refusal(restore(places, target, NEWEST - 1)),
          `E-RESTORE-VERSION: The backup has schema ${NEWEST}, this release knows ${NEWEST - 1}. Restore it with release 1.0.0, which took it, or a later one.`
        )
        changeManifest(target, (text) => text.replace('"format": 1', '"format": 2').replace('"tables"', '"sums"'))
        assert.match(
          yield* refusal(restore(places, target)),
          /^E-RESTORE-VERSION: The backup has format 2; this release/
        )
        changeManifest(target, (text) => text.replace('"format": 2', '"format": 1').replace('"sums"', '"tables"'))
        if (server !== null) {
          const other = yield* emptyPlaces(kind === "sqlite" ? server : null)
          assert.match(
            yield* refusal(restore(other, target)),
            /^E-RESTORE-VERSION: The backup is of an? \w+ database\./
          )
        }
        yield* assertEmpty(places)
      })
    )
  }
)

it.scoped("a backup fails when SQLite finds the database damaged", () =>
  Effect.gen(function* () {
    const places = yield* filledPlaces(null)
    const file = join(places.dataDir, "commonhold.sqlite")
    const [page] = yield* Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ start: number }>`SELECT (rootpage - 1) * page_size AS start
        FROM sqlite_master, pragma_page_size WHERE name = 'drafts'`
    ).pipe(Effect.provide(databaseOf(places)))
    // The first byte of a page says what kind it is (sqlite.org/fileformat.html, 1.6).
    const bytes = readFileSync(file)
    bytes[page?.start ?? 0] = 0xff
    writeFileSync(file, bytes)
    const parent = yield* folder
    assert.match(
      yield* refusal(back(places, join(parent, "b"))),
      /^E-BACKUP-SOURCE: The database is damaged, so its copy was deleted\. SQLite reports: /
    )
    assert.deepStrictEqual(readdirSync(parent), [])
  })
)

it.scoped.skipIf(server === null)("a backup names the missing programs when Postgres's tools are not installed", () =>
  Effect.gen(function* () {
    const places = yield* filledPlaces(server)
    const parent = yield* folder
    const bare = { ...places, variables: { PATH: parent } }
    assert.match(yield* refusal(back(bare, join(parent, "b"))), /^E-POSTGRES-TOOL: pg_dump is not installed\. Install/)
    assert.deepStrictEqual(readdirSync(parent), [])
  })
)
