/** Sealed ballots copied from another voter: refused where the copy is noticed, and never counted. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { ballotsPage } from "~/effects/governance/proposals/pages/one.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { OTHER_ACCOUNT, OTHER_VOTE } from "~/effects/governance/votes/sealed/SealedBody"
import { check } from "../../../../scripts/verify.mjs"
import { describeOnBothDatabases } from "../../../databases"
import { testBeacon } from "../votes/sealed/beacon"
import { begun, CLOSE, closeDue, files, handIn, MINUTE, sealedOf } from "./sealing"
import { rowOf, world } from "./world"

describeOnBothDatabases("A copied sealed ballot", (database) => {
  const on = Layer.provide(world(database), testBeacon())

  it.effect("is refused when it is cast with the sealed part of another member's ballot", () =>
    Effect.gen(function* () {
      const { id, row } = yield* begun
      const sealed = sealedOf(row, "Ana", "yes", "the otter is right")
      yield* handIn(id, "Ana", sealed)
      const refusal = yield* Effect.flip(handIn(id, "Ben", sealed))
      assert.include(refusal, { _tag: "BallotCopied", code: "E-BALLOT-COPY", status: 409 })
      assert.strictEqual(
        refusal.message,
        "This is a copy of another member's sealed ballot. Choose and seal your own vote."
      )
      // One's own may come again; of several that arrive together only the first is whole.
      yield* handIn(id, "Ana", sealed)
      const fresh = sealedOf(row, "Cho", "no", "")
      const both = yield* Effect.all(
        [Effect.either(handIn(id, "Cho", fresh)), Effect.either(handIn(id, "Ben", fresh))],
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual(both.map(({ _tag }) => _tag).sort(), ["Left", "Right"])
    }).pipe(Effect.provide(on))
  )

  it.effect("is spoilt at the opening if it got in, and named by the server and both checkers", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      const elsewhere = { ...row, proposalDigest: "00".repeat(32) }
      yield* handIn(id, "Ana", sealedOf(row, "Ana", "yes", ""))
      yield* handIn(id, "Ben", sealedOf(row, "Ana", "yes", "as Ana has it"))
      yield* handIn(id, "Cho", sealedOf(elsewhere, "Cho", "yes", "as it was elsewhere"))
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.deepStrictEqual(closed.tally?.spoilt, { ballots: [2, 3], weight: "2", copied: [2, 3] })
      assert.strictEqual(closed.tally?.voters, 1)
      assert.include(closed.tally?.words, "Numbers 2 and 3 are copies: they are sealed for another account or vote.")
      const page = yield* ballotsPage(closed, new URLSearchParams())
      assert.deepStrictEqual(
        page?.ballots.map(({ reason, spoilt }) => [reason, spoilt]),
        [
          ["", null],
          [null, OTHER_ACCOUNT],
          [null, OTHER_VOTE]
        ]
      )
      const [file = ""] = yield* files
      assert.include(file, '"schema":"ballots/3"')
      const report = yield* Effect.promise(() => checkFile(file))
      assert.isTrue(report.holds, JSON.stringify(report.findings))
      assert.include(JSON.stringify(report.steps), "Numbers 2 and 3 are copies")
      const again = check(file)
      assert.deepStrictEqual([again.problems, again.result?.spoilt.copied], [[], [2, 3]])
      const counted = file.replace('"copied":[2,3]', '"copied":[]')
      assert.isFalse((yield* Effect.promise(() => checkFile(counted))).holds)
      assert.match(check(counted).problems.join(), /tally/)
    }).pipe(Effect.provide(on))
  )

  it.effect("counts in a vote that opened before ballots named their account, by its frozen rules", () =>
    Effect.gen(function* () {
      const { community, id, number, row } = yield* begun
      const { sealedBody: _, ...before } = row.frozen ?? assert.fail("it is open")
      const sql = yield* SqlClient.SqlClient
      const frozen = { ...before, v: 2 as const }
      yield* sql`UPDATE proposals SET frozen = ${JSON.stringify(frozen)}, proposal_digest = ${proposalDigest(frozen)}
        WHERE id = ${id}`
      yield* sql`UPDATE vote_tallies SET head = ${proposalDigest(frozen)} WHERE proposal_id = ${id}`
      const old = yield* rowOf(community, number)
      yield* handIn(id, "Ana", sealedOf(old, "Ana", "yes", ""))
      yield* handIn(id, "Ben", sealedOf(old, "Ana", "yes", ""))
      yield* TestClock.setTime(CLOSE + MINUTE)
      yield* closeDue
      const closed = yield* rowOf(community, number)
      assert.deepStrictEqual(closed.tally?.spoilt, { ballots: [], weight: "0" })
      const [file = ""] = yield* files
      assert.include(file, '"schema":"ballots/2"')
      assert.isTrue((yield* Effect.promise(() => checkFile(file))).holds)
      assert.deepStrictEqual(check(file).problems, [])
    }).pipe(Effect.provide(on))
  )
})
