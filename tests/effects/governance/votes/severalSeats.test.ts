/** Elections of several seats by ranking: published counts, a counter of the tests, and the stand-alone script agree. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import type { CountRules } from "~/effects/governance/votes/count/Count"
import { recount } from "~/effects/governance/votes/count/result"
import type { TieRule } from "~/effects/governance/votes/count/ties"
import { tieNotes } from "~/effects/governance/votes/count/words"
import { readBlt } from "~/effects/governance/votes/elections/blt"
import { statedResult } from "~/effects/governance/votes/file/BallotFile"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { couldHaveChanged } from "~/effects/governance/votes/sealed/count"
import { readVotes } from "~/effects/governance/votes/weight"
import { check, count } from "../../../../scripts/verify.mjs"
import { runs } from "../../../sets"
import { naiveSeats } from "./naive"
import { signatureAt, testChain } from "./sealed/beacon"
import { fileOf, labelled, proposalOf, type TestVote, testVoter, textOf } from "./world"

const byList: TieRule = { v: 2, beacon: null }
const ROUND = 4_711
const byDraw: TieRule = { v: 2, beacon: { chain: testChain.chain, publicKey: testChain.publicKey, round: ROUND } }
const rules = (labels: ReadonlyArray<string>, seats: number, ties = byList, eligible = 100_000): CountRules => ({
  voteType: "ranked",
  choices: labelled(...labels),
  maxSelections: null,
  seats,
  quorumPct: 0,
  thresholdPct: 50,
  weightMode: "member",
  snapshot: { eligibleCount: eligible, eligibleWeight: String(eligible) },
  ties
})
/** `times` ballots of each ranking, from new voters. */
type Group = readonly [times: number, ...choice: ReadonlyArray<string>]
const cast = (...groups: ReadonlyArray<Group>) =>
  groups.flatMap(([times, ...choice], group) =>
    Array.from({ length: times }, (_, at) => ({ account: `${group} ${at}`, choice, weight: "1" }))
  )

const election = (name: string) =>
  Either.getOrThrow(readBlt(readFileSync(new URL(`../../../vectors/elections/${name}.blt`, import.meta.url), "utf8")))
/** A published election as a vote: each paper is a voter, each candidate a choice. */
const asVote = (name: string) => {
  const { names, papers, seats } = election(name)
  const choices = names.map((label, at) => ({ key: `c${at + 1}`, label, note: "" }))
  const ballots = cast(
    ...papers.map(({ count, ranks }) => [Number(count), ...ranks.map((at) => `c${at + 1}`)] as const)
  )
  return { given: { ...rules([], seats), choices }, ballots, names }
}

