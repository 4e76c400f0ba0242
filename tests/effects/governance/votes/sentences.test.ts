/** Sentences about a vote, each with the facts that make it true. */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { isOver, shareBeside, turnoutBeside } from "~/effects/access/exactThreshold"
import type { Threshold } from "~/effects/access/threshold"
import { turnoutWords } from "~/effects/governance/proposals/stateWords"
import { recount } from "~/effects/governance/votes/count/result"
import { BASIC_CHOICES } from "~/effects/governance/votes/proposal/Proposal"
import { countOpened, nothingCounted, tallyOfSealed } from "~/effects/governance/votes/sealed/count"
import { proposalOf, testVoter } from "./world"

const taking = { ballots: 6, voters: 6, weightCast: "9", eligibleCount: 15, eligibleWeight: "15", pct: "60.0" }
const quorum = { quorumPct: 20, quorumReached: true }

describe("the turnout", () => {
  it("names the votes that count through delegates, so that its percentage covers both", () => {
    const through = (votes: string, isByMember: boolean) =>
      turnoutWords({ ...taking, ...quorum, delegated: { votes, isByMember } })
    assert.strictEqual(through("3", true), "6 of 15 eligible members voted, 3 more through them")
    assert.strictEqual(through("1200.5", false), "6 of 15 eligible members voted, with delegated votes")
    assert.strictEqual(turnoutWords({ ...taking, ...quorum, delegated: null }), "6 of 15 eligible members voted")
  })
})

describe("a share shown next to its threshold", () => {
  it("does not read as too low when it is enough, or as enough when it is not", () => {
    assert.strictEqual(shareBeside("2/3", 2n, 3n), "2/3")
    assert.strictEqual(shareBeside("2/3", 6_667n, 10_000n), "66.67%")
    assert.strictEqual(shareBeside("2/3", 6_666n, 10_000n), "66.6%")
    assert.strictEqual(shareBeside(66.67, 6_667n, 10_000n), "66.67%")
    assert.strictEqual(shareBeside(50, 5_004n, 10_000n), "50.04%")
    assert.strictEqual(shareBeside(50, 1n, 2n), "50.0%")
    assert.strictEqual(shareBeside(60, 9n, 13n), "69.2%")
    assert.strictEqual(shareBeside(60, 0n, 0n), "0.0%")
    assert.strictEqual(turnoutBeside(33.33, 3_333n, 10_000n), "33.33%")
    assert.strictEqual(turnoutBeside(20, 14n, 40n), "35.0%")
    assert.strictEqual(turnoutBeside(20, 0n, 40n), "0.0%")
  })

  it("compares with the threshold as the count does", () => {
    const thresholds = fc.constantFrom<Threshold>(50, "1/2", "2/3", "3/4", "3/5", "4/5", 66.67, 100, 51.5)
    fc.assert(
      fc.property(thresholds, fc.bigInt(0n, 10n ** 24n), fc.bigInt(0n, 10n ** 24n), (threshold, part, rest) => {
        const shown = shareBeside(threshold, part, part + rest)
        const [whole = "", places = ""] = shown.replace("%", "").split(".")
        const isRead = shown.endsWith("%")
          ? isOver(threshold, BigInt(whole + places), 10n ** BigInt(places.length + 2))
          : true
        // A share just above one half may have no six decimals that show it.
        const isTooFine = shown === "50%"
        return isTooFine || isRead === isOver(threshold, part, part + rest)
      })
    )
  })

  it("is shown in the words of a result", () => {
    const { tally } = recount(
      {
        voteType: "basic",
        choices: BASIC_CHOICES,
        maxSelections: null,
        seats: null,
        quorumPct: 20,
        thresholdPct: "2/3",
        weightMode: "member",
        snapshot: { eligibleCount: 3, eligibleWeight: "3" }
      },
      ["yes", "yes", "no"].map((choice, at) => ({ account: `v${at}`, choice, weight: "1" }))
    )
    assert.include(tally.words, "Yes is 2 of 3 counted votes = 2/3; at least 2/3 was needed. Passed.")
  })
})

describe("spoilt ballots", () => {
  const voters = ["ada", "ben", "cem", "dua"].map((seed) => testVoter(seed, "1"))
  const rules = proposalOf({ voters, voteType: "basic" })
  const words = (choices: ReadonlyArray<"yes" | "no" | null | undefined>) =>
    tallyOfSealed(
      rules,
      countOpened(
        rules,
        nothingCounted(rules),
        choices.map((choice, at) => ({ seq: at + 1, weight: "1", isLatest: choice !== undefined, choice }))
      )
    ).words

  it("are those that would have counted, and are reported with whether they could have changed the result", () => {
    assert.include(
      words(["yes", "no", undefined, null]),
      "1 ballot is spoilt and not counted: number 4. It could have changed the result."
    )
    assert.include(
      words(["yes", "yes", "yes", "yes", "yes", null, undefined]),
      "1 ballot is spoilt and not counted: number 6. It could not have changed the result."
    )
    assert.notInclude(words(["yes", undefined]), "spoilt")
  })
})
