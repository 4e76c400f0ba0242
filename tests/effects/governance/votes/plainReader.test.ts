import { FastCheck as fc, Option, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { ballotDigest, type Choice } from "~/effects/governance/votes/ballot/Ballot"
import { Sent } from "~/effects/governance/votes/ballot/intake"
import { STRICT } from "~/effects/governance/votes/fields"
import { plainReader } from "~/effects/governance/votes/plainReader"
import { ballotOf, hexOf, OPENS, proposalOf, sign, testVoter } from "./world"

const voter = testVoter("ada")
const proposal = proposalOf({ voters: [voter] })
const sentWith = (choice: Choice, isSecond: boolean) => {
  const supersedes = isSecond ? hexOf("first", 64) : null
  const ballot = { ...ballotOf(proposal, { voter, choice: "yes" }, OPENS + 1, supersedes), choice }
  return { ballot, proof: sign(voter.key, ballotDigest(ballot)) }
}

const bySchema = Schema.decodeUnknownOption(Sent, STRICT)
const plainly = plainReader(Sent)
const key = fc.constantFrom("yes", "lake", "Hall", "a b", "__proto__", "constructor", "x".repeat(21), "")
const choices = fc.oneof(key, fc.array(key, { maxLength: 22 }), fc.dictionary(key, fc.integer({ min: -2, max: 102 })))
/** What nobody meant: other types, numbers JSON can say, texts a little off. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  choices,
  fc.constantFrom(0, -0, 1.5, 255, 256, 2 ** 53 + 2, "2026-02-30T00:00:00.000Z", "2026-11-12T18:00:00.001Z", "\ud800"),
  fc.constantFrom("0".repeat(32), "A".repeat(64), "0".repeat(64), "0".repeat(130), "curve25519", "x".repeat(501))
)
const parts = ["", "ballot", "proof"] as const

/** One thing in it changed, left out or added. */
const changed = (sent: ReturnType<typeof sentWith>, part: (typeof parts)[number], at: number, value: unknown) => {
  const whole: Record<string, unknown> = JSON.parse(JSON.stringify(sent))
  const place = part === "" ? whole : (whole[part] as Record<string, unknown>)
  const names = [...Object.keys(place), "more"]
  const name = names[at % names.length] ?? "more"
  if (at % 5 === 0) delete place[name]
  else place[name] = value
  return whole
}

describe("reading a ballot plainly", () => {
  it("takes what the schema takes, and gives the same", () => {
    const seen = new Set<boolean>()
    const compare = (body: unknown) => {
      const [plain, full] = [plainly(body), bySchema(body)]
      assert.deepStrictEqual(plain, full)
      if (Option.isSome(plain) && Option.isSome(full)) {
        assert.strictEqual(JSON.stringify(plain.value), JSON.stringify(full.value), "in the same order")
      }
      seen.add(Option.isSome(plain))
    }
    for (const choice of ["yes", [], ["lake", "hall"], {}, { silent: 60, noir: 40 }]) {
      compare(sentWith(choice, false))
      compare(sentWith(choice, true))
    }
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.nat(), anything, fc.boolean(), (part, at, value, isSecond) =>
        compare(changed(sentWith("yes", isSecond), part, at, value))
      ),
      { numRuns: 1_500 }
    )
    fc.assert(fc.property(choices, (choice) => compare(changed(sentWith("yes", false), "ballot", 7, choice))))
    fc.assert(fc.property(fc.jsonValue(), compare))
    assert.strictEqual(seen.size, 2)
  })

  it("is not made for schemas it cannot follow", () => {
    assert.throws(() => plainReader(Schema.Struct({ name: Schema.optional(Schema.String) })), TypeError)
    assert.throws(() => plainReader(Schema.Tuple(Schema.String)), TypeError)
  })
})
