/**
 * Delegations: the rule compared with a second counter, its independence of order, the texts, and the file's checkers.
 */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { fractions } from "~/effects/access/exactThreshold"
import type { Fraction } from "~/effects/access/threshold"
import type { CountRules } from "~/effects/governance/votes/count/Count"
import { recount } from "~/effects/governance/votes/count/result"
import { limitOf } from "~/effects/governance/votes/delegated/delegatedWeight"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import type { Report } from "~/effects/governance/votes/file/Report"
import { BASIC_CHOICES, type VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { fixedChoices, highestScore, voteTypes } from "~/effects/governance/votes/proposal/voteTypes"
import { formatVotes, sumOf } from "~/effects/governance/votes/weight"
import { check } from "../../../../scripts/verify.mjs"
import { runs } from "../../../sets"
import {
  decimalOf,
  fractionOf,
  isFraction,
  type NaiveBallot,
  naiveCount,
  naiveDelegated,
  naiveLimit,
  sumOfFractions
} from "./naive"
import { leavesOf, withChange } from "./tampering"
import { fileOf, labelled, OPENS, type TestDelegation, testVoter, textOf } from "./world"

const KEYS = ["alpha", "beta", "gamma", "delta"]
const PEOPLE = 12

const choiceFor = (voteType: VoteType, keys: ReadonlyArray<string>): fc.Arbitrary<NaiveBallot["choice"]> => {
  if (voteType === "single" || fixedChoices(voteType) !== null) return fc.constantFrom(...keys)
  if (voteType === "approval" || voteType === "ranked") return fc.shuffledSubarray([...keys], { minLength: 1 })
  const most = highestScore(voteType)
  if (most !== null) return fc.record(Object.fromEntries(keys.map((key) => [key, fc.nat({ max: most })])))
  const points =
    voteType === "weighted"
      ? [
          [100, 0],
          [60, 40],
          [1, 99],
          [50, 50]
        ]
      : [
          [10, 0],
          [6, 8],
          [1, 0],
          [7, 7]
        ]
  return fc
    .tuple(fc.constantFrom(...points), fc.shuffledSubarray([...keys], { minLength: 2, maxLength: 2 }))
    .map(([[first = 0, second = 0], [one = "", other = ""]]) => ({ [one]: first, [other]: second }))
}

const weight = fc.constantFrom("1", "2", "3", "0.5", "0.000000000000000001", "12345678901234567890.123456789012345678")

/** In a poll for a date nobody answers for others. */
const delegable = voteTypes.filter((voteType) => voteType !== "dates")

const aVote = (voteType: VoteType) => {
  const keys = fixedChoices(voteType)?.map(({ key }) => key) ?? KEYS
  const isEqual = voteType === "quadratic"
  return fc.record({
    keys: fc.constant(keys),
    isEqual: isEqual ? fc.constant(true) : fc.boolean(),
    people: fc.constantFrom(5, PEOPLE),
    weights: fc.array(weight, { minLength: PEOPLE, maxLength: PEOPLE }),
    // The delegate of each voter: sometimes none (their own number), mostly one of a few delegates.
    delegates: fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, null, null), { minLength: PEOPLE, maxLength: PEOPLE }),
    casts: fc.array(fc.record({ person: fc.nat({ max: 11 }), choice: choiceFor(voteType, keys) }), { maxLength: 9 }),
    limitPct: fc.constantFrom(1, 10, 25, 34, 50, 100),
    quorum: fc.constantFrom(0, 2_000, 3_333, 5_000, 10_000),
    threshold: fc.constantFrom<number | Fraction>(5_000, 6_667, 10_000, ...fractions),
    seats: voteType === "approval" ? fc.integer({ min: 1, max: 3 }) : fc.constant(1)
  })
}
type AVote = ReturnType<typeof aVote> extends fc.Arbitrary<infer V> ? V : never