describe("an election of several seats", () => {
  it("gives Inverness South 2017 and Dennistoun 2022 as their returning officers published them", () => {
    for (const [name, quota, elected, first, second] of [
      [
        "inverness-south-2017",
        "1018",
        ["KEN GOWANS (SNP)", "Andrew JARVIE (C)", "Carolyn CADDICK (LD)", "Duncan MACPHERSON (Ind)"],
        ["104", "799", "527", "387", "1287", "376", "1022", "583"],
        ["105.04505", "810.49555", "537.4505", "394.94238", "1018", "592.32535", "1022", "593.65951"]
      ],
      ["dennistoun-2022", "1367", [6, 0, 1], ["1431", "1337", "339", "84", "582", "96", "1595"], null]
    ] as const) {
      const { ballots, given, names } = asVote(name)
      const { tally } = recount(given, ballots)
      assert.strictEqual(tally.quota, quota)
      const wanted = elected.map((one) => (typeof one === "number" ? names[one] : one))
      assert.deepStrictEqual(
        tally.winners.map((key) => names[Number(key.slice(1)) - 1]),
        wanted
      )
      const votesIn = (round: number) => tally.rounds[round]?.votes.map(({ votes }) => votes)
      assert.deepStrictEqual(votesIn(0), [...first])
      if (second !== null) assert.deepStrictEqual(votesIn(1), [...second])
      const entries = ballots.map(({ weight, ...ballot }) => ({ ballot, weight }))
      assert.deepStrictEqual<unknown>(count({ ...proposalOf({ voters: [] }), ...given }, entries), statedResult(tally))
    }
  })

  it("is counted the same by the site, by the tests' own counter and by the script", () => {
    const keys = ["a", "b", "c", "d", "e", "f"]
    const vote = fc.integer({ min: 3, max: 6 }).chain((candidates) =>
      fc.record({
        candidates: fc.constant(candidates),
        seats: fc.integer({ min: 2, max: candidates - 1 }),
        rankings: fc.array(fc.shuffledSubarray(keys.slice(0, candidates), { minLength: 1 }), {
          minLength: 1,
          maxLength: 30
        })
      })
    )
    fc.assert(
      fc.property(vote, ({ candidates, rankings, seats }) => {
        const given = rules(keys.slice(0, candidates), seats)
        const ballots = rankings.map((choice, at) => ({ account: String(at), choice, weight: "1" }))
        const { tally } = recount(given, ballots)
        const naive = naiveSeats(keys.slice(0, candidates), rankings, seats)
        assert.deepStrictEqual([...tally.winners], naive.elected)
        assert.strictEqual(tally.quota, String(naive.quota))
        assert.deepStrictEqual(
          tally.rounds.map(({ votes }) => votes.map(({ key, votes: part }) => [key, Number(part)])),
          naive.history.map((votes, at) => {
            const gone = tally.rounds.slice(0, at).map(({ eliminated }) => eliminated)
            return Object.entries(votes).flatMap(([key, part]) => (gone.includes(key) ? [] : [[key, part / 100_000]]))
          })
        )
        const entries = ballots.map(({ weight, ...ballot }) => ({ ballot, weight }))
        assert.deepStrictEqual<unknown>(
          count({ ...proposalOf({ voters: [] }), ...given }, entries),
          statedResult(tally)
        )
      }),
      { numRuns: runs(200, 3000) }
    )
  })

  it("counts delegated votes like ballots of their weight, with draws, in the file and in both checkers", async () => {
    const voters = ["ada", "ben", "cem", "dua", "eli", "fay"].map((seed) => testVoter(seed))
    const [ada, ben, cem, dua, eli, fay] = voters
    if (!ada || !ben || !cem || !dua || !eli || !fay) throw new Error("six voters")
    const vote: TestVote = {
      voters,
      kind: "election",
      voteType: "ranked",
      choices: labelled("A", "B", "C", "D"),
      seats: 2,
      ties: byList,
      loans: [{ from: fay, to: ada }]
    }
    const made = fileOf(vote, [
      { voter: ada, choice: ["c", "a"] },
      { voter: ada, choice: ["a", "b"] },
      { voter: ben, choice: ["b"] },
      { voter: cem, choice: ["b", "c"] },
      { voter: dua, choice: ["d"] },
      { voter: eli, choice: ["c"] }
    ])
    assert.deepStrictEqual([made.schema, made.proposal.v, made.tally?.quota], ["ballots/4", 4, "3"])
    assert.deepStrictEqual(check(textOf(made)).problems, [])
    const report = await checkFile(textOf(made))
    assert.isTrue(report.holds, JSON.stringify(report.findings))
    // The same result under the rules of a version that did not know it is refused.
    for (const [schema, v] of [
      ["ballots/3", 3],
      ["ballots/3", 4],
      ["ballots/4", 3]
    ] as const) {
      const wrong = textOf({ ...made, schema, proposal: { ...made.proposal, v } })
      assert.isFalse((await checkFile(wrong)).holds)
      assert.isNotEmpty(check(wrong).problems)
    }
  })
})

