/** Scheduled backups in a folder and in a bucket: what stays, and what remains after each failure. */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { inject } from "vitest"
import type { Places } from "~/effects/base/backup/places.server"
import { restoreBackup } from "~/effects/base/backup/restoreBackup.server"
import { backupInWords, sizeInWords } from "~/effects/base/backup/scheduled/BackupState"
import type { BackupStore } from "~/effects/base/backup/scheduled/BackupStore.server"
import { BackupCommand, Backups, backupReading } from "~/effects/base/backup/scheduled/Backups.server"
import { bucketPlace } from "~/effects/base/backup/scheduled/bucketPlace.server"
import { isDue, momentOf, nameAt, outdated } from "~/effects/base/backup/scheduled/names"
import { folderPlace, runScheduled } from "~/effects/base/backup/scheduled/runScheduled.server"
import { takeBackup } from "~/effects/base/backup/takeBackup.server"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
import { Sql } from "~/effects/base/db/statements.server"
import type { Pace } from "~/effects/base/s3/requests.server"
import { tryRestore } from "~/effects/server/tryRestore.server"
import { describeOnBothDatabases } from "../../../databases"
import { settings } from "../../people/signup/world"
import { s3Server } from "../../people/uploads/s3Server"
import { changeManifest, databaseOf, draftsIn, emptyPlaces, filledPlaces, folder } from "./world"

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 2, 3) // a Monday
const quiet = () => undefined
const QUICK: Pace = { limit: "2 seconds", pause: "5 millis", body: "2 seconds" }
const paces = { requests: QUICK, files: QUICK }
const daily = (days: number) => Array.from({ length: days }, (_, n) => nameAt(START + n * DAY))

describe("the schedule", () => {
  it("keeps the newest of each day and of each week, never removes the newest, and nothing of others", () => {
    const names = daily(30)
    const gone = outdated(names, { daily: 7, weekly: 4 })
    const stay = names.filter((name) => !gone.includes(name))
    // Weeks end on Sundays, the names 6, 13, 20 and 27; the newest two of the four weeks are among the days.
    assert.deepStrictEqual(stay, [...names.slice(13, 14), ...names.slice(20, 21), ...names.slice(23)])
    const [morning, noon] = [nameAt(START), nameAt(START + 3_600_000)]
    assert.deepStrictEqual(outdated([morning, noon], { daily: 1, weekly: 0 }), [morning])
    assert.deepStrictEqual(outdated([nameAt(START)], { daily: 1, weekly: 0 }), [])
    assert.deepStrictEqual(outdated(["before-the-upgrade", "commonhold-old"], { daily: 1, weekly: 0 }), [])
  })

  it("is due after its hour, once a day, also when an hour was missed", () => {
    const at = (hours: number) => START + hours * 3_600_000
    assert.isTrue(isDue([], 3, at(-2)))
    assert.isFalse(isDue([nameAt(START)], 3, at(23.9)))
    assert.isTrue(isDue([nameAt(START)], 3, at(24)))
    assert.isTrue(isDue([nameAt(START)], 3, at(47)))
    assert.isFalse(isDue([nameAt(START - 60_000)], 3, at(-0.01)))
    assert.isTrue(isDue([nameAt(at(100))], 3, at(1)))
    assert.strictEqual(momentOf(nameAt(START)), START)
    assert.isUndefined(momentOf("commonhold-2026-13-45T03-00-00Z"))
  })

  it("is described in words", () => {
    assert.strictEqual(sizeInWords(999), "999 bytes")
    assert.strictEqual(sizeInWords(2_140_000), "2.1 MB")
    const last = { at: START, bytes: 31_000_000, stored: 1 }
    const words = backupInWords({ place: "the folder /b", last, failure: null, isStale: false }, START + 7_200_000)
    assert.strictEqual(words, "31 MB, 2 h ago, in the folder /b (1 backup)")
  })
})

const run = (store: BackupStore, places: Places, name: string, kept = { daily: 2, weekly: 0 }) =>
  runScheduled(store, kept, places, { name, release: "1.0.0", report: quiet })
const refusal = <A, R>(program: Effect.Effect<A, { readonly code: string; readonly message: string }, R>) =>
  Effect.map(Effect.flip(program), ({ code, message }) => `${code}: ${message}`)

const inFolder = Effect.map(folder, (path) => ({ path, store: folderPlace(path) }))

