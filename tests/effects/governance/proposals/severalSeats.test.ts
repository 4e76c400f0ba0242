/** Elections of several seats by ranking, from the database to the file: published count, other counter and script agree. */
import { assert, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Layer, TestClock } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readBlt } from "~/effects/governance/votes/elections/blt"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { ballotsBlt } from "~/effects/governance/votes/pages/electionFiles.server"
import { check } from "../../../../scripts/verify.mjs"
import { describeOnBothDatabases } from "../../../databases"
import { runs } from "../../../sets"
import { naiveSeats } from "../votes/naive"
import { honest, testBeacon } from "../votes/sealed/beacon"
import { labelled } from "../votes/world"
import { CLOSE, closeDue, files, handIn, MINUTE, sealedOf } from "./sealing"
import { asked, club, NAMES, propose, rowOf, rules, vote, world } from "./world"

const LABELS = ["Ash", "Birch", "Cedar", "Dogwood"]
const KEYS = labelled(...LABELS).map(({ key }) => key)

const board = (seats: number, resultsVisibility: "always" | "sealed" = "always") =>
  Effect.gen(function* () {
    const community = yield* club({ governance: rules({ resultsVisibility }) })
    const choices = labelled(...LABELS)
    const given = { kind: "election", voteType: "ranked", seats, choices, quorumPct: 0 } as const
    const { id, number } = yield* propose(community, given)
    return { id, row: () => rowOf(community, number) }
  })

const checked = Effect.gen(function* () {
  const [file = ""] = yield* files
  const report = yield* Effect.promise(() => checkFile(file))
  assert.isTrue(report.holds, JSON.stringify(report.findings))
  assert.deepStrictEqual(check(file).problems, [])
  return file
})

const elections = fc.sample(
  fc.record({
    seats: fc.constantFrom(2, 3),
    casts: fc.array(
      fc.record({ name: fc.constantFrom(...NAMES), choice: fc.shuffledSubarray(KEYS, { minLength: 1 }) }),
      { minLength: 1, maxLength: 12 }
    )
  }),
  { numRuns: runs(4, 25), seed: 36 }
)

describeOnBothDatabases("An election of several seats by ranking", (database) => {
  const on = Layer.provide(world(database), testBeacon(honest))

  it.effect.each(elections)("is published as the tests' own counter and the script count it", ({ casts, seats }) =>
    Effect.gen(function* () {
      const { id, row } = yield* board(seats)
      assert.deepStrictEqual((yield* row()).frozen?.v, 4)
      for (const { choice, name } of casts) yield* vote(id, name, choice)
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      const { status, tally } = yield* row()
      const latest = new Map(casts.map(({ choice, name }) => [name, choice]))
      const naive = naiveSeats(KEYS, [...latest.values()], seats)
      assert.deepStrictEqual([status, tally?.winners, tally?.quota], ["passed", naive.elected, String(naive.quota)])
      assert.include(yield* checked, '"schema":"ballots/4"')
      const blt = yield* ballotsBlt.pipe(
        Effect.provideService(RouteArgs, asked("/explore/club/proposals/1/x", { slug: "club", n: "1" })),
        Effect.flatMap((response) => Effect.promise(() => response.text()))
      )
      assert.strictEqual(Either.getOrThrow(readBlt(blt)).seats, seats)
      const names = naive.elected.map((key) => LABELS[KEYS.indexOf(key)])
      const verdict = `Counted by our rules: elected are ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`
      assert.strictEqual((yield* Effect.promise(() => checkFile(blt))).verdict, verdict)
      assert.strictEqual(check(blt).said, verdict)
    }).pipe(Effect.provide(Layer.fresh(world(database))))
  )

  it.effect("waits for a draw where nothing else decides, and counts opened ballots", () =>
    Effect.gen(function* () {
      const { id, row } = yield* board(2, "sealed")
      for (const [at, name] of (["Ana", "Ben", "Cho"] as const).entries()) {
        yield* handIn(id, name, sealedOf(yield* row(), name, [KEYS[at] ?? ""], ""))
      }
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const { status, tally } = yield* row()
      assert.strictEqual(status, "passed")
      assert.lengthOf(tally?.winners ?? [], 2)
      assert.isTrue(tally?.ties?.some(({ decidedBy }) => decidedBy === "draw"))
      yield* checked
    }).pipe(Effect.provide(on))
  )
})
