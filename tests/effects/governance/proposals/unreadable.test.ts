/**
 * A vote whose row cannot be read: its own page reports it, lists and other votes work, and its close is rescheduled
 * with a short reason.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { ProposalListsRepo } from "~/effects/governance/proposals/ProposalListsRepo.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { describeOnBothDatabases } from "../../../databases"
import { club, HOUR, propose, rowOf, TODAY, vote, world } from "./world"

describeOnBothDatabases("A vote that cannot be read", (database) => {
  it.effect("is reported as such, and blocks no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const community = yield* club()
      const broken = yield* propose(community)
      const well = yield* propose(community, { title: "The vote that is in order" })
      for (const name of ["Ana", "Ben"]) yield* vote(well.id, name, "yes")
      yield* sql`UPDATE proposals SET opening = ${'{"stateVersion":"many"}'}, choices = ${'[{"key":5}]'} WHERE id = ${broken.id}`

      const proposals = yield* Proposals
      const failure = yield* Effect.flip(proposals.byNumber(community, broken.number, null))
      assert.strictEqual(failure._tag, "VoteUnreadable")
      assert.match(failure.message, /^This vote cannot be shown because .*it neither opens nor closes/)
      const lists = yield* Effect.provide(ProposalListsRepo, ProposalListsRepo.Default)
      const query = { after: null, author: null, kind: null, q: "", tab: "open" } as const
      assert.deepStrictEqual(
        (yield* lists.page(community, null, query, 10)).map(({ number }) => number),
        [well.number]
      )
      assert.strictEqual((yield* lists.shelves(community, 10)).open.length, 1)

      yield* TestClock.setTime(TODAY + 24 * HOUR)
      yield* (yield* Closings).closeDue
      assert.strictEqual((yield* rowOf(community, well.number)).status, "passed")
      const reports = yield* Effect.provide(JobReports, JobReports.Default)
      const [item] = yield* reports.setBack(10)
      assert.deepInclude(item, { job: "proposals.close", item: broken.id, tries: 1 })
      assert.isAtMost(item?.reason.length ?? 0, 300)
      assert.match(item?.reason ?? "", /^at /)
    }).pipe(Effect.provide(world(database)))
  )
})