it.scopedLive("a file that is too large for a bucket is refused before anything is sent", () =>
  Effect.gen(function* () {
    const places = yield* filledPlaces(null)
    const bucket = yield* s3Server
    const store = bucketPlace(bucket.bucket, yield* folder, paces)
    const large = (target: string) =>
      Effect.map(takeBackup(places, target, "1.0.0", quiet), (manifest) => ({
        ...manifest,
        files: manifest.files.map((file) => ({ ...file, bytes: 5 * 1024 ** 3 + 1 }))
      }))
    assert.match(
      yield* refusal(store.store(daily(1)[0] ?? "", large, quiet)),
      /^E-BACKUP-TARGET: uploads\S+ has 5368709121 bytes; a bucket takes 5 GiB a file. Set BACKUP_FOLDER instead.$/
    )
    assert.deepStrictEqual(
      bucket.asked.filter((asked) => asked.startsWith("PUT")),
      []
    )
  })
)

describe.each([null, inject("postgres")].filter((server, n) => n === 0 || server !== null))("of %s", (server) => {
  it.scopedLive("a backup in a folder or a bucket restores, and older ones go", () =>
    Effect.gen(function* () {
      const places = yield* filledPlaces(server)
      const bucket = yield* s3Server
      const work = yield* folder
      const stores = [(yield* inFolder).store, bucketPlace(bucket.bucket, work, paces)]
      for (const store of stores) {
        for (const name of daily(3)) assert.isNull((yield* run(store, places, name)).problem)
        assert.deepStrictEqual(yield* store.list, daily(3).slice(1))
        const copy = yield* emptyPlaces(server)
        yield* restoreBackup(copy, yield* store.fetch(daily(3)[2] ?? "", quiet), NEWEST, quiet)
        assert.deepStrictEqual(yield* draftsIn(copy), [1, 2, 3])
        assert.isTrue(existsSync(join(copy.dataDir, "uploads/ab/abc")))
      }
      assert.isFalse([...bucket.files.keys()].some((key) => key.includes(daily(1)[0] ?? "")))
    })
  )

  it.scopedLive("a backup is tried in a temporary place, and compared with the live data, which stays as it is", () =>
    Effect.gen(function* () {
      const places = yield* filledPlaces(server)
      const { path, store } = yield* inFolder
      yield* run(store, places, nameAt(START))
      const source = join(path, nameAt(START))
      const before = readdirSync(places.dataDir).sort()
      yield* Effect.provide(
        Effect.flatMap(Sql, (sql) => sql`DELETE FROM drafts WHERE version = 1`),
        databaseOf(places)
      )
      const lines = yield* tryRestore(places, source, quiet)
      assert.match(lines[0] ?? "", /^Restored \d+ rows in \d+ tables and 3 files: all match the backup/)
      assert.include(lines, "Rows of the live database compared with it: drafts −1.")
      assert.deepStrictEqual(yield* draftsIn(places), [2, 3])
      assert.deepStrictEqual(
        readdirSync(places.dataDir)
          .filter((name) => !/-(wal|shm)$/.test(name))
          .sort(),
        before
      )
      changeManifest(source, (text) => text.replace(/("table": "drafts",\s*"rows": )3/, "$14"))
      assert.match(yield* refusal(tryRestore(places, source, quiet)), /drafts has 3 rows instead of 4/)
    })
  )
})

