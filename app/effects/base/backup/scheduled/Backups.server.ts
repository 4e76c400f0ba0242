/**
 * Scheduled backups: the job that takes them, and their state for operators. A row of `backup_runs` is written when a run
 * has ended, or when its place could not be read; so the state is known while the place is away.
 */

import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { gauge, type Reading } from "~/effects/base/metrics/Family"
import { Settings } from "~/effects/base/settings/Settings.server"
import { BackupRefused } from "../refusal.server"
import type { BackupState } from "./BackupState"
import { isDue, nameAt, STALE_MS } from "./names"
import { Ran, storeOf } from "./runScheduled.server"

const STORED_DAYS = 90
const DAY_MS = 86_400_000

const Run = Schema.Struct({
  at: Schema.Number,
  bytes: Schema.NullOr(Schema.Number),
  stored: Schema.NullOr(Schema.Int),
  code: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String)
})

/** Characters of the command's error that are stored. */
const LONGEST = 600

const decode = Schema.decodeUnknown(Schema.parseJson(Ran))
const Code = BackupRefused.fields.code

/** The command's sentence begins with its code. */
const refusalIn = (said: string, status: number | null): BackupRefused => {
  const [, code, message] = /^(E-[A-Z-]+): ([\s\S]*)$/.exec(said.trim()) ?? []
  if (Schema.is(Code)(code) && message !== undefined) return new BackupRefused({ code, message })
  const words = said.trim() === "" ? `it ended with status ${status}` : said.trim()
  return new BackupRefused({ code: "E-BACKUP-COMMAND", message: `The command that takes backups failed: ${words}` })
}

/**
 * Takes a scheduled backup in a process of its own: copying SQLite in one step and hashing every row would block the
 * server (docs/decisions/0065-back-up-one-moment.md). A port; tests take it in this process.
 */
export class BackupCommand extends Context.Tag("base/backup/BackupCommand")<
  BackupCommand,
  { readonly run: (name: string) => Effect.Effect<Ran, BackupRefused> }
>() {
  /** The command that the build has next to the server. */
  static readonly layer = Layer.sync(BackupCommand, () => {
    const file = join(dirname(process.argv[1] ?? ""), "../commands/backup.js")
    return {
      run: Effect.fn("BackupCommand.run")(function* (name: string) {
        if (!existsSync(file)) {
          const message = "Scheduled backups need a built server: npm start, or npm run build."
          return yield* new BackupRefused({ code: "E-BACKUP-COMMAND", message })
        }
        const text = yield* Effect.async<string, BackupRefused>((resume) => {
          const child = spawn(process.execPath, [file, "--scheduled", name], { stdio: ["ignore", "pipe", "pipe"] })
          let printed = ""
          let said = ""
          child.stdout.on("data", (part) => {
            printed += String(part)
          })
          child.stderr.on("data", (part) => {
            said = `${said}${String(part)}`.slice(0, LONGEST)
          })
          child.once("error", (error) => resume(refusalIn(error.message, null)))
          child.once("close", (status) =>
            resume(status === 0 ? Effect.succeed(printed) : Effect.fail(refusalIn(said, status)))
          )
          // The command removes what it has written.
          return Effect.async<void>((gone) => {
            child.once("close", () => gone(Effect.void))
            child.kill()
          })
        })
        const last = text.trim().split("\n").at(-1)
        return yield* Effect.mapError(decode(last), () => refusalIn("", 0))
      })
    }
  })
}

