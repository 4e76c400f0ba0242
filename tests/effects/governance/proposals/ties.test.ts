/** Tied choices of ranked votes at the close: what is decided immediately, and what waits for the beacon. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { NoSignature } from "~/effects/governance/votes/sealed/Beacon.server"
import { timeOf } from "~/effects/governance/votes/sealed/BeaconRound"
import { check } from "../../../../scripts/verify.mjs"
import { describeOnBothDatabases } from "../../../databases"
import { honest, testBeacon, testChain } from "../votes/sealed/beacon"
import { labelled } from "../votes/world"
import { CLOSE, closeDue, files, handIn, MINUTE, sealedOf } from "./sealing"
import { club, HOUR, propose, rowOf, rules, vote, world } from "./world"

const ranked = (labels: ReadonlyArray<string>, resultsVisibility: "always" | "sealed" = "always") =>
  Effect.gen(function* () {
    const community = yield* club({ governance: rules({ resultsVisibility }) })
    const { id, number } = yield* propose(community, { voteType: "ranked", choices: labelled(...labels), quorumPct: 0 })
    return { community, id, number, row: yield* rowOf(community, number) }
  })

/** What members were told about the result, by e-mail and in their inbox. */
const notified = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly text: string
  }>`SELECT DISTINCT text FROM notifications WHERE type = 'proposalResult'`
  return rows.map(({ text }) => text)
})

const THREE = ["Ash", "Birch", "Cedar"]
const level = (id: ProposalId) =>
  Effect.forEach(
    [
      ["Ana", "ash"],
      ["Ben", "birch"],
      ["Cho", "cedar"]
    ] as const,
    ([name, key]) => vote(id, name, [key])
  )

const checked = Effect.gen(function* () {
  const [file = ""] = yield* files
  const report = yield* Effect.promise(() => checkFile(file))
  assert.isTrue(report.holds, JSON.stringify(report.findings))
  assert.deepStrictEqual(check(file).problems, [])
  return file
})

describeOnBothDatabases("Ranked votes with tied choices", (database) => {
  const down = () => new NoSignature({ message: "the beacon is down" })
  const on = (response: Parameters<typeof testBeacon>[0] = honest) =>
    Layer.provide(world(database), testBeacon(response))

  it.effect("end in a tie at the close, without a beacon, if the last two choices are level", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* ranked(["Ash", "Birch"])
      assert.deepStrictEqual([row.frozen?.v, row.frozen?.ties?.v], [3, 2])
      yield* vote(id, "Ana", ["ash"])
      yield* vote(id, "Ben", ["birch"])
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.deepStrictEqual(
        [closed.status, closed.tally?.tied, closed.tally?.winners],
        ["failed", ["ash", "birch"], []]
      )
      assert.include(closed.tally?.words, "Ash and Birch, the last two, are tied. Tie between Ash and Birch. Failed.")
      assert.match(
        (yield* notified).join(),
        /^The result of “.*”: a tie between Ash and Birch\. The last two were level, so nobody won\.$/
      )
      assert.notProperty(JSON.parse(yield* checked), "beacon")
    }).pipe(Effect.provide(on(down)))
  )

  it.effect("wait for the first round after the close if only a draw decides, and are counted with it", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* ranked(THREE)
      const round = row.frozen?.ties?.beacon?.round ?? 0
      assert.isAtLeast(timeOf(testChain, round), CLOSE + 30_000)
      yield* level(id)
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      const waiting = yield* rowOf(community, number)
      assert.deepStrictEqual([waiting.status, waiting.dueAt, waiting.tally], ["active", timeOf(testChain, round), null])
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.deepStrictEqual([closed.status, closed.tally?.tied.length], ["failed", 2])
      assert.deepInclude(closed.tally?.ties?.[0] ?? {}, { decidedBy: "draw", beaconRound: round })
      assert.include(
        (yield* notified).join(),
        ". A draw with the beacon decided a tie in round 1. The last two were level, so nobody won."
      )
      assert.include(yield* checked, '"signature"')
    }).pipe(Effect.provide(on()))
  )

  it.effect("wait while the beacon is down and are uncountable after 14 days; a vote without a draw is counted", () =>
    Effect.gen(function* () {
      const { community, id, number } = yield* ranked(THREE)
      yield* level(id)
      const plain = yield* propose(community, { voteType: "ranked", choices: labelled(...THREE), quorumPct: 0 })
      yield* vote(plain.id, "Ana", ["ash"])
      let at = CLOSE + MINUTE
      for (let n = 0; n < 12; n += 1) {
        yield* TestClock.setTime(at)
        yield* closeDue
        const waiting = yield* rowOf(community, number)
        assert.deepStrictEqual([waiting.status, waiting.sealedTries], ["active", n + 1])
        at = waiting.dueAt ?? 0
      }
      assert.strictEqual((yield* rowOf(community, plain.number)).status, "passed")
      yield* TestClock.setTime(CLOSE + 14 * 24 * HOUR)
      yield* closeDue
      const ended = yield* rowOf(community, number)
      assert.deepStrictEqual([ended.status, ended.tally], ["uncountable", null])
    }).pipe(Effect.provide(on(down)))
  )

  it.effect("are drawn with the round that opened them if they were sealed", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* ranked(THREE, "sealed")
      assert.deepStrictEqual(row.frozen?.ties?.beacon, row.frozen?.beacon)
      for (const [name, key] of [
        ["Ana", "ash"],
        ["Ben", "birch"],
        ["Cho", "cedar"]
      ] as const) {
        yield* handIn(id, name, sealedOf(row, name, [key], ""))
      }
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.deepStrictEqual(
        closed.tally?.ties?.map(({ decidedBy }) => decidedBy),
        ["draw", "final"]
      )
      yield* checked
    }).pipe(Effect.provide(on()))
  )

  it.effect("freeze the order of the list as their rule if no beacon is configured", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* ranked(THREE)
      assert.deepStrictEqual(row.frozen?.ties, { v: 2, beacon: null })
      yield* level(id)
      yield* TestClock.setTime(CLOSE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.deepInclude(closed.tally?.ties?.[0] ?? {}, { decidedBy: "listOrder", eliminated: "cedar" })
      yield* checked
    }).pipe(Effect.provide(world(database)))
  )
})