describe("a scheduled backup that fails leaves the older ones and nothing half done", () => {
  it.scopedLive("when the bucket vanishes, is full or cuts the connection", () =>
    Effect.gen(function* () {
      const places = yield* filledPlaces(null)
      const server = yield* s3Server
      const work = yield* folder
      const store = bucketPlace(server.bucket, work, paces)
      const [first = "", second = ""] = daily(2)
      yield* run(store, places, first)
      const whole = [...server.files.keys()].sort()
      server.mood = "bucketless"
      assert.match(
        yield* refusal(run(store, places, second)),
        /^E-STORAGE: the bucket pictures: it does not answer, or the bucket does not exist \(S3 404 NoSuchBucket\)\.$/
      )
      server.mood = "well"
      assert.deepStrictEqual(yield* store.list, [first])
      // The store fails while files are sent: all requests before them, and the first of them, succeed.
      for (const [mood, words] of [
        ["full", /there is no room left \(S3 507/],
        ["forbidden", /it refuses this key, region or clock/]
      ] as const) {
        yield* store.clear
        server.asked.length = 0
        server.mood = mood
        server.wellFor = 3
        assert.match(yield* refusal(run(store, places, second)), words)
        assert.isTrue(server.asked.some((line) => line.startsWith("PUT") && line.includes(second)))
        server.mood = "well"
        assert.deepStrictEqual(yield* store.list, [first])
        assert.deepStrictEqual(readdirSync(work), [])
      }
      // What was sent is removed by the next run.
      yield* run(store, places, second)
      assert.deepStrictEqual([...server.files.keys()].filter((key) => key.includes(first)).sort(), whole)
      assert.deepStrictEqual(yield* store.list, [first, second])
      server.mood = "cutting"
      assert.match(yield* refusal(Effect.scoped(store.fetch(second, quiet))), /^E-STORAGE: the bucket pictures: /)
    })
  )

  it.scoped("when it was cut off: the next run removes what is left of it", () =>
    Effect.gen(function* () {
      const places = yield* filledPlaces(null)
      const { path, store } = yield* inFolder
      const [first = "", second = "", third = ""] = daily(3)
      yield* run(store, places, first)
      mkdirSync(join(path, `${second}.unfinished-abc`))
      mkdirSync(join(path, second)) // a removal that was interrupted has no manifest any more
      mkdirSync(join(path, "mine.unfinished-abc"))
      assert.deepStrictEqual(yield* store.list, [first])
      yield* run(store, places, third)
      assert.deepStrictEqual(readdirSync(path).sort(), [first, third, "mine.unfinished-abc"])
    })
  )

  it.scoped("when the disk is full", (context) =>
    Effect.gen(function* () {
      const places = yield* filledPlaces(null)
      const path = yield* folder
      const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=7m", "tmpfs", path]).status === 0
      if (!isMounted) return context.skip("this user may not mount a small disk")
      yield* Effect.addFinalizer(() => Effect.sync(() => execFileSync("umount", [path])))
      const store = folderPlace(path)
      const names = daily(30)
      let stored = 0
      let said = ""
      while (said === "" && stored < names.length) {
        const ran = yield* Effect.either(run(store, places, names[stored] ?? "", { daily: 30, weekly: 0 }))
        if (ran._tag === "Right") stored += 1
        else said = ran.left.message
      }
      assert.match(said, /there is no room left/)
      assert.isAbove(stored, 0)
      assert.deepStrictEqual(yield* store.list, names.slice(0, stored))
      assert.deepStrictEqual(readdirSync(path).sort(), names.slice(0, stored))
    })
  )
})

describeOnBothDatabases("the job of backups", (database) => {
  it.scoped("takes the first one immediately and one a day, and reports a failure until it is over", () =>
    Effect.gen(function* () {
      const place = yield* folder
      const places = yield* filledPlaces(null)
      const store = folderPlace(place)
      const plan = { place: { kind: "folder", folder: place } as const, hour: 3, daily: 7, weekly: 4 }
      const taken: Array<string> = []
      const command = Layer.succeed(BackupCommand, {
        run: (name) =>
          Effect.zipRight(
            Effect.sync(() => taken.push(name)),
            run(store, places, name, plan)
          )
      })
      const live = Layer.mergeAll(Backups.Default, command).pipe(
        Layer.provideMerge(database),
        Layer.provideMerge(settings({ backups: Option.some(plan) }))
      )
      yield* Effect.gen(function* () {
        const { runIfDue, state } = yield* Backups
        const { families } = yield* backupReading
        const gauges = Effect.map(families, (all) =>
          all.map(({ name, samples: [first] }) => [name, first !== undefined && "value" in first ? first.value : null])
        )
        yield* TestClock.setTime(START - 7_200_000)
        assert.deepStrictEqual(yield* gauges, [["commonhold_backup_failed", 0]])
        assert.deepStrictEqual(yield* state, { place: store.words, last: null, failure: null, isStale: false })
        yield* runIfDue()
        yield* runIfDue()
        assert.lengthOf(taken, 1)
        const first = yield* state
        assert.deepInclude(first?.last, { at: START - 7_200_000, stored: 1 })
        assert.isAbove(first?.last?.bytes ?? 0, 1_000)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* gauges, [
          ["commonhold_backup_failed", 0],
          ["commonhold_backup_age_seconds", 60],
          ["commonhold_backup_size_bytes", first?.last?.bytes ?? null]
        ])
        yield* TestClock.adjust("3 hours")
        renameSync(place, `${place}-away`)
        yield* runIfDue()
        const failed = yield* state
        assert.deepInclude(failed?.failure, { code: "E-STORAGE", message: `${place} does not exist.` })
        assert.deepStrictEqual(failed?.last, first?.last)
        assert.deepInclude(yield* gauges, ["commonhold_backup_failed", 1])
        yield* TestClock.adjust("24 hours")
        assert.isTrue((yield* state)?.isStale)
        renameSync(`${place}-away`, place)
        yield* runIfDue()
        assert.deepInclude(yield* state, { failure: null, isStale: false })
        assert.lengthOf(taken, 2)
        // A place that cannot be read is a failure also between two backups, until it can be read again.
        yield* TestClock.adjust("1 hour")
        renameSync(place, `${place}-away`)
        yield* runIfDue()
        assert.isNotNull((yield* state)?.failure)
        renameSync(`${place}-away`, place)
        yield* TestClock.adjust("1 hour")
        yield* runIfDue()
        assert.isNull((yield* state)?.failure)
        assert.lengthOf(taken, 2)
        rmSync(place, { recursive: true })
        mkdirSync(place)
      }).pipe(Effect.provide(live))
    })
  )
})
