/**
 * Sealed votes are counted like all others, without spoilt ballots; and whether those could have changed the result.
 */
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import { hundredthsOf } from "~/effects/access/exactThreshold"
import { isWholeText } from "~/effects/base/text/canonical"
import { recount } from "~/effects/governance/votes/count/result"
import { activeDelegations, delegatedCount } from "~/effects/governance/votes/delegated/delegatedWeight"
import type { VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { fixedChoices, highestScore, voteTypes } from "~/effects/governance/votes/proposal/voteTypes"
import { type BeaconChain, roundAfter, roundAt, timeOf } from "~/effects/governance/votes/sealed/BeaconRound"
import {
  couldHaveChanged,
  countOpened,
  nothingCounted,
  type OpenedBallot,
  tallyOfSealed,
  withDelegated
} from "~/effects/governance/votes/sealed/count"
import { bodyLength } from "~/effects/governance/votes/sealed/length"
import type { Choice } from "~/effects/governance/votes/sealed/Sealed"
import {
  drawn,
  NO_CONTENT,
  OTHER_ACCOUNT,
  OTHER_VOTE,
  openContent,
  opensOf,
  sealContent,
  showContent
} from "~/effects/governance/votes/sealed/SealedBody"
import { formatVotes, readVotes } from "~/effects/governance/votes/weight"
import { runs } from "../../../../sets"
import { labelled, proposalOf, testVoter } from "../world"
import { signatureAt, testChain } from "./beacon"

const keys = ["a", "b", "c"] as const
const choices = labelled("A", "B", "C")
const voters = ["ada", "ben", "cem", "dua", "eli", "fay"].map((seed) => testVoter(seed, "1"))
const rulesOf = (voteType: VoteType, over = {}) =>
  proposalOf({ voters, voteType, choices: fixedChoices(voteType) ?? choices, ...over })

const choiceOf = (voteType: VoteType): fc.Arbitrary<Choice> => {
  const only = fixedChoices(voteType)
  if (only !== null) return fc.constantFrom(...only.map(({ key }) => key))
  if (voteType === "single") return fc.constantFrom(...keys)
  const most = voteType === "dates" ? 2 : highestScore(voteType)
  if (most !== null) return fc.record({ a: fc.nat({ max: most }), b: fc.nat({ max: most }), c: fc.nat({ max: most }) })
  if (voteType === "weighted") return fc.nat({ max: 100 }).map((points) => ({ a: points, c: 100 - points }))
  if (voteType === "quadratic") {
    const points = fc.constantFrom(0, 0, 1, 4, 5, 7, 10)
    return fc
      .record({ a: points, b: points, c: points })
      .filter(({ a, b, c }) => a + b + c > 0 && a * a + b * b + c * c <= 100)
  }
  return fc.shuffledSubarray([...keys], { minLength: 1 })
}
const types = fc.constantFrom(...voteTypes)
const casts = types.chain((voteType) =>
  fc.record({
    voteType: fc.constant(voteType),
    quorumPct: fc.constantFrom(0, 20, 50),
    thresholdPct: fc.constantFrom(50, 60, "2/3" as const),
    seats: voteType === "approval" ? fc.constantFrom(null, 2) : fc.constant(null),
    cast: fc.array(fc.record({ voter: fc.nat({ max: 5 }), choice: fc.option(choiceOf(voteType)) }), { maxLength: 10 })
  })
)

const counted = (rules: ReturnType<typeof rulesOf>, ballots: ReadonlyArray<OpenedBallot>) =>
  tallyOfSealed(rules, countOpened(rules, nothingCounted(rules), ballots))

describe("the count of a sealed vote", () => {
  it("is the plain count of the ballots that are not spoilt", () => {
    fc.assert(
      fc.property(casts, ({ cast, quorumPct, seats, thresholdPct, voteType }) => {
        const rules = rulesOf(voteType, { quorumPct, seats, thresholdPct })
        const latest = new Map(cast.map(({ voter }, at) => [voter, at]))
        const ballots = cast.map(({ choice, voter }, at) => ({
          seq: at + 1,
          weight: "1",
          isLatest: latest.get(voter) === at,
          choice
        }))
        const plain = ballots.flatMap(({ choice, isLatest, seq, weight }) =>
          isLatest && choice !== null ? [{ account: String(seq), choice, weight }] : []
        )
        const byOne = ballots.reduce((so, ballot) => countOpened(rules, so, [ballot]), nothingCounted(rules))
        assert.deepStrictEqual(byOne, countOpened(rules, nothingCounted(rules), ballots))
        const { spoilt, words: _words, ...result } = counted(rules, ballots)
        const { words: _plainWords, ...expected } = recount(rules, plain).tally
        assert.deepStrictEqual(result, { ...expected, ballots: cast.length })
        assert.deepStrictEqual(
          spoilt?.ballots,
          ballots.filter(({ choice }) => choice === null).map(({ seq }) => seq)
        )
      }),
      { numRuns: 300 }
    )
  })

  it("rules out that spoilt ballots changed the result only if no way of counting them would have", () => {
    const others = casts.chain((vote) =>
      fc.record({ vote: fc.constant(vote), lost: fc.array(choiceOf(vote.voteType), { minLength: 1, maxLength: 2 }) })
    )
    fc.assert(
      fc.property(others, ({ lost, vote: { cast, quorumPct, seats, thresholdPct, voteType } }) => {
        const rules = rulesOf(voteType, { quorumPct, seats, thresholdPct })
        const plain = cast.flatMap(({ choice }, at) =>
          choice === null ? [] : [{ account: `v${at}`, choice, weight: "1" }]
        )
        const { tally } = recount(rules, plain)
        if (couldHaveChanged(rules, tally, readVotes(String(lost.length)))) return
        const more = lost.map((choice, at) => ({ account: `lost${at}`, choice, weight: "1" }))
        const other = recount(rules, [...plain, ...more]).tally
        assert.deepStrictEqual([other.outcome, [...other.winners].sort()], [tally.outcome, [...tally.winners].sort()])
      }),
      { numRuns: runs(800, 10_000) }
    )
  })

  it("considers delegations to the voters of spoilt ballots as well before it rules this out", () => {
    const many = Array.from({ length: 12 }, (_, at) => testVoter(`lender ${at}`, "1"))
    const [one, other] = many
    if (one === undefined || other === undefined) throw new Error("twelve voters")
    const accountOf = (at: number) => (many[at] ?? one).account
    const loan = fc.record({ from: fc.nat({ max: 11 }), to: fc.nat({ max: 11 }) }).filter(({ from, to }) => from !== to)
    // In a poll for a date nobody answers for others.
    const votes = types
      .filter((voteType) => voteType !== "dates")
      .chain((voteType) =>
        fc.record({
          voteType: fc.constant(voteType),
          seats: voteType === "approval" ? fc.constantFrom(null, 2) : fc.constant(null),
          quorumPct: fc.constantFrom(0, 20, 50),
          limitPct: fc.constantFrom(20, 100),
          loans: fc.uniqueArray(loan, { maxLength: 8, selector: ({ from }) => from }),
          cast: fc.uniqueArray(
            fc.record({ voter: fc.nat({ max: 11 }), isSpoilt: fc.boolean(), choice: choiceOf(voteType) }),
            { maxLength: 8, selector: ({ voter }) => voter }
          )
        })
      )
    let said = 0
    fc.assert(
      fc.property(votes, ({ cast, limitPct, loans, quorumPct, seats, voteType }) => {
        const rules = rulesOf(voteType, {
          voters: many,
          loans: [{ from: one, to: other }],
          limitPct,
          quorumPct,
          seats
        })
        const delegated = loans.map(({ from, to }) => ({ from: accountOf(from), to: accountOf(to), weight: "1" }))
        const chosen = new Map(
          cast.map(({ choice, isSpoilt, voter }) => [accountOf(voter), { choice: isSpoilt ? null : choice }])
        )
        const ballots = cast.map(({ choice, isSpoilt }, at) => ({
          seq: at + 1,
          weight: "1",
          isLatest: true,
          choice: isSpoilt ? null : choice
        }))
        const own = countOpened(rules, nothingCounted(rules), ballots)
        const tally = tallyOfSealed(
          rules,
          withDelegated(rules, own, delegatedCount(rules, activeDelegations(delegated, chosen)))
        )
        if (!tally.words.includes("could not have changed")) return
        said += 1
        const all = cast.map(({ choice, voter }) => ({ account: accountOf(voter), choice, weight: "1" }))
        const opened = recount(rules, all, delegated).tally
        assert.deepStrictEqual([opened.outcome, [...opened.winners].sort()], [tally.outcome, [...tally.winners].sort()])
      }),
      { numRuns: runs(2_000, 10_000) }
    )
    assert.isAbove(said, 50)
  })

  it("rules it out for a large gap, and not for a small one", () => {
    const rules = rulesOf("basic", { quorumPct: 0 })
    const of = (yes: number, no: number, spoilt: number) =>
      counted(
        rules,
        [...Array(yes).fill("yes"), ...Array(no).fill("no"), ...Array(spoilt).fill(null)].map((choice, at) => ({
          seq: at + 1,
          weight: "1",
          isLatest: true,
          choice
        }))
      ).words
    assert.include(of(5, 1, 1), "1 ballot is spoilt and not counted: number 7. It could not have changed the result.")
    assert.notInclude(of(3, 2, 1), "could not have changed")
    assert.notInclude(of(5, 1, 0), "spoilt")
    assert.strictEqual(hundredthsOf(50), 5_000n)
    assert.strictEqual(formatVotes(readVotes("1")), "1")
  })
})

describe("rounds", () => {
  it("are the first at least 30 seconds after voting closes", () => {
    const chain = fc.record({
      genesis: fc.integer({ min: 1, max: 1_700_000_000 }),
      period: fc.integer({ min: 1, max: 60 })
    })
    fc.assert(
      fc.property(chain, fc.integer({ min: 1_750_000_000_000, max: 1_900_000_000_000 }), (times, close) => {
        const round = roundAfter(times, close)
        assert.isTrue(timeOf(times, round) >= close + 30_000)
        assert.isTrue(timeOf(times, round - 1) < close + 30_000)
        assert.strictEqual(roundAt(times, timeOf(times, round)), round)
      })
    )
    const quicknet: Pick<BeaconChain, "genesis" | "period"> = { genesis: 1_692_803_367, period: 3 }
    assert.strictEqual(roundAt(quicknet, 1_692_803_367_000), 1)
  })
})

describe("a sealed body", () => {
  const beacon = { chain: testChain.chain, publicKey: testChain.publicKey, round: 77 }
  const signature = Uint8Array.from(Buffer.from(signatureAt(77), "hex"))
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const bound = { account: voters[0]?.account ?? "", proposalDigest: "ab".repeat(32) }

  it("has one length for every choice and reason of a vote, opens, and can be revealed by its voter", () => {
    fc.assert(
      fc.property(
        types.chain((type) => fc.tuple(fc.constant(type), choiceOf(type))),
        fc.string({ unit: "grapheme", maxLength: 100 }).filter(isWholeText),
        ([voteType, choice], reason) => {
          for (const version of [undefined, 2] as const) {
            const rules = { ...rulesOf(voteType), sealedBody: version }
            const secret = drawn(random)
            const sealed = Either.getOrThrow(sealContent({ choice, reason }, rules, beacon, secret, bound))
            assert.strictEqual(sealed.body.length, 2 * (bodyLength(rules) + 16))
            assert.deepStrictEqual(openContent(sealed, signature, version, bound), Either.right({ choice, reason }))
            assert.deepStrictEqual(
              showContent(sealed, beacon, opensOf(secret), bound),
              Either.right({ choice, reason })
            )
            const other = opensOf(drawn(random))
            assert.isTrue(Either.isLeft(showContent(sealed, beacon, other, bound)))
            // A vote accepts only the version that its rules name.
            const wrong = version === undefined ? 2 : undefined
            assert.deepStrictEqual(openContent(sealed, signature, wrong, bound), Either.left(NO_CONTENT))
          }
        }
      ),
      { numRuns: 8 }
    )
  })

  it("of another account or vote opens to nothing but an explanation, before and after the opening", () => {
    const rules = { ...rulesOf("single"), sealedBody: 2 as const }
    const secret = drawn(random)
    const sealed = Either.getOrThrow(sealContent({ choice: "a", reason: "mine" }, rules, beacon, secret, bound))
    const elsewhere = { ...bound, proposalDigest: "cd".repeat(32) }
    for (const [on, words] of [
      [{ ...bound, account: "account_tdx_2_other" }, OTHER_ACCOUNT],
      [elsewhere, OTHER_VOTE]
    ] as const) {
      assert.deepStrictEqual(openContent(sealed, signature, 2, on), Either.left(words))
      assert.deepStrictEqual(showContent(sealed, beacon, opensOf(secret), on), Either.left(words))
    }
  })

  it("has room for the longest reason and address, and explains that control characters need more", () => {
    const rules = { ...rulesOf("single"), sealedBody: 2 as const }
    const longest = { ...bound, account: `account_${"q".repeat(100)}` }
    const seal = (reason: string) => sealContent({ choice: "a", reason }, rules, beacon, drawn(random), longest)
    assert.isTrue(Either.isRight(seal("語".repeat(500))))
    assert.isTrue(Either.isRight(seal("🦦".repeat(250))))
    assert.include(Either.getOrThrow(Either.flip(seal("\u0001".repeat(500)))), "is too long to be sealed")
  })
})
