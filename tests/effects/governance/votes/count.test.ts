import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { fractions } from "~/effects/access/exactThreshold"
import type { Fraction } from "~/effects/access/threshold"
import {
  addBallot,
  type CountRules,
  emptySums,
  rankingOf,
  readRanking,
  replaceBallot
} from "~/effects/governance/votes/count/Count"
import { recount, tallyOf } from "~/effects/governance/votes/count/result"
import type { VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { BASIC_CHOICES } from "~/effects/governance/votes/proposal/Proposal"
import { timeChoices } from "~/effects/governance/votes/proposal/pollTimes"
import { fixedChoices, highestScore, voteTypes } from "~/effects/governance/votes/proposal/voteTypes"
import type { Sums } from "~/effects/governance/votes/Tally"
import { readVotes, sumOf } from "~/effects/governance/votes/weight"
import { isFraction, type NaiveBallot, naiveCount } from "./naive"
import { labelled, someTimes } from "./world"

const rules = (over: Partial<CountRules> & { readonly eligible?: number } = {}): CountRules => ({
  voteType: "basic",
  choices: BASIC_CHOICES,
  maxSelections: null,
  seats: null,
  quorumPct: 20,
  thresholdPct: 60,
  weightMode: "member",
  snapshot: { eligibleCount: over.eligible ?? 40, eligibleWeight: String(over.eligible ?? 40) },
  ...over
})

/** `times` ballots of one choice, each from a new voter. */
const cast = (...groups: ReadonlyArray<readonly [times: number, choice: NaiveBallot["choice"]]>) => {
  let person = 0
  return groups.flatMap(([times, choice]) =>
    Array.from({ length: times }, () => ({ account: `a${person++}`, choice, weight: "1" }))
  )
}
const words = (given: CountRules, ballots: ReadonlyArray<NaiveBallot>) => recount(given, ballots).tally.words

describe("the result in words (docs/product/votes.md)", () => {
  it("matches the documented example letter by letter", () => {
    assert.strictEqual(
      words(rules(), cast([9, "yes"], [4, "no"], [1, "abstain"])),
      "14 of 40 eligible members voted: 35.0%. Quorum of 20% is met. Yes 9, No 4, Abstain 1. Yes is 9 of 13 counted votes = 69.2%; at least 60% was needed. Passed."
    )
  })

  it("matches the example of a community of five letter by letter", () => {
    const given = rules({ eligible: 5, quorumPct: 40, thresholdPct: 50 })
    assert.strictEqual(
      words(given, cast([2, "yes"], [1, "no"], [1, "abstain"])),
      "4 of 5 eligible members voted: 80.0%. Quorum of 40% is met. Yes 2, No 1, Abstain 1. Yes is 2 of 3 counted votes = 66.6%; more than 50% was needed. Passed."
    )
  })

  it("explains why nothing was decided", () => {
    assert.strictEqual(
      words(rules(), cast([3, "yes"])),
      "3 of 40 eligible members voted: 7.5%. Quorum of 20% is not met. Yes 3, No 0, Abstain 0. Yes is 3 of 3 counted votes = 100.0%; at least 60% was needed. Failed: quorum not reached."
    )
    assert.include(words(rules({ eligible: 4 }), cast([3, "abstain"])), "Nobody voted Yes or No. Failed.")
    assert.strictEqual(
      words(rules({ quorumPct: 0 }), []),
      "0 of 40 eligible members voted: 0.0%. At least one ballot was needed; there is none. Failed: quorum not reached."
    )
  })

  it("names tied choices, and suggests a run-off for seats", () => {
    const choices = labelled("Lake", "Hall", "Yard")
    const single = rules({ voteType: "single", choices, eligible: 9, thresholdPct: 50 })
    assert.include(
      words(single, cast([4, "lake"], [4, "hall"])),
      "Lake 4, Hall 4, Yard 0. Tie between Lake and Hall. Failed."
    )
    const seats = rules({ voteType: "approval", choices, seats: 2, eligible: 9 })
    assert.include(
      words(seats, cast([4, ["lake"]], [2, ["hall"]], [2, ["yard"]])),
      "Tie between Hall and Yard for the last seat: a run-off is suggested. Passed: Lake."
    )
  })

  it("counts weight if members have different weights", () => {
    const given = rules({ weightMode: "token", snapshot: { eligibleCount: 3, eligibleWeight: "5000" } })
    const ballots = [{ account: "a", choice: "yes", weight: "1200.5" }]
    assert.include(words(given, ballots), "1 of 3 eligible members voted, with 1,200.5 of 5,000 votes: 24.0%.")
  })
})

describe("consent", () => {
  const consent = (thresholdPct: number) =>
    rules({ voteType: "consent", choices: fixedChoices("consent") ?? [], eligible: 10, quorumPct: 50, thresholdPct })
  it("is stopped by one objection at 100, by more than a tenth at 90, and an abstention changes nothing", () => {
    const one = cast([9, "consent"], [1, "object"])
    assert.strictEqual(
      words(consent(100), one),
      "10 of 10 eligible members voted: 100.0%. Quorum of 50% is met. Consent 9, Object 1, Abstain 0. Consent is 9 of 10 counted votes = 90.0%; at least 100% was needed. Failed."
    )
    assert.include(words(consent(90), one), "at least 90% was needed. Passed.")
    assert.include(words(consent(100), cast([5, "consent"], [3, "abstain"])), "Passed.")
    assert.include(words(consent(100), cast([6, "abstain"])), "Nobody voted Consent or Object. Failed.")
  })
})

describe("the examples of our guide", () => {
  const places = labelled("Lake", "Hall", "Yard")
  it("single choice: the most weight is not enough below the threshold", () => {
    const { tally } = recount(
      rules({ voteType: "single", choices: places, eligible: 9, thresholdPct: 50 }),
      cast([4, "lake"], [3, "hall"], [2, "yard"])
    )
    assert.strictEqual(tally.outcome, "failed")
    assert.include(tally.words, "Lake is 4 of 9 counted votes = 44.4%; more than 50% was needed. Failed.")
  })
  it("approval fills two seats", () => {
    const ballots = cast([5, ["lake", "hall"]], [2, ["hall", "yard"]], [1, ["yard"]])
    const { tally } = recount(rules({ voteType: "approval", choices: places, seats: 2, eligible: 9 }), ballots)
    assert.deepStrictEqual([...tally.winners], ["hall", "lake"])
  })
  it("ranked: Yard is eliminated, and its ballots make Hall the winner", () => {
    const ballots = cast([4, ["lake", "hall", "yard"]], [3, ["hall", "lake", "yard"]], [2, ["yard", "hall", "lake"]])
    const { tally } = recount(rules({ voteType: "ranked", choices: places, eligible: 9 }), ballots)
    assert.include(
      tally.words,
      "Round 1: Lake 4, Hall 3, Yard 2. Nobody has more than half of 9; Yard is eliminated. Round 2: Lake 4, Hall 5. Hall has more than half of 9. Passed: Hall."
    )
  })
  it("scores: the highest total wins, beside each choice's mean", () => {
    const scored = (lake: number, hall: number, yard: number, at: number) => ({
      account: `s${at}`,
      choice: { lake, hall, yard },
      weight: "1"
    })
    const { tally } = recount(rules({ voteType: "score5", choices: places, eligible: 4 }), [
      scored(5, 4, 0, 1),
      scored(0, 4, 5, 2),
      scored(5, 3, 1, 3)
    ])
    assert.include(
      tally.words,
      "Scores: Hall 11, on average 3.66; Lake 10, on average 3.33; Yard 6, on average 2.00. Passed: Hall."
    )
    assert.deepStrictEqual(tally.means, [
      { key: "lake", mean: "3.33" },
      { key: "hall", mean: "3.66" },
      { key: "yard", mean: "2.00" }
    ])
    const level = recount(rules({ voteType: "score10", choices: places, eligible: 4 }), [scored(10, 10, 0, 1)]).tally
    assert.deepStrictEqual([[...level.tied], level.outcome], [["lake", "hall"], "failed"])
  })
  it("points: are added up", () => {
    const choices = labelled("Silent", "Noir", "Animated")
    const points = [
      [60, 40, 0],
      [50, 30, 20],
      [20, 20, 60]
    ].map(([silent = 0, noir = 0, animated = 0], at) => ({
      account: `p${at}`,
      choice: { silent, noir, animated },
      weight: "1"
    }))
    const { tally } = recount(rules({ voteType: "weighted", choices, eligible: 3 }), points)
    assert.deepStrictEqual(
      tally.perChoice.map(({ votes }) => votes),
      ["1.3", "0.9", "0.8"]
    )
    assert.deepStrictEqual([...tally.winners], ["silent"])
  })
})

describe("a poll for a date", () => {
  const [fri = "", sat = "", late = ""] = timeChoices(someTimes).map(({ label }) => label)
  const poll = rules({ voteType: "dates", choices: timeChoices(someTimes), eligible: 5 })
  const said = (...responses: ReadonlyArray<readonly [number, number, number]>) =>
    recount(
      poll,
      responses.map(([c1, c2, c3], at) => ({ account: `v${at}`, choice: { c1, c2, c3 }, weight: "1" }))
    ).tally
  it("chooses most Yes, although more could come at another time if need be", () => {
    const tally = said([0, 2, 1], [1, 2, 1], [1, 0, 2])
    assert.deepStrictEqual([tally.winners, tally.tied], [["c2"], []])
    assert.deepStrictEqual(
      tally.perChoice.map(({ ifNeedBe, voters, votes }) => [votes, voters, ifNeedBe]),
      [
        ["0", 0, "2"],
        ["2", 2, "0"],
        ["1", 1, "2"]
      ]
    )
    assert.include(
      tally.words,
      `${fri}: 0 Yes, 2 If need be; ${sat}: 2 Yes, 0 If need be; ${late}: 1 Yes, 2 If need be. Chosen: ${sat}.`
    )
  })
  it("decides between equally many Yes by those who could come if need be, and says so", () => {
    const tally = said([2, 0, 2], [0, 0, 1], [2, 0, 2])
    assert.deepStrictEqual([tally.winners, tally.tied], [["c3"], []])
    assert.include(
      tally.words,
      `“${fri}” and “${late}” have equally many Yes; “${late}” has most together with If need be.`
    )
  })
  it("takes the earliest of times level in both, and names the tie", () => {
    const tally = said([0, 2, 2], [0, 1, 1])
    assert.deepStrictEqual([tally.winners, tally.tied], [["c2"], ["c2", "c3"]])
    assert.include(
      tally.words,
      `“${sat}” and “${late}” have equally many Yes, and equally many together with If need be, so the earliest is chosen. Chosen: ${sat}.`
    )
  })
  it("chooses a time that suits some only if need be, and none that suits nobody", () => {
    assert.deepStrictEqual(said([0, 0, 1]).winners, ["c3"])
    const none = said([0, 0, 0], [0, 0, 0])
    assert.deepStrictEqual([none.winners, none.tied, none.outcome], [[], [], "failed"])
    assert.include(none.words, "Nobody can make any of these times. Failed.")
  })
  it("obeys its three rules whatever is answered, also with weights", () => {
    const response = fc.nat({ max: 2 })
    const one = fc.record({
      choice: fc.record({ c1: response, c2: response, c3: response }),
      weight: fc.constantFrom("1", "2", "0.5")
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (ballots) => {
        const { perChoice, tied, winners } = recount(
          { ...poll, quorumPct: 0 },
          ballots.map((ballot, at) => ({ account: `v${at}`, ...ballot }))
        ).tally
        const lines = perChoice.map(({ ifNeedBe = "0", key, votes }) => {
          const yes = readVotes(votes)
          return { key, yes, both: yes + readVotes(ifNeedBe) }
        })
        const winner = lines.find(({ key }) => key === winners[0])
        if (winner === undefined) return assert.isTrue(lines.every(({ both }) => both === 0n))
        for (const other of lines) {
          assert.isTrue(other.yes <= winner.yes)
          if (other.yes === winner.yes) assert.isTrue(other.both <= winner.both)
          const isLevel = other.yes === winner.yes && other.both === winner.both
          if (isLevel) assert.isTrue(winner.key <= other.key)
          assert.strictEqual(tied.includes(other.key), isLevel && tied.length > 1)
        }
      }),
      { numRuns: 500 }
    )
  })
})

describe("edges", () => {
  it("a quorum is met exactly at its share, and not one unit below it", () => {
    const given = (eligibleWeight: string) =>
      rules({ weightMode: "token", snapshot: { eligibleCount: 2, eligibleWeight } })
    const one = [{ account: "a", choice: "yes", weight: "0.000000000000000001" }]
    assert.isTrue(recount(given("0.000000000000000005"), one).tally.quorumReached)
    assert.isFalse(recount(given("0.000000000000000006"), one).tally.quorumReached)
  })
  it("a threshold of 50 means more than half, and anything above means at least that much", () => {
    assert.strictEqual(
      recount(rules({ thresholdPct: 50, eligible: 10 }), cast([5, "yes"], [5, "no"])).tally.outcome,
      "failed"
    )
    assert.strictEqual(
      recount(rules({ thresholdPct: 60, eligible: 10 }), cast([6, "yes"], [4, "no"])).tally.outcome,
      "passed"
    )
    const third = rules({ thresholdPct: 66.67, eligible: 3 })
    assert.strictEqual(recount(third, cast([2, "yes"], [1, "no"])).tally.outcome, "failed")
  })
  it("a threshold of two thirds passes 4 of 6, and is shown as a fraction", () => {
    const { tally } = recount(rules({ thresholdPct: "2/3", eligible: 6 }), cast([4, "yes"], [2, "no"]))
    assert.strictEqual(tally.outcome, "passed")
    assert.include(tally.words, "Yes is 4 of 6 counted votes = 2/3; at least 2/3 was needed. Passed.")
    const almost = recount(rules({ thresholdPct: 66.67, eligible: 6 }), cast([4, "yes"], [2, "no"]))
    assert.strictEqual(almost.tally.outcome, "failed")
    const single = rules({ voteType: "single", choices: labelled("A", "B"), thresholdPct: "3/5", eligible: 5 })
    assert.strictEqual(recount(single, cast([3, "a"], [2, "b"])).tally.outcome, "passed")
  })
  it("a complete tie at the bottom eliminates the choice further down the list", () => {
    const choices = labelled("A", "B", "C")
    const ballots = cast([2, ["a"]], [1, ["b", "a"]], [1, ["c", "b"]])
    const { tally } = recount(rules({ voteType: "ranked", choices, eligible: 4 }), ballots)
    assert.deepStrictEqual(
      tally.rounds.map(({ eliminated }) => eliminated),
      ["c", "b", null]
    )
  })
})

const KEYS = ["alpha", "beta", "gamma", "delta"]

const choiceFor = (voteType: VoteType, keys: ReadonlyArray<string>): fc.Arbitrary<NaiveBallot["choice"]> => {
  const one = fc.constantFrom(...keys)
  if (voteType === "single" || fixedChoices(voteType) !== null) return one
  if (voteType === "approval" || voteType === "ranked") return fc.shuffledSubarray([...keys], { minLength: 1 })
  const most = voteType === "dates" ? 2 : highestScore(voteType)
  if (most !== null) return fc.record(Object.fromEntries(keys.map((key) => [key, fc.nat({ max: most })])))
  if (voteType === "quadratic")
    return fc.constantFrom(...PAID).map((points) => Object.fromEntries(points.map((n, at) => [keys[at] ?? "", n])))
  // Cuts between 0 and 100 make points that add up.
  return fc.array(fc.nat({ max: 100 }), { minLength: keys.length - 1, maxLength: keys.length - 1 }).map((cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), 100]
    return Object.fromEntries(keys.map((key, at) => [key, (edges[at + 1] ?? 0) - (edges[at] ?? 0)]))
  })
}

