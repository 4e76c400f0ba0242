/**
 * Benchmark of docs/goals.md B22: restores backups of a server that takes a hundred writes a second, and pictures, into
 * empty places. Counted as wrong: a write acknowledged before the backup's time that is missing, a picture without its
 * files, a command that fails, and a server that does not start on what was restored.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { type Acknowledged, writeChallenges } from "../../../tests/e2e/challenges"
import { runCommand } from "../../../tests/e2e/runCommand"
import { createDatabase } from "../../../tests/freshDatabases"
import { startPostgres } from "../../../tests/postgres"
import { atMost, type Goal, type Outcome } from "../goal"
import { type Running, startProduct } from "../servers"
import { noisyPicture, picture } from "../storage/posts"
import { databaseOf, type Where } from "../voteMessages"

const BACKUPS = Number(process.env.RUNS ?? 5)
const PER_SECOND = 100
const BETWEEN_PICTURES_MS = 500
/** Writes before the first backup. */
const WARM_UP = 300
/** Further rows of a kilobyte each, so that a backup takes a while. */
const ROWS = 20_000
const AT_ONCE = 500

const fill = (where: Where) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const data = "x".repeat(1_000)
    for (let first = 0; first < ROWS; first += AT_ONCE) {
      const rows = Array.from({ length: AT_ONCE }, (_, n) => ({
        accountAddress: "account_filler",
        place: `place-${first + n}`,
        data,
        version: 1,
        savedAt: 0
      }))
      yield* sql`INSERT INTO drafts ${sql.insert(rows)}`
    }
  }).pipe(Effect.provide(databaseOf(where)), Effect.orDie, Effect.runPromise)

const stored = (where: Where) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const hashes = yield* sql<{ hash: string }>`SELECT challenge_hash AS hash FROM wallet_challenges`
    const pictures = yield* sql<{ file: string }>`SELECT file FROM uploads`
    return { hashes: new Set(hashes.map(({ hash }) => hash)), pictures: pictures.map(({ file }) => file) }
  }).pipe(Effect.provide(databaseOf(where)), Effect.orDie, Effect.runPromise)

const namesBelow = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) =>
        each.isFile() ? [each.name] : []
      )
    : []

/** Uploads pictures one after another, and records when each was acknowledged. */
const sendPictures = ({ origin }: Running) => {
  const times: Array<number> = []
  let isOn = true
  const sending = (async () => {
    const bytes = await noisyPicture()
    while (isOn) {
      // Only acknowledged pictures have to be restored; refused ones do not.
      const isAcknowledged = await picture(origin, bytes)
        .send()
        .then(
          ({ isAcknowledged: done }) => done,
          () => false
        )
      if (isAcknowledged) times.push(Date.now())
      await pause(BETWEEN_PICTURES_MS)
    }
  })()
  const stop = async () => {
    isOn = false
    await sending
  }
  return { times, stop }
}

interface Taken {
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly takenAt: number
  readonly from: number
  readonly until: number
}

const take = async (env: Readonly<Record<string, string>>, folder: string): Promise<Taken> => {
  const from = Date.now()
  const { err, out, status } = await runCommand("backup", [folder], env)
  if (status !== 0) throw new Error(`a backup exited with ${status}: ${err}`)
  return { folder, takenAt: Date.parse(/as of (\S+)\./.exec(out)?.[1] ?? ""), from, until: Date.now() }
}

const slowest = (writes: ReadonlyArray<Acknowledged>, isIn: (at: number) => boolean) =>
  Math.round(Math.max(0, ...writes.filter(({ at }) => isIn(at)).map(({ tookMs }) => tookMs)))

interface Kind {
  readonly name: string
  readonly where: Where
  /** An empty place of the same kind. */
  readonly another: (n: number) => Promise<Where>
}

const envOf = ({ folder, url }: Where) => ({ DATA_DIR: folder, ...(url === undefined ? {} : { DATABASE_URL: url }) })

