/**
 * A series that cannot be read blocks no other: it is rescheduled with backoff, the operator is notified, and it
 * continues when it is repaired.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { describeOnBothDatabases } from "../../../databases"
import { garden } from "../deployment/world"
import { deployed, issueIn, minute, SERIES, seriesNow, terms, world } from "./world"

const OTHER = "seriesbbbbbb"

describeOnBothDatabases("a series that cannot be read", (database) => {
  it.effect("does not prevent other sales from opening, and opens when it can be read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { setBack } = yield* Effect.provide(JobReports, JobReports.Default)
      const community = yield* deployed(garden)
      yield* issueIn(community, SERIES)
      yield* issueIn(community, OTHER)
      yield* sql`UPDATE bond_series SET face_value = 'many' WHERE id = ${SERIES}`
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      assert.strictEqual((yield* seriesNow(OTHER)).state, "open")
      assert.deepEqual(
        (yield* setBack(10)).map(({ job, item, tries }) => [job, item, tries]),
        [["bonds.series", SERIES, 1]]
      )
      yield* sql`UPDATE bond_series SET face_value = ${terms.faceValue} WHERE id = ${SERIES}`
      yield* TestClock.adjust("1 minute")
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "open")
      assert.deepEqual(yield* setBack(10), [])
    }).pipe(Effect.provide(world(database)))
  )
})