export class Backups extends Effect.Service<Backups>()("base/backup/Backups", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { backups, dataDir } = yield* Settings
    const plan = yield* Effect.transposeMapOption(backups, (found) =>
      Effect.map(storeOf(found, dataDir), (store) => ({ ...found, store }))
    )

    const newest = findAll({
      Request: Schema.Boolean,
      Result: Run,
      execute: (isWhole) => sql`SELECT at, bytes, stored, code, reason FROM backup_runs
        WHERE ${isWhole ? sql`bytes IS NOT NULL` : sql`1 = 1`} ORDER BY at DESC, name DESC LIMIT 1`
    })
    const note = (at: number, ran: Partial<Ran>, code: string | null, reason: string | null) => {
      const { bytes = null, files = null, rows = null, stored = null } = ran
      return Effect.asVoid(sql`INSERT INTO backup_runs
        ${sql.insert({ name: nameAt(at), at, bytes, rows, files, stored, code, reason })}
        ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, rows = excluded.rows, files = excluded.files,
          stored = excluded.stored, code = excluded.code, reason = excluded.reason`)
    }
    const noteFailure = (at: number) => (refused: BackupRefused) =>
      note(at, {}, refused.code, refused.message).pipe(
        Effect.zipRight(Effect.logError(`a scheduled backup failed: ${refused.message}`)),
        Effect.annotateLogs({ code: refused.code })
      )

    /** Takes a backup if one is due. A failure is tried again in the next hour. */
    const runIfDue = Effect.fn("Backups.runIfDue")(function* () {
      if (Option.isNone(plan)) return
      const { hour, store } = plan.value
      const command = yield* BackupCommand
      const now = yield* Clock.currentTimeMillis
      yield* sql`DELETE FROM backup_runs WHERE at < ${now - STORED_DAYS * DAY_MS}`
      yield* Effect.gen(function* () {
        if (!isDue(yield* store.list, hour, now)) {
          // The place answers again, and has the backup that is due: later failures are over.
          yield* sql`DELETE FROM backup_runs
            WHERE bytes IS NULL AND at > (SELECT MAX(at) FROM backup_runs WHERE bytes IS NOT NULL)`
          return
        }
        const ran = yield* command.run(nameAt(now))
        yield* note(now, ran, ran.problem === null ? null : "E-STORAGE", ran.problem)
        yield* Effect.logInfo("a scheduled backup was taken").pipe(Effect.annotateLogs({ bytes: ran.bytes }))
      }).pipe(Effect.catchTag("BackupRefused", noteFailure(now)))
    })

    /** Null if none are scheduled. */
    const state: Effect.Effect<BackupState | null> = Effect.gen(function* () {
      if (Option.isNone(plan)) return null
      const now = yield* Clock.currentTimeMillis
      const [last] = yield* newest(true)
      const [latest] = yield* newest(false)
      return {
        place: plan.value.store.words,
        last: last === undefined ? null : { at: last.at, bytes: last.bytes ?? 0, stored: last.stored ?? 0 },
        failure: latest?.reason == null ? null : { at: latest.at, code: latest.code ?? "", message: latest.reason },
        isStale: last === undefined ? latest !== undefined : now - last.at > STALE_MS
      }
    })

    return { runIfDue, state }
  })
}) {}

export const backupJob = Effect.gen(function* () {
  const { runIfDue } = yield* Backups
  const command = yield* BackupCommand
  return {
    name: "backups",
    every: "hour",
    run: Effect.provideService(runIfDue(), BackupCommand, command)
  } satisfies Job
}).pipe(Effect.provide(Backups.Default), Effect.provide(BackupCommand.layer))

export const backupReading = Effect.map(Backups, ({ state }): Reading => {
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const found = yield* state
    if (found === null) return []
    return [
      gauge(
        "commonhold_backup_failed",
        "1 if the newest scheduled backup failed, or its place could not be read.",
        found.failure === null ? 0 : 1
      ),
      ...(found.last === null
        ? []
        : [
            gauge("commonhold_backup_age_seconds", "Since the newest scheduled backup.", (now - found.last.at) / 1_000),
            gauge("commonhold_backup_size_bytes", "Size of the newest scheduled backup.", found.last.bytes)
          ])
    ]
  })
  return { name: "backups", families }
}).pipe(Effect.provide(Backups.Default))
