/** Sealed ballots crafted to break the opening: each is spoilt or counted by one rule, and blocks no other. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import type { Sealed } from "~/effects/governance/votes/sealed/Sealed"
import { check } from "../../../../scripts/verify.mjs"
import { describeOnBothDatabases } from "../../../databases"
import { testBeacon } from "../votes/sealed/beacon"
import { sealByTheDocument } from "../votes/sealed/independent"
import { begunWith, CLOSE, closeDue, files, handIn, MINUTE, sealedOf } from "./sealing"
import { rowOf, voter, world } from "./world"

const LENGTH = '{"choice":"abstain","reason":""}'.length + 2048 + 256
/** The compressed point at infinity of G2. */
const INFINITY = `c0${"00".repeat(95)}`

const NAMES = Array.from({ length: 16 }, (_, at) => `Voter ${at}`)
/** One ballot of each, after the opening: numbers of the spoilt ones, the same by the server and both checkers. */
const opened = (made: (sealed: Sealed, seal: (body: string, at?: number) => Sealed) => ReadonlyArray<Sealed>) =>
  Effect.gen(function* () {
    const { community, id, number, row } = yield* begunWith(["Ana", "Ben", ...NAMES])
    const beacon = row.frozen?.beacon ?? { publicKey: "", round: 0 }
    /** The right account and vote before whatever members a body has. */
    const bound = (at: number) =>
      `{"account":"${voter(NAMES[at] ?? "").account}","proposalDigest":"${row.proposalDigest}",`
    const ballots = made(sealedOf(row, NAMES[1] ?? "", "yes", ""), (body, at = 0) =>
      sealByTheDocument(body.replace("{", bound(at)), LENGTH, beacon)
    )
    for (const [at, sealed] of ballots.entries()) yield* handIn(id, NAMES[at] ?? "", sealed)
    yield* TestClock.setTime(CLOSE + MINUTE)
    yield* closeDue
    const closed = yield* rowOf(community, number)
    assert.notStrictEqual(closed.status, "active")
    const [file = ""] = yield* files
    const report = yield* Effect.promise(() => checkFile(file))
    assert.isTrue(report.holds, JSON.stringify(report.findings))
    assert.deepStrictEqual(check(file).problems, []) // The stated tally, and its spoilt ballots, are the server's own count.
    const sql = yield* SqlClient.SqlClient
    const reasons = yield* sql<{ readonly reason: string }>`SELECT reason FROM ballots WHERE proposal_id = ${id}
      ORDER BY seq`
    return { spoilt: closed.tally?.spoilt?.ballots, reasons: reasons.map(({ reason }) => reason) }
  })

describeOnBothDatabases("Malicious sealed ballots", (database) => {
  const on = Layer.provide(world(database), testBeacon())

  it.effect("are spoilt if U is the point at infinity, which no pairing accepts", () =>
    Effect.gen(function* () {
      const { spoilt } = yield* opened((sealed) => [{ ...sealed, U: INFINITY }, sealed])
      assert.deepStrictEqual(spoilt, [1])
    }).pipe(Effect.provide(on))
  )

  it.effect("count if their reason contains control characters, which are not shown, and block no other ballot", () =>
    Effect.gen(function* () {
      const { reasons, spoilt } = yield* opened((sealed, seal) => [
        seal('{"choice":"yes","reason":"\\u0000a\\u0007 heron\\nand\\u0085 an otter\\u0000"}'),
        sealed
      ])
      assert.deepStrictEqual([spoilt, reasons], [[], ["a heron\nand an otter", ""]])
    }).pipe(Effect.provide(on))
  )

  it.effect("are spoilt if their reason is not a text or too long, or if anything else is in its place", () =>
    Effect.gen(function* () {
      const { spoilt } = yield* opened((_, seal) =>
        [
          '{"choice":"yes","reason":"half of a character: \\ud83e"}',
          '{"choice":"yes","reason":"\\udda6 the other half"}',
          `{"choice":"yes","reason":"${"x".repeat(501)}"}`,
          '{"choice":"yes","reason":7}',
          '{"choice":"yes"}',
          '{"choice":"yes","reason":"","more":1}',
          '{"choice":["yes"],"reason":""}',
          '{"choice":{"yes":100},"reason":""}',
          '{"choice":"__proto__","reason":""}',
          '{"choice":null,"reason":""}',
          '["yes",""]',
          "null",
          "yes",
          '\ufeff{"choice":"yes","reason":""}',
          '{"choice":"yes","reason":"a whole one: \\ud83e\\udda6"}',
          '{"reason":"in another order","choice":"yes"}'
        ].map(seal)
      )
      assert.deepStrictEqual(
        spoilt,
        Array.from({ length: 14 }, (_, at) => at + 1)
      )
    }).pipe(Effect.provide(on))
  )
})
