import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, FiberId, Logger } from "effect"
import { MigrationsLive, migrateBefore, NEWEST } from "~/effects/base/db/migrations/index.server"
import { readTables, schemaNumber } from "~/effects/base/db/schemaFacts.server"
import { startProblem } from "~/effects/server/startProblem.server"
import { describeOnEmptyDatabases } from "../../../databases"

const migrate = Effect.provide(Effect.void, MigrationsLive)
const tableNames = Effect.map(readTables, (tables) => tables.map(({ name }) => name))

/** Collects what is logged while the program runs; `hear` may end it. */
const listening = <A, E, R>(program: Effect.Effect<A, E, R>, hear: (line: string) => void) =>
  Effect.provide(
    program,
    Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => hear(String(message)))
    )
  )

describeOnEmptyDatabases("migrations of a database with data", (database) => {
  it.scoped("log the current step, the schema they started from and their completion", () =>
    Effect.gen(function* () {
      yield* migrateBefore("0036")
      const lines: Array<string> = []
      yield* listening(migrate, (line) => lines.push(line))
      const first = "migration 0036_told_late begins"
      assert.strictEqual(lines[0], first)
      assert.match(lines.at(-1) ?? "", new RegExp(`^the database was migrated from schema 34 to ${NEWEST} in .+$`))
      assert.isTrue(lines.slice(0, -1).every((line) => /^migration \d{4}_\w+ begins$/.test(line)))
      assert.strictEqual(yield* schemaNumber, NEWEST)
      const again: Array<string> = []
      yield* listening(migrate, (line) => again.push(line))
      assert.deepStrictEqual(again, [])
    }).pipe(Effect.provide(database))
  )

  it.scoped("that stop at a step leave the schema unchanged, and the next start completes them", () =>
    Effect.gen(function* () {
      yield* migrateBefore("0002")
      const before = yield* tableNames
      /** Stops the migrations when they begin this step, counted from 0; returns whether there is one. */
      const endedAt = (step: number) =>
        Effect.gen(function* () {
          let begun = 0
          let ending: (() => void) | undefined
          const fiber = yield* Effect.fork(
            listening(migrate, (line) => {
              if (line.endsWith(" begins") && begun++ === step) ending?.()
            })
          )
          ending = () => fiber.unsafeInterruptAsFork(FiberId.none)
          return Exit.isInterrupted(yield* Fiber.await(fiber))
        })
      for (const step of [0, 1, 20]) {
        assert.isTrue(yield* endedAt(step), `step ${step}`)
        assert.strictEqual(yield* schemaNumber, 1)
        assert.deepStrictEqual(yield* tableNames, before)
      }
      assert.isFalse(yield* endedAt(1_000))
      assert.strictEqual(yield* schemaNumber, NEWEST)
    }).pipe(Effect.provide(database))
  )

  it.scoped("of a newer release stop an older one from starting, with a clear message and no changes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrate
      const newer = { migrationId: NEWEST + 1, name: "of_a_later_release" }
      yield* sql`INSERT INTO migrations ${sql.insert(newer)}`
      const before = yield* tableNames
      const exit = yield* Effect.exit(Effect.orDie(migrate))
      assert.strictEqual(
        Exit.isFailure(exit) ? startProblem(exit.cause) : "started",
        `The database has schema ${NEWEST + 1}, and this release knows ${NEWEST}: a newer release has used it. Start that release, or restore the backup that was taken before the upgrade (docs/operations/backups.md, "The way back").`
      )
      assert.deepStrictEqual(yield* tableNames, before)
    }).pipe(Effect.provide(database))
  )

  it.scoped("that fail are named with the reason", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0002")
      yield* sql`CREATE TABLE support_messages (id TEXT)`
      const cause = yield* Effect.flip(Effect.sandbox(Effect.orDie(migrate)))
      const said = startProblem(cause)
      assert.match(said, /^Migration "2_support" failed; the database is as it was\. /)
      assert.include(said, "already exists")
      assert.isTrue(Cause.isDie(cause))
      assert.strictEqual(yield* schemaNumber, 1)
    }).pipe(Effect.provide(database))
  )
})