const comesBack = async (taken: Taken, where: Where, writes: ReadonlyArray<Acknowledged>, pictures: number) => {
  const begun = performance.now()
  const { err, status } = await runCommand("restore", [taken.folder], envOf(where))
  const seconds = (performance.now() - begun) / 1_000
  if (status !== 0) return { seconds, wrong: [`a restore exited with ${status}: ${err}`] }
  const found = await stored(where)
  const files = namesBelow(join(where.folder, "uploads"))
  const before = writes.filter(({ at }) => at < taken.takenAt)
  const lost = before.filter(({ hash }) => !found.hashes.has(hash)).length
  const bare = found.pictures.filter((file) => files.filter((name) => name.startsWith(file)).length !== 2).length
  const wrong = [
    ...(lost > 0 ? [`${lost} of ${before.length} acknowledged writes are missing`] : []),
    ...(found.pictures.length < pictures
      ? [`${pictures} pictures were acknowledged, ${found.pictures.length} are restored`]
      : []),
    ...(bare > 0 ? [`${bare} pictures lack files`] : [])
  ]
  return { seconds, wrong, writes: before.length }
}

const faultTest = async ({ another, name, where }: Kind, scratch: string) => {
  const env = envOf(where)
  await (await startProduct("none", where.folder, env)).stop()
  await fill(where)
  const product = await startProduct("none", where.folder, env)
  const writing = writeChallenges(product.origin, PER_SECOND)
  const pictures = sendPictures(product)
  const all: Array<Taken> = []
  try {
    while (writing.acknowledged.length < WARM_UP || pictures.times.length === 0) await pause(100)
    for (let n = 0; n < BACKUPS; n++) all.push(await take(env, join(scratch, `${name}-${n}`)))
  } finally {
    await pictures.stop()
    await writing.stop()
    await product.stop()
  }
  const wrong: Array<string> = writing.refused.slice(0, 3)
  let [restoring, counted, last] = [0, 0, where]
  for (const [n, taken] of all.entries()) {
    last = await another(n)
    const sent = pictures.times.filter((at) => at < taken.takenAt).length
    const ended = await comesBack(taken, last, writing.acknowledged, sent)
    wrong.push(...ended.wrong)
    restoring = Math.max(restoring, ended.seconds)
    counted = Math.max(counted, ended.writes ?? 0)
  }
  await (await startProduct("none", last.folder, envOf(last))).stop()
  const isMeanwhile = (at: number) => all.some(({ from, until }) => at >= from && at <= until + 500)
  const taking = Math.max(...all.map(({ from, until }) => until - from)) / 1_000
  const size = statSync(join(all[0]?.folder ?? "", name === "SQLite" ? "database.sqlite" : "database.dump")).size
  const [first, latest] = [writing.acknowledged[0]?.at ?? 0, writing.acknowledged.at(-1)?.at ?? 0]
  const rate = (writing.acknowledged.length / (latest - first)) * 1_000
  const words = `${name}: ${BACKUPS} backups of ${Math.round(size / 1e6)} MB taken in ${taking.toFixed(1)} s each at most, restored in ${restoring.toFixed(1)} s; ${rate.toFixed(0)} writes a second, up to ${counted} before a backup, the slowest answer ${slowest(writing.acknowledged, (at) => !isMeanwhile(at))} ms, during a backup ${slowest(writing.acknowledged, isMeanwhile)} ms; ${pictures.times.length} pictures`
  return { wrong, words }
}

export const restoreTest: Goal = async (): Promise<Outcome> => {
  const scratch = mkdtempSync(join(tmpdir(), "commonhold-restore-"))
  const postgres = await startPostgres("fsync=on", "synchronous_commit=on")
  const at = (path: string) => join(scratch, path)
  const addressOf = (name: string) => (postgres?.url ?? "").replace(/\/postgres$/, `/${name}`)
  try {
    const ended = [
      await faultTest(
        { name: "SQLite", where: { folder: at("lite") }, another: async (n) => ({ folder: at(`lite-${n}`) }) },
        scratch
      )
    ]
    if (postgres !== null) {
      const another = async (n: number) => ({
        folder: at(`pg-${n}`),
        url: addressOf(await createDatabase(postgres.url, "template1"))
      })
      const where = { folder: at("pg"), url: addressOf(await createDatabase(postgres.url, "template1")) }
      ended.push(await faultTest({ name: "Postgres", where, another }, scratch))
    }
    const wrong = ended.flatMap((each) => each.wrong)
    const words = [...ended.map((each) => each.words), ...(postgres === null ? ["no Postgres here"] : [])].join(" · ")
    return atMost(wrong.length, 0, `wrong; ${words}${wrong.length === 0 ? "" : `: ${wrong.slice(0, 5).join("; ")}`}`)
  } finally {
    await postgres?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}
