/** The BLT file and the cast vote records of a vote, from the database to the count by /verify. */
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readBlt } from "~/effects/governance/votes/elections/blt"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { ballotsBlt, recordsCsv } from "~/effects/governance/votes/pages/electionFiles.server"
import { describeOnBothDatabases } from "../../../databases"
import { honest, testBeacon } from "../votes/sealed/beacon"
import { labelled } from "../votes/world"
import { CLOSE, closeDue, handIn, MINUTE, sealedOf } from "./sealing"
import { asked, club, propose, rowOf, rules, vote, world } from "./world"

const here = <A, E, R>(file: Effect.Effect<A, E, R>) =>
  Effect.provideService(file, RouteArgs, asked("/explore/club/proposals/1/x", { slug: "club", n: "1" }))
const textOf = <E, R>(file: Effect.Effect<Response, E, R>) =>
  Effect.flatMap(here(file), (response) => Effect.promise(() => response.text()))

const election = (
  voteType: "ranked" | "approval" | "single",
  resultsVisibility: "always" | "afterClose" | "sealed" = "always"
) =>
  Effect.gen(function* () {
    const community = yield* club({ governance: rules({ resultsVisibility }) })
    const choices = labelled("Ash", "Birch", "Cedar")
    const { id, number } = yield* propose(community, { voteType, choices, quorumPct: 0 })
    return { community, id, row: () => rowOf(community, number) }
  })

describeOnBothDatabases("The files of an election", (database) => {
  const on = Layer.provide(world(database), testBeacon(honest))

  it.effect("have the ballots that count, and /verify finds the same winner in the BLT file", () =>
    Effect.gen(function* () {
      const { id, row } = yield* election("ranked")
      yield* vote(id, "Ana", ["cedar"])
      yield* vote(id, "Ben", ["birch", "ash"])
      yield* vote(id, "Cho", ["ash", "birch"])
      yield* vote(id, "Dev", ["cedar", "ash"])
      yield* vote(id, "Eva", ["ash", "birch"])
      yield* vote(id, "Ana", ["birch", "ash"])
      const blt = yield* textOf(ballotsBlt)
      const { names, papers, seats } = Either.getOrThrow(readBlt(blt))
      assert.deepStrictEqual([names, seats], [["Ash", "Birch", "Cedar"], 1])
      assert.deepStrictEqual(papers.map(({ count, ranks }) => [Number(count), ...ranks]).sort(), [
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0]
      ])
      const lines = (yield* textOf(recordsCsv)).split("\r\n")
      assert.deepStrictEqual(lines.slice(0, 2), ["ballot,weight,rank1,rank2,rank3", "2,1,Birch,Ash,"])
      // Header, five who vote, and the end of the last line; the replaced ballot is not there.
      assert.lengthOf(lines, 7)
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      assert.deepStrictEqual((yield* row()).tally?.winners, ["ash"])
      const report = yield* Effect.promise(() => checkFile(blt))
      assert.strictEqual(report.verdict, "Counted by our rules: elected is Ash.")
    }).pipe(Effect.provide(on))
  )

  it.effect("exist for approval, and with words for no other vote", () =>
    Effect.gen(function* () {
      const { id } = yield* election("approval")
      yield* vote(id, "Ana", ["cedar", "ash"])
      assert.include(yield* textOf(ballotsBlt), "1 1 3 0\n")
      assert.include(yield* textOf(recordsCsv), "1,1,1,0,1\r\n")
    }).pipe(
      Effect.provide(on),
      Effect.zipRight(
        Effect.gen(function* () {
          const { id } = yield* election("single")
          yield* vote(id, "Ana", "ash")
          const refused = yield* Effect.flip(here(ballotsBlt))
          assert.deepInclude(refused, { _tag: "NoElectionFile", status: 409, code: "E-ELECTION-FILE" })
          assert.include(refused.message, "Only ranked and approval votes")
        }).pipe(Effect.provide(Layer.fresh(on)))
      )
    )
  )

  it.effect("come only once results are shown to anybody", () =>
    Effect.gen(function* () {
      const { id } = yield* election("ranked", "afterClose")
      yield* vote(id, "Ana", ["cedar", "ash"])
      for (const file of [ballotsBlt, recordsCsv]) {
        const refused = yield* Effect.flip(here(file))
        assert.deepInclude(refused, { _tag: "NoElectionFile", message: "Results are shown after voting closes." })
      }
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      assert.include(yield* textOf(ballotsBlt), "1 3 1 0\n")
    }).pipe(Effect.provide(on))
  )

  it.effect("have what was sealed once it is opened", () =>
    Effect.gen(function* () {
      const { id, row } = yield* election("ranked", "sealed")
      yield* handIn(id, "Ana", sealedOf(yield* row(), "Ana", ["cedar", "ash"], ""))
      assert.include((yield* Effect.flip(here(recordsCsv))).message, "Ballots are sealed.")
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      assert.include(yield* textOf(ballotsBlt), "1 3 1 0\n")
      assert.include(yield* textOf(recordsCsv), "1,1,Cedar,Ash,\r\n")
    }).pipe(Effect.provide(on))
  )
})
