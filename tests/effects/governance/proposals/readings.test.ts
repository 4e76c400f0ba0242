import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { voteReading } from "~/effects/governance/proposals/readings.server"
import { describeOnBothDatabases } from "../../../databases"
import { valuesOf } from "../../base/metrics/values"
import { club, HOUR, propose, TODAY, vote, world } from "./world"

describeOnBothDatabases("metrics of votes", (database) => {
  it.effect("count a vote from when it is due until it is closed", () =>
    Effect.gen(function* () {
      const figures = Effect.flatMap(voteReading, valuesOf)
      const community = yield* club()
      const { id } = yield* propose(community)
      yield* vote(id, "Ana", "yes")
      assert.deepInclude(yield* figures, {
        "commonhold_votes_waiting open": 0,
        "commonhold_votes_waiting close": 0,
        "commonhold_votes_overdue_seconds close": 0
      })
      yield* TestClock.setTime(TODAY + 24 * HOUR + 90_000)
      assert.deepInclude(yield* figures, {
        "commonhold_votes_waiting open": 0,
        "commonhold_votes_waiting close": 1,
        "commonhold_votes_overdue_seconds close": 90
      })
      yield* (yield* Closings).closeDue
      assert.deepInclude(yield* figures, { "commonhold_votes_waiting close": 0 })
    }).pipe(Effect.provide(world(database)))
  )
})
