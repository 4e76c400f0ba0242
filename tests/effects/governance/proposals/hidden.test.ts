/** Hidden results leak nowhere: every output of an open vote is searched for what was chosen. */

import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { closingSoon, openProposals } from "~/effects/governance/proposals/lists.server"
import { ballotsPage } from "~/effects/governance/proposals/pages/one.server"
import { cardOf, viewOf } from "~/effects/governance/proposals/view.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { ballotsCsv, ballotsJson } from "~/effects/governance/votes/pages/ballotFile.server"
import { describeOnBothDatabases } from "../../../databases"
import { asked, club, HOUR, propose, rowOf, rules, TODAY, vote, world } from "./world"

describeOnBothDatabases("Hidden results", (database) => {
  const on = world(database)

  const outputs = (community: CommunityId, number: number, name: string | null) =>
    Effect.gen(function* () {
      const row = yield* rowOf(community, number, name)
      const view = viewOf(row, "club", yield* Effect.clockWith((clock) => clock.currentTimeMillis), {
        progress: [],
        objections: [],
        eligibility: null,
        changesLeft: null,
        rights: {
          edit: false,
          cancel: false,
          callOff: false,
          answer: false,
          report: false,
          execute: false,
          comment: false
        },
        opening: null,
        step: null,
        stepTopic: null,
        signers: null
      })
      const pages = [
        cardOf(row, TODAY + HOUR),
        view,
        yield* ballotsPage(row, new URLSearchParams("choice=no&bq=secret")),
        yield* openProposals(community, null, 5),
        yield* closingSoon(null, 5)
      ]
      return JSON.stringify(pages)
    })

  const files = (paths: ReadonlyArray<"json" | "csv">) =>
    Effect.forEach(paths, (kind) =>
      (kind === "json" ? ballotsJson : ballotsCsv).pipe(
        Effect.provideService(RouteArgs, asked("/explore/club/proposals/1/ballots", { slug: "club", n: "1" })),
        Effect.flatMap((response) => Effect.promise(() => response.text()))
      )
    )

  for (const resultsVisibility of ["afterClose", "afterVote"] as const) {
    it.effect(`${resultsVisibility}: reveals no choice, sum or reason too early`, () =>
      Effect.gen(function* () {
        const community = yield* club({ governance: rules({ resultsVisibility }) })
        const { id, number } = yield* propose(community)
        yield* vote(id, "Ana", "no", "a very secret reason")
        yield* vote(id, "Cho", "no")
        const open = [yield* outputs(community, number, null), ...(yield* files(["json", "csv"]))].join("\n")
        assert.notInclude(open, "secret")
        assert.notInclude(open, '"votes"')
        assert.notInclude(open, '"choice":"no"')
        assert.notMatch(open, /"(lines|winners|perChoice)"/)
        // Participation is public, and so are hashes.
        assert.include(open, '"voters":2')
        const own = yield* outputs(community, number, "Ana")
        if (resultsVisibility === "afterClose") assert.notMatch(own, /"lines"/)
        else assert.match(own, /"lines"/)

        yield* TestClock.setTime(TODAY + 24 * HOUR)
        yield* (yield* Closings).closeDue
        const closed = yield* outputs(community, number, null)
        assert.include(closed, "a very secret reason")
        const [file = ""] = yield* files(["json"])
        const report = yield* Effect.promise(() => checkFile(file))
        assert.isTrue(report.holds, report.verdict)
        assert.include(report.verdict, "All 2 ballots check out.")
      }).pipe(Effect.provide(on))
    )
  }
})
