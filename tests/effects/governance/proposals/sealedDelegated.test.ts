/** Sealed votes with delegations: delegated votes follow the opened ballot, and nothing is revealed before. */

import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { ballotFileText, openedVote } from "~/effects/governance/votes/pages/ballotFile.server"
import { check } from "../../../../scripts/verify.mjs"
import { describeOnBothDatabases } from "../../../databases"
import { DAY, delegateVote, PEOPLE } from "../delegations/delegateTo"
import { honest, testBeacon } from "../votes/sealed/beacon"
import { rowsAddUp } from "./rows"
import { handIn, sealedOf } from "./sealing"
import { club, propose, rowOf, rules, world } from "./world"

const fileOf = (community: CommunityId, number: number) =>
  Effect.gen(function* () {
    const opened = openedVote(yield* rowOf(community, number))
    if (opened === null) return ""
    return Chunk.join(yield* Stream.runCollect(yield* ballotFileText(opened)), "")
  })

const begun = (voteType: "basic" | "quadratic") =>
  Effect.gen(function* () {
    const community = yield* club(
      { governance: rules({ resultsVisibility: "sealed", lentLimitPct: 30, weightMode: "member" }) },
      PEOPLE
    )
    for (const [from, to] of [
      ["Ben", "Ana"],
      ["Cho", "Ana"],
      ["Dev", "Fay"],
      ["Eva", "Fay"]
    ] as const) {
      yield* delegateVote(community, from, to)
    }
    yield* TestClock.adjust("1 minute")
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const choices = ["c1", "c2", "c3"].map((key) => ({ key, label: `The ${key}`, note: "" }))
    const { id, number } = yield* propose(community, {
      opensAt: now,
      closesAt: now + DAY,
      voteType,
      ...(voteType === "basic" ? {} : { choices })
    })
    return { community, id, number, row: yield* rowOf(community, number) }
  })

const opened = (community: CommunityId, number: number) =>
  Effect.gen(function* () {
    yield* TestClock.adjust("25 hours")
    yield* (yield* Closings).closeDue
    const row = yield* rowOf(community, number)
    const file = yield* fileOf(community, number)
    const report = yield* Effect.promise(() => checkFile(file))
    assert.isTrue(report.holds, JSON.stringify(report.findings))
    assert.deepStrictEqual(check(file).problems, [])
    return { row, file }
  })

describeOnBothDatabases("sealed votes with delegations", (database) => {
  const world_ = Layer.provide(world(database), testBeacon(honest))

  it.effect("count delegated votes with the opened ballot; a spoilt ballot passes none on and overrides none", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun("basic")
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", ""))
      yield* handIn(id, "Gus", sealedOf(row, "Gus", "no", ""))
      // Fay's ballot does not open: votes delegated to her stay unused. Nor does Cho's own, which keeps her vote from
      // Ana.
      yield* handIn(id, "Fay", { ...sealedOf(row, "Fay", "no", ""), V: "00".repeat(32) })
      yield* handIn(id, "Cho", { ...sealedOf(row, "Cho", "yes", ""), V: "00".repeat(32) })
      assert.notMatch(yield* fileOf(community, number), /"choice":/)
      const { file, row: closed } = yield* opened(community, number)
      assert.deepStrictEqual(closed.tally?.spoilt, { ballots: [3, 4], weight: "2", copied: [] })
      assert.deepInclude(closed.tally?.lent, { given: "4", voted: "1", used: "1", over: "0", idle: "2" })
      assert.strictEqual(closed.tally?.perChoice[0]?.votes, "2")
      assert.strictEqual(closed.tally?.weightCast, "3")
      assert.notInclude(closed.tally?.words, "could not have changed")
      assert.deepStrictEqual(yield* rowsAddUp("club", closed), [
        ["1", "2"],
        ["0", "1"],
        ["0", "0"],
        ["0", "0"]
      ])
      // A changed delegation is named.
      const other = file.replace(/"kinds":"all"|"kinds":\[[^\]]*\]/, '"kinds":["rule"]')
      assert.notDeepEqual(check(other).problems, [])
    }).pipe(Effect.provide(world_))
  )

  it.effect("count quadratic points, sealed and delegated", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun("quadratic")
      yield* handIn(id, "Ana", sealedOf(row, "Ana", { c1: 8, c2: 6 }, "both"))
      yield* handIn(id, "Gus", sealedOf(row, "Gus", { c3: 10 }, ""))
      yield* handIn(id, "Hal", sealedOf(row, "Hal", { c3: 11 }, ""))
      const { row: closed } = yield* opened(community, number)
      assert.deepStrictEqual(closed.tally?.spoilt?.ballots, [3])
      assert.deepStrictEqual(
        closed.tally?.perChoice.map(({ votes }) => votes),
        ["24", "18", "10"]
      )
      assert.deepStrictEqual(closed.tally?.winners, ["c1"])
      yield* rowsAddUp("club", closed)
    }).pipe(Effect.provide(world_))
  )
})
