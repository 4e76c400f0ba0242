/** Migration 96 renames jobs: what they have finished and what is rescheduled stays. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { RENAMED_JOBS } from "~/effects/base/db/migrations/0096-names-of-jobs.server"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { NOW } from "./oldRows"

describeOnEmptyDatabases("jobs named by the field's terms", (database) => {
  it.scoped("have the same slots, failures and rescheduled work items as before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0096")
      const former = [...Object.keys(RENAMED_JOBS), "sweep"]
      for (const [index, name] of former.entries()) {
        const lease = { name, holder: "", leasedUntil: 0, doneSlot: 100 + index, periodMs: 60_000, diedAt: NOW }
        yield* sql`INSERT INTO leases ${sql.insert({ ...lease, reason: `why ${index}` })}`
        const item = { job: name, piece: `item${index}`, holder: "", leasedUntil: 0, nextAt: NOW + index }
        yield* sql`INSERT INTO work_items ${sql.insert({ ...item, tries: 3, reason: `late ${index}` })}`
      }
      const leases = sql`SELECT * FROM leases ORDER BY done_slot`
      const items = sql`SELECT * FROM work_items ORDER BY next_at`
      const [leasesBefore, itemsBefore] = [yield* leases, yield* items]
      yield* Effect.provide(Effect.void, MigrationsLive)
      const now = former.map((name) => RENAMED_JOBS[name] ?? name)
      assert.include(now, "multisig.badges")
      assert.deepStrictEqual(
        yield* leases,
        leasesBefore.map((row, index) => ({ ...row, name: now[index] }))
      )
      assert.deepStrictEqual(
        yield* items,
        itemsBefore.map(({ piece: item, ...row }, index) => ({ ...row, item, job: now[index] }))
      )
    }).pipe(Effect.provide(database))
  )
})
