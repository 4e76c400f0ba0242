import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Ref, TestClock } from "effect"
import { type Job, runIfDue } from "~/effects/base/jobs/Jobs.server"
import { JobCare } from "~/effects/publishing/operating/JobCare.server"
import { runCommandLine } from "~/effects/publishing/operating/pages/commands/commandLine.server"
import { describeOnBothDatabases } from "../../../databases"
import { because, failureOf, logged, machine, sceneOn } from "./world"

describeOnBothDatabases("Jobs run by operators", (database) => {
  const scene = sceneOn(database)

  it.effect("run once more on the next server that polls, even if another one requested it", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* JobCare
        const runs = yield* Ref.make(0)
        const job: Job = { name: "tidy", every: "hour", run: Ref.update(runs, (n) => n + 1) }
        yield* runIfDue(job, "one server")
        assert.isFalse(yield* runIfDue(job, "another"))
        yield* care.runNow("tidy", because("The folder was full."))
        assert.isTrue(yield* runIfDue(job, "another"))
        assert.isFalse(yield* runIfDue(job, "one server"))
        assert.strictEqual(yield* Ref.get(runs), 2)
        yield* TestClock.adjust("1 hour")
        assert.isTrue(yield* runIfDue(job, "one server"))
        assert.deepEqual(yield* logged, ["machine: ada: Requested a run of “tidy” on tidy (The folder was full.)"])
      })
    )
  )

  it.effect("skip a work item that an operator set aside until it is put back", () =>
    scene(
      Effect.gen(function* () {
        const [care, sql] = [yield* JobCare, yield* SqlClient.SqlClient]
        const order = because("The vote's row is broken.")
        assert.strictEqual(
          yield* failureOf(care.setAside("proposals.close", "abc", order)),
          "E-NOT-FOUND There is no item that was postponed “proposals.close abc”."
        )
        const item = { job: "proposals.close", item: "abc", holder: "a", leasedUntil: 0, nextAt: 0, tries: 3 }
        yield* sql`INSERT INTO work_items ${sql.insert({ ...item, reason: "at tally: Expected string, actual 5" })}`
        const lines = yield* runCommandLine(
          ["jobs", "set-aside", "proposals.close", "abc", "--reason", order.reason],
          machine
        )
        assert.deepEqual(lines, ["proposals.close abc is set aside: no job retries it until it is put back."])
        assert.match(
          (yield* runCommandLine(["jobs"], machine)).join("\n"),
          /^set aside: proposals\.close abc +3 tries +since 20 Nov 2026, 12:00 UTC +at tally: Expected string, actual 5$/m
        )
        yield* runCommandLine(["jobs", "put-back", "proposals.close", "abc", "--reason", order.reason], machine)
        assert.match((yield* runCommandLine(["jobs"], machine)).join("\n"), /^postponed: proposals\.close abc/m)
        assert.strictEqual((yield* logged).length, 2)
      })
    )
  )

  it.effect("retry immediately the rescheduled work items of all kinds that share the name's prefix", () =>
    scene(
      Effect.gen(function* () {
        const [care, sql] = [yield* JobCare, yield* SqlClient.SqlClient]
        const later = (yield* Clock.currentTimeMillis) + 1_800_000
        const row = { item: "abc", holder: "a", leasedUntil: 0, nextAt: later, tries: 6, reason: "at tally: no" }
        const jobs = ["proposals", "proposals.close", "proposalsOf", "ledger.transactions"]
        yield* sql`INSERT INTO work_items ${sql.insert(jobs.map((job) => ({ ...row, job })))}`
        yield* sql`INSERT INTO work_items ${sql.insert({ ...row, job: "proposals.open", leasedUntil: later })}`
        yield* runIfDue({ name: "proposals", every: "minute", run: Effect.void }, "one server")
        yield* care.runNow("proposals", because("The tally was mended."))
        const waiting = Effect.map(
          sql<{ readonly job: string }>`SELECT job FROM work_items WHERE next_at > 0 ORDER BY job`,
          (rows) => rows.map(({ job }) => job)
        )
        // An item that a server is processing is left to it.
        assert.deepEqual(yield* waiting, ["ledger.transactions", "proposals.open", "proposalsOf"])
        const why = ["--reason", "The step was mended."]
        assert.deepEqual(yield* runCommandLine(["jobs", "put-back", "ledger.transactions", "abc", ...why], machine), [
          "ledger.transactions abc is retried when its job runs next."
        ])
        assert.deepEqual(yield* waiting, ["proposals.open", "proposalsOf"])
      })
    )
  )

  it.effect("must exist and must not be running", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* JobCare
        assert.strictEqual(yield* failureOf(care.runNow("tidy", because())), "E-NOT-FOUND There is no job “tidy”.")
        const asked = failureOf(care.runNow("tidy", because()))
        const words = yield* Ref.make("")
        yield* runIfDue(
          {
            name: "tidy",
            every: "minute",
            run: Effect.flatMap(asked, (said) => Ref.set(words, said)).pipe(Effect.orDie)
          },
          "a server"
        )
        assert.strictEqual(yield* Ref.get(words), "E-STATE The job tidy is running.")
        assert.deepEqual(yield* logged, [])
      })
    )
  )
})