const setOf = (voteType: VoteType, vote: AVote) => {
  const { isEqual, keys, limitPct, people, quorum, seats, threshold } = vote
  const weights = (isEqual ? vote.weights.map(() => "1") : vote.weights).slice(0, people)
  const loans = vote.delegates
    .slice(0, people)
    .flatMap((to, from) =>
      to === null || to === from || to >= people
        ? []
        : [{ from: `p${from}`, to: `p${to}`, weight: weights[from] ?? "1" }]
    )
  const ballots = vote.casts
    .filter(({ person }) => person < people)
    .map(({ choice, person }) => ({ account: `p${person}`, choice, weight: weights[person] ?? "1" }))
  const rules: CountRules = {
    voteType,
    choices: fixedChoices(voteType) ?? keys.map((key) => ({ key, label: key, note: "" })),
    maxSelections: null,
    seats,
    quorumPct: quorum / 100,
    thresholdPct: typeof threshold === "number" ? threshold / 100 : threshold,
    weightMode: isEqual ? "member" : "assigned",
    snapshot: {
      eligibleCount: people,
      eligibleWeight: sumOf(weights),
      delegations: { count: Math.max(1, loans.length), digest: "", limitPct }
    }
  }
  return { ballots, loans, rules, weights }
}

describe("delegations compared with a second counter", () => {
  // More than 10,000 votes in total.
  it.each(delegable)(
    "%s: every random vote with delegations gives the same result",
    { timeout: 120_000 },
    (voteType) => {
      fc.assert(
        fc.property(aVote(voteType), (vote) => {
          const { ballots, loans, rules } = setOf(voteType, vote)
          const { tally } = recount(rules, ballots, loans)
          const { isEqual, keys, limitPct, people, quorum, seats, threshold } = vote
          const { eligibleWeight } = rules.snapshot
          const limit = people < 10 || limitPct === 100 ? null : naiveLimit(eligibleWeight, limitPct, isEqual)
          const added = naiveDelegated(ballots, loans, limit)
          const [part = 0, whole = 1] = typeof threshold === "number" ? [threshold, 10_000] : threshold.split("/")
          const exact = [BigInt(part), BigInt(whole)] as const
          const naive = naiveCount({ voteType, keys, quorum, threshold: exact, seats, eligibleWeight }, [
            ...ballots,
            ...added.map(({ choice, weight }, at) => ({ account: `lent ${at}`, choice, weight: decimalOf(weight) }))
          ])
          assert.isTrue(isFraction(tally.weightCast, naive.cast))
          tally.perChoice.forEach(({ votes }, at) => {
            assert.isTrue(isFraction(votes, naive.votes[at] ?? [0n, 1n]))
          })
          assert.strictEqual(tally.quorumReached, naive.quorum)
          assert.sameMembers([...tally.winners], [...naive.winners])
          assert.sameMembers([...tally.tied], [...naive.tied])

          // Own and delegated weight make up the whole; delegated weight is accounted for to the last digit.
          const delegated = tally.lent
          if (delegated === undefined) return assert.fail("delegations are told of")
          const own = new Map(ballots.map(({ account, weight }) => [account, weight]))
          assert.strictEqual(tally.voters, own.size)
          assert.strictEqual(sumOf([...own.values(), delegated.used]), tally.weightCast)
          assert.strictEqual(sumOf([delegated.voted, delegated.used, delegated.over, delegated.idle]), delegated.given)
          assert.strictEqual(delegated.given, sumOf(loans.map(({ weight }) => weight)))
          assert.isTrue(isFraction(delegated.used, sumOfFractions(added.map(({ weight }) => weight))))
          assert.isTrue(
            isFraction(
              sumOf([delegated.voted]),
              sumOfFractions(loans.filter(({ from }) => own.has(from)).map(({ weight }) => fractionOf(weight)))
            )
          )
        }),
        { numRuns: runs(600, 5_000) }
      )
    }
  )

  it.each(delegable)("%s: the count does not depend on the order of voters and delegations", (voteType) => {
    const shuffled = aVote(voteType).chain((vote) => {
      const { ballots, loans, rules } = setOf(voteType, vote)
      const latest = [...new Map(ballots.map((ballot) => [ballot.account, ballot])).values()]
      return fc.record({
        rules: fc.constant(rules),
        latest: fc.constant(latest),
        loans: fc.constant(loans),
        otherBallots: fc.shuffledSubarray(latest, { minLength: latest.length }),
        otherDelegations: fc.shuffledSubarray(loans, { minLength: loans.length })
      })
    })
    fc.assert(
      fc.property(shuffled, ({ latest, loans, otherBallots, otherDelegations, rules }) => {
        assert.deepStrictEqual(
          recount(rules, otherBallots, otherDelegations).tally,
          recount(rules, latest, loans).tally
        )
      }),
      { numRuns: 200 }
    )
  })
})