/** Points that 100 credits pay for, with many ties. */
const PAID = [
  [10, 0, 0, 0],
  [0, 0, 10, 0],
  [9, 4, 1, 1],
  [5, 5, 5, 5],
  [1, 0, 0, 0],
  [0, 3, 3, 0],
  [7, 7, 1, 1]
]

/** Few different weights and many small numbers, so that ties and exact quorums are common. */
const weight = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1", "2", "3") },
  fc.constantFrom("0.5", "0.000000000000000001", "12345678901234567890.123456789012345678", "1000000"),
  fc.bigInt(1n, 10n ** 30n).map((n) => {
    const digits = n.toString().padStart(19, "0")
    const part = digits.slice(-18).replace(/0+$/, "")
    return `${digits.slice(0, -18)}${part === "" ? "" : `.${part}`}`
  })
)

const aVote = (voteType: VoteType) => {
  const keys = fixedChoices(voteType)?.map(({ key }) => key) ?? KEYS
  const person = fc.nat({ max: 9 })
  return fc.record({
    keys: fc.constant(keys),
    weights: fc.array(weight, { minLength: 10, maxLength: 10 }),
    // Ten people and up to sixteen ballots: many vote again.
    casts: fc.array(fc.record({ person, choice: choiceFor(voteType, keys) }), { maxLength: 16 }),
    quorum: fc.constantFrom(0, 1_000, 2_000, 3_333, 5_000, 10_000),
    threshold: fc.constantFrom<number | Fraction>(5_000, 5_001, 6_000, 6_667, 10_000, ...fractions),
    seats: voteType === "approval" ? fc.integer({ min: 1, max: 3 }) : fc.constant(1)
  })
}