describe("its rounds and ties in words", () => {
  it("say the quota, who is elected in each round, and whose votes transfer", () => {
    const given = rules(["Ada", "Ben", "Cem", "Dua"], 2, byList, 12)
    const { tally } = recount(given, cast([6, "ada", "ben"], [2, "ben"], [3, "cem"], [1, "dua", "cem"]))
    assert.strictEqual(
      tally.words,
      "12 of 12 eligible members voted: 100.0%. At least one ballot was needed; there is one. 5 votes elect a choice. " +
        "Round 1: Ada 6, Ben 2, Cem 3, Dua 1. Elected: Ada. The surplus of Ada is transferred. " +
        "Round 2: Ada 5, Ben 2.99996, Cem 3, Dua 1; 0.00004 not transferable. Dua is eliminated. " +
        "Round 3: Ada 5, Ben 2.99996, Cem 4; 0.00004 not transferable. Ben is eliminated. " +
        "Round 4: Ada 5, Cem 4; 0.00004 not transferable. Elected: Cem. Elected: Ada and Cem."
    )
  })

  it("name who was level, and what decided: an earlier round, the list, a draw, or nothing that matters", () => {
    const of = (ties: TieRule, ...groups: ReadonlyArray<Group>) =>
      recount(rules(["Ada", "Ben", "Cem", "Dua"], 2, ties), cast(...groups), null).tally
    const level = [
      [4, "ada"],
      [2, "ben"],
      [2, "cem"],
      [2, "dua"]
    ] as const
    const listed = of(byList, ...level)
    assert.deepInclude(listed.ties?.[0], { decidedBy: "listOrder", level: ["ben", "cem", "dua"], eliminated: "dua" })
    assert.include(
      listed.words,
      "Ben, Cem and Dua are tied, and were in every earlier round. Without a beacon, the one later in the list is eliminated: Dua."
    )
    assert.deepStrictEqual(tieNotes(listed)[0], "The order of the list decided a tie in round 1.")
    const waits = of(byDraw, ...level)
    assert.deepStrictEqual([waits.winners, waits.ties?.[0]?.decidedBy, waits.ties?.[0]?.eliminated], [[], "draw", null])
    const surplus = of(byList, [5, "ada", "cem"], [5, "ben", "dua"], [1, "cem"], [1, "dua"])
    assert.deepStrictEqual([...surplus.winners], ["ada", "ben"])
    const three = recount(
      rules(["Ada", "Ben", "Cem", "Dua"], 3),
      cast([8, "ada", "cem"], [8, "ben", "dua"], [1, "cem"], [2, "dua"])
    ).tally
    assert.deepInclude(three.ties?.[0], { round: 1, level: ["ada", "ben"], eliminated: null, surplus: "ada" })
    assert.include(three.words, "Without a beacon, the one earlier in the list transfers its surplus first: Ada.")
    const idle = of(byDraw, [4, "ada"], [2, "ben"])
    assert.strictEqual(idle.ties?.[0]?.decidedBy, "noVotes")
    assert.deepStrictEqual(tieNotes(idle), [])
  })

  it("are drawn with the beacon's round alike by the site and by both checkers, for a surplus too", async () => {
    const groups = [
      [8, "ada", "cem"],
      [8, "ben", "dua"],
      [1, "cem"],
      [2, "dua"]
    ] as const
    const casts = cast(...groups).map(({ choice }, at) => ({ voter: testVoter(`seat ${at}`), choice }))
    const made = fileOf(
      {
        voters: casts.map(({ voter }) => voter),
        kind: "election",
        voteType: "ranked",
        choices: labelled("Ada", "Ben", "Cem", "Dua"),
        seats: 3,
        ties: byDraw,
        signature: signatureAt(ROUND)
      },
      casts
    )
    const [tie] = made.tally?.ties ?? []
    assert.deepInclude(tie, { decidedBy: "draw", beaconRound: ROUND, eliminated: null })
    assert.include(["ada", "ben"], tie?.surplus)
    assert.lengthOf(made.tally?.winners ?? [], 3)
    assert.isTrue((await checkFile(textOf(made))).holds)
    assert.deepStrictEqual(check(textOf(made)).problems, [])
    const other = tie?.surplus === "ada" ? "ben" : "ada"
    const changed = textOf(made).replace(`"surplus":"${tie?.surplus}"}`, `"surplus":"${other}"}`)
    assert.notStrictEqual(changed, textOf(made))
    assert.isFalse((await checkFile(changed)).holds)
    assert.isNotEmpty(check(changed).problems)
  })

  it("never say that spoilt ballots could not have changed it, since each would move the quota", () => {
    const given = rules(["Ada", "Ben", "Cem"], 2)
    const { tally } = recount(given, cast([50, "ada"], [40, "ben"], [1, "cem"]))
    assert.isTrue(couldHaveChanged(given, tally, readVotes("1")))
    assert.isFalse(couldHaveChanged(given, tally, 0n))
  })
})