const people = ["ada", "ben", "cem", "dua", "eli", "fay", "gus", "hal", "ida", "jon", "kim", "lev"].map((seed, at) =>
  testVoter(seed, "1", at === 3 ? "secp256k1" : "curve25519")
)
const [ada, ben, cem, dua, eli] = people as [
  (typeof people)[0],
  (typeof people)[0],
  (typeof people)[0],
  (typeof people)[0],
  (typeof people)[0]
]
const loans: ReadonlyArray<TestDelegation> = [
  { from: ben, to: ada },
  { from: dua, to: ada },
  { from: cem, to: ada },
  { from: eli, to: cem }
]
const vote = { voters: people, loans, limitPct: 20 }
const casts = [
  { voter: ada, choice: "yes" },
  { voter: cem, choice: "no", reason: "My own word." }
]
const file = fileOf(vote, casts)
const places = ({ findings }: Report) => findings.map(({ where }) => where)

describe("the limit of what one delegate may use", () => {
  const limit = (
    eligibleCount: number,
    eligibleWeight: string,
    limitPct: number,
    weightMode: CountRules["weightMode"]
  ) => {
    const most = limitOf({
      weightMode,
      snapshot: { eligibleCount, eligibleWeight, delegations: { count: 1, digest: "", limitPct } }
    })
    return most === null ? null : formatVotes(most)
  }
  it("is a share of all weight, rounded down to whole members, at least one; off below ten members and at 100%", () => {
    assert.strictEqual(limit(25, "25", 10, "member"), "2")
    assert.strictEqual(limit(10, "10", 10, "member"), "1")
    assert.strictEqual(limit(12, "12", 1, "member"), "1")
    assert.strictEqual(limit(12, "960000", 10, "token"), "96000")
    assert.strictEqual(limit(12, "0.000000000000000019", 10, "token"), "0.000000000000000001")
    assert.strictEqual(limit(9, "9", 10, "member"), null)
    assert.strictEqual(limit(40, "40", 100, "member"), null)
  })
})

describe("the words of a result with delegations", () => {
  it("state own and delegated votes, and which of these were not used", () => {
    const { tally } = recount(
      {
        voteType: "basic",
        choices: BASIC_CHOICES,
        maxSelections: null,
        seats: null,
        quorumPct: 20,
        thresholdPct: 50,
        weightMode: "member",
        snapshot: { eligibleCount: 40, eligibleWeight: "40", delegations: { count: 13, digest: "", limitPct: 25 } }
      },
      [
        ...Array.from({ length: 14 }, (_, at) => ({ account: `y${at}`, choice: "yes", weight: "1" })),
        { account: "n", choice: "no", weight: "1" }
      ],
      [
        ...Array.from({ length: 12 }, (_, at) => ({ from: `l${at}`, to: "y0", weight: "1" })),
        { from: "late", to: "nobody", weight: "1" }
      ]
    )
    assert.strictEqual(
      tally.words,
      "15 of 40 eligible members voted, and 10 delegated votes were used with theirs: 62.5%. Quorum of 20% is met. Yes 24, No 1, Abstain 0. Yes is 24 of 25 counted votes = 96.0%; more than 50% was needed. Yes: 14 own and 10 delegated. No: 1 own and 0 delegated. 2 delegated stayed unused: above what one person may hold. 1 delegated stayed unused: the delegate did not vote. Passed."
    )
  })
})