describe("the count compared with a second counter", () => {
  it.each(voteTypes)("%s: gives the same for every random vote, ballot by ballot or as a whole", (voteType) => {
    fc.assert(
      fc.property(aVote(voteType), ({ casts, keys, quorum, seats, threshold, weights }) => {
        const eligibleWeight = sumOf(weights)
        const given: CountRules = {
          voteType,
          choices: fixedChoices(voteType) ?? keys.map((key) => ({ key, label: key, note: "" })),
          maxSelections: null,
          seats,
          quorumPct: quorum / 100,
          thresholdPct: typeof threshold === "number" ? threshold / 100 : threshold,
          weightMode: "token",
          snapshot: { eligibleCount: 10, eligibleWeight }
        }
        const ballots = casts.map(({ choice, person }) => ({
          account: `p${person}`,
          choice,
          weight: weights[person] ?? "1"
        }))
        const { tally } = recount(given, ballots)
        const [part = 0, whole = 1] = typeof threshold === "number" ? [threshold, 10_000] : threshold.split("/")
        const exact = [BigInt(part), BigInt(whole)] as const
        const naive = naiveCount({ voteType, keys, quorum, threshold: exact, seats, eligibleWeight }, ballots)

        assert.strictEqual(tally.ballots, ballots.length)
        assert.strictEqual(tally.voters, naive.voters)
        assert.isTrue(isFraction(tally.weightCast, naive.cast))
        tally.perChoice.forEach(({ votes }, at) => {
          assert.isTrue(isFraction(votes, naive.votes[at] ?? [0n, 1n]))
        })
        assert.strictEqual(tally.quorumReached, naive.quorum)
        for (const { key, mean } of tally.means ?? []) {
          const [total, cast] = [naive.votes[keys.indexOf(key)] ?? [0n, 1n], naive.cast]
          const hundredths = cast[0] === 0n ? 0n : (total[0] * cast[1] * 100n) / (total[1] * cast[0])
          assert.strictEqual(mean, (Number(hundredths) / 100).toFixed(2))
        }
        assert.strictEqual(tally.means?.length, highestScore(voteType) === null ? undefined : keys.length)
        assert.sameMembers([...tally.winners], [...naive.winners])
        assert.sameMembers([...tally.tied], [...naive.tied])
        assert.deepStrictEqual(
          tally.rounds.flatMap(({ eliminated }) => (eliminated === null ? [] : [eliminated])),
          [...naive.left]
        )
        assert.strictEqual(tally.outcome, !naive.quorum ? "noQuorum" : naive.winners.length > 0 ? "passed" : "failed")

        // One by one, with the weight of each ranking stored next to it, as a database does.
        let sums: Sums = emptySums(given)
        const former = new Map<string, (typeof ballots)[number]>()
        const byRanking = new Map<string, bigint>()
        for (const ballot of ballots) {
          const before = former.get(ballot.account)
          sums = before === undefined ? addBallot(given, sums, ballot) : replaceBallot(given, sums, before, ballot)
          const gains = rankingOf(given, ballot.choice)
          const loses = before === undefined ? null : rankingOf(given, before.choice)
          if (loses !== null) byRanking.set(loses, (byRanking.get(loses) ?? 0n) - readVotes(ballot.weight))
          if (gains !== null) byRanking.set(gains, (byRanking.get(gains) ?? 0n) + readVotes(ballot.weight))
          former.set(ballot.account, ballot)
        }
        const rankings = [...byRanking].map(([name, votes]) => ({ ...readRanking(name, "0"), votes }))
        assert.deepStrictEqual(tallyOf(given, sums, rankings), tally)
      }),
      { numRuns: 400 }
    )
  })
})
