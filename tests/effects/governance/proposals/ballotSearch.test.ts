/** Ballots are found by words of their reasons, ignoring accents and capitals, on both databases. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { foldedReasons } from "~/effects/base/db/migrations/0079-folded-reasons.server"
import { ballotsPage } from "~/effects/governance/proposals/pages/one.server"
import { describeOnBothDatabases } from "../../../databases"
import { club, propose, rowOf, vote, world } from "./world"

describeOnBothDatabases("The search among ballots", (database) => {
  const on = world(database)
  it.effect("folds queries and texts alike, also for ballots stored before the search existed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const community = yield* club({}, ["Ana", "Ben", "Cho", "Dev"])
      const { id, number } = yield* propose(community)
      yield* vote(id, "Ana", "yes", "Größe und ÄRGER im Café, Łódź")
      yield* vote(id, "Ben", "no", "ХОРОШЕЕ Решение, 100% sure")
      yield* vote(id, "Cho", "yes", "")
      yield* vote(id, "Dev", "yes", "Plain words")
      const row = yield* rowOf(community, number)
      const found = (q: string) =>
        Effect.map(ballotsPage(row, new URLSearchParams({ bq: q })), (page) => page?.ballots.map(({ seq }) => seq))
      const all = Effect.gen(function* () {
        for (const q of ["ärger", "ARGER", "größe", "cafe", "CAFÉ GROSSE", "lodz"])
          assert.deepStrictEqual(yield* found(q), [1], q)
        for (const q of ["решение", "хорошее РЕШЕНИЕ", "100"]) assert.deepStrictEqual(yield* found(q), [2], q)
        assert.deepStrictEqual(yield* found("CHO"), [3])
        assert.deepStrictEqual(yield* found("PLAIN"), [4])
        assert.deepStrictEqual(yield* found("nothing"), [])
      })
      yield* all
      // A database from before the column is migrated to it.
      yield* sql.unsafe("ALTER TABLE ballots DROP COLUMN reason_key")
      yield* foldedReasons
      yield* all
    }).pipe(Effect.provide(on))
  )
})