describe("the file of a vote with delegations", () => {
  it("has the newer version and verifies everywhere, and a file without delegations is unchanged", async () => {
    assert.deepStrictEqual([file.schema, file.proposal.v, file.delegations?.length], ["ballots/2", 2, 4])
    // Ada has two delegators who did not vote; a fifth of twelve is two. Eli's delegate voted; Cem's own ballot counts.
    assert.deepStrictEqual(file.tally?.lent, {
      given: "4",
      voted: "1",
      used: "3",
      over: "0",
      idle: "0",
      perChoice: [
        { key: "yes", votes: "2" },
        { key: "no", votes: "1" },
        { key: "abstain", votes: "0" }
      ]
    })
    const report = await checkFile(textOf(file))
    assert.strictEqual(report.verdict, "All 2 ballots check out. The result is Yes.")
    assert.deepInclude(report.steps[6], {
      name: "Every delegation was signed by its delegator, and in force",
      state: "ok",
      figure: "4 of 4"
    })
    assert.deepStrictEqual(check(textOf(file)).problems, [])
    const plain = fileOf({ voters: people }, casts)
    assert.deepStrictEqual(
      [plain.schema, "delegations" in plain, plain.tally !== null && "lent" in plain.tally],
      ["ballots/1", false, false]
    )
  })

  it("names a delegation of which any field was changed, in both checkers", async () => {
    const inDelegations = leavesOf(file).filter(([list]) => list === "delegations")
    assert.isAbove(inDelegations.length, 4 * 12)
    for (const path of inDelegations) {
      const changed = textOf(withChange(file, path))
      const where = `delegation ${Number(path[1]) + 1}`
      assert.include(places(await checkFile(changed)), where, path.join("."))
      const { problems } = check(changed)
      assert.isTrue(
        problems.some((problem: string) => problem.startsWith(`${where}:`)),
        `${path.join(".")}: ${problems}`
      )
    }
  })

  it("is refused with a delegation omitted, added, moved or not in force", async () => {
    const list = file.delegations ?? []
    const [first, second, ...rest] = list
    if (first === undefined || second === undefined) return assert.fail("a file of four loans")
    for (const delegations of [list.slice(1), [second, first, ...rest], [first, first, ...rest], []]) {
      const text = textOf({ ...file, delegations })
      assert.isFalse((await checkFile(text)).holds)
      assert.isNotEmpty(check(text).problems)
    }
    const { delegations: _none, ...without } = file
    assert.isFalse((await checkFile(textOf(without))).holds)
    assert.isNotEmpty(check(textOf(without)).problems)

    const day = 86_400_000
    const at = (ms: number) => new Date(ms).toISOString()
    const stranger = testVoter("stranger")
    for (const [name, loan] of [
      ["another kind", { from: ben, to: ada, changes: { kinds: ["spending", "election"] as const } }],
      ["signed later", { from: ben, to: ada, changes: { madeAt: at(OPENS + 1) } }],
      ["over", { from: ben, to: ada, changes: { until: at(OPENS) } }],
      ["more than a year", { from: ben, to: ada, changes: { until: at(OPENS + 366 * day) } }],
      ["another community", { from: ben, to: ada, changes: { community: CommunityId.make("otherabcdefg") } }],
      ["another network", { from: ben, to: ada, changes: { networkId: 1 } }],
      ["to oneself", { from: ben, to: ben }],
      ["to a stranger", { from: ben, to: stranger }],
      ["from a stranger", { from: stranger, to: ben }],
      ["signed by another", { from: { ...ben, key: ada.key }, to: cem }]
    ] as const) {
      const text = textOf(fileOf({ voters: people, loans: [loan], limitPct: 20 }, casts))
      const report = await checkFile(text)
      if (name === "signed by another") {
        // The signature is valid; only the address or the ledger shows whose key it is.
        assert.include(report.steps[6]?.detail, "1 keys were not checked", name)
        continue
      }
      assert.include(places(report), "delegation 1", name)
      assert.isTrue(
        check(text).problems.some((problem: string) => problem.startsWith("delegation 1:")),
        name
      )
    }
  })

  it("is counted alike by both checkers for every kind of vote", async () => {
    const choices = labelled("Lake", "Hall", "Yard")
    const ways = [
      { voteType: "single" as const, casts: ["lake", "hall"] },
      { voteType: "approval" as const, casts: [["lake", "hall"], ["hall"]] },
      { voteType: "ranked" as const, casts: [["lake"], ["hall", "lake"]] },
      {
        voteType: "score5" as const,
        casts: [
          { lake: 5, hall: 4, yard: 0 },
          { lake: 0, hall: 3, yard: 1 }
        ]
      },
      {
        voteType: "score10" as const,
        casts: [
          { lake: 10, hall: 4, yard: 0 },
          { lake: 0, hall: 3, yard: 1 }
        ]
      },
      { voteType: "weighted" as const, casts: [{ lake: 60, hall: 40 }, { hall: 100 }] },
      { voteType: "quadratic" as const, casts: [{ lake: 6, hall: 8 }, { hall: 3 }] }
    ]
    for (const way of ways) {
      for (const limitPct of [1, 10, 20, 100]) {
        const made = fileOf(
          { ...vote, limitPct, choices, voteType: way.voteType },
          way.casts.map((choice, at) => ({ voter: [ada, cem][at] ?? ada, choice }))
        )
        assert.isTrue((await checkFile(textOf(made))).holds, `${way.voteType} ${limitPct}`)
        assert.deepStrictEqual(check(textOf(made)).problems, [], `${way.voteType} ${limitPct}`)
      }
    }
  })
})
