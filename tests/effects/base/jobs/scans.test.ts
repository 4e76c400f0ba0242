import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Data, Effect, Layer, Logger, TestClock } from "effect"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { describeOnBothDatabases } from "../../../databases"
import { TODAY } from "../../people/signup/world"

class GatewaySilent extends Data.TaggedError("GatewaySilent")<{ readonly message: string }> {}

const JOB = "things.look"
const ALL = Array.from({ length: 230 }, (_, n) => `t${String(n).padStart(3, "0")}`)

/** Pages of the list, as a table would return them. */
const after = (last: string | null, limit: number) =>
  Effect.succeed(ALL.filter((each) => each > (last ?? "")).slice(0, limit))

describeOnBothDatabases("A scan", (database) => {
  const scene = <A, E>(program: Effect.Effect<A, E, JobReports | SqlClient.SqlClient | WorkQueue>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(
      Effect.provide(
        Layer.merge(WorkQueue.Default, JobReports.Default).pipe(
          Layer.provideMerge(database),
          Layer.provideMerge(Logger.remove(Logger.defaultLogger))
        )
      )
    )

  /** One scan; `act` decides how each poll ends. Returns the ids polled, in order. */
  const checks = (act: (id: string) => Effect.Effect<void, GatewaySilent> = () => Effect.void) =>
    Effect.gen(function* () {
      const { scan } = yield* WorkQueue
      const seen: Array<string> = []
      const check = (id: string) =>
        Effect.zipRight(
          Effect.sync(() => seen.push(id)),
          act(id)
        )
      yield* scan({ job: JOB, after, keyOf: (id) => id, check })
      return seen
    })

  it.effect("polls everything once, however much there is, and writes nothing if all succeed", () =>
    scene(
      Effect.gen(function* () {
        assert.deepEqual(yield* checks(), ALL)
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT * FROM work_items`, 0)
      })
    )
  )

  it.effect("skips crashed items until their next try, with backoff, and clears that once they succeed", () =>
    scene(
      Effect.gen(function* () {
        const { setBack } = yield* JobReports
        const dying = (id: string) => (id === "t001" ? Effect.die(new Error("unreadable amount")) : Effect.void)
        assert.lengthOf(yield* checks(dying), 230)
        assert.deepEqual(yield* setBack(10), [
          { job: JOB, item: "t001", tries: 1, nextAt: TODAY + 60_000, reason: "unreadable amount", setAsideAt: null }
        ])
        assert.lengthOf(yield* checks(dying), 229)
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(yield* checks(dying), 230)
        assert.deepInclude((yield* setBack(10))[0], { tries: 2, nextAt: TODAY + 180_000 })
        yield* TestClock.adjust("2 minutes")
        assert.lengthOf(yield* checks(), 230)
        assert.deepEqual(yield* setBack(10), [])
      })
    )
  )

  it.effect("continues past items that cannot be polled now, and polls them the next time", () =>
    scene(
      Effect.gen(function* () {
        const { setBack } = yield* JobReports
        const silent = (id: string) => (id < "t150" ? new GatewaySilent({ message: "no answer" }) : Effect.void)
        assert.lengthOf(yield* checks(silent), 230)
        assert.deepEqual(yield* setBack(10), [])
        assert.lengthOf(yield* checks(), 230)
      })
    )
  )

  it.effect("polls the items of a crashed batch one by one, and reschedules only the one at fault", () =>
    scene(
      Effect.gen(function* () {
        const { scan } = yield* WorkQueue
        const { setBack } = yield* JobReports
        const asked: Array<number> = []
        const done = new Set<string>()
        const together = (ids: ReadonlyArray<string>) =>
          Effect.suspend(() => {
            asked.push(ids.length)
            if (ids.includes("t007")) return Effect.die(new Error("refused: t007"))
            for (const id of ids) done.add(id)
            return Effect.void
          })
        const round = scan({ job: JOB, after, keyOf: (id) => id, check: (id) => together([id]), together })
        yield* round
        assert.strictEqual(done.size, 229)
        assert.deepEqual(
          (yield* setBack(10)).map(({ item }) => item),
          ["t007"]
        )
        asked.length = 0
        yield* round
        assert.deepEqual(asked, [99, 100, 30])
      })
    )
  )
})
