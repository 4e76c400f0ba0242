/** Tied choices of ranked votes: every counter eliminates the same one, whatever order their author gave them. */
import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { recount } from "~/effects/governance/votes/count/result"
import type { Tie, TieRule } from "~/effects/governance/votes/count/ties"
import { tieNotes } from "~/effects/governance/votes/count/words"
import { statedResult } from "~/effects/governance/votes/file/BallotFile"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { check, count } from "../../../../scripts/verify.mjs"
import { signatureAt, testChain } from "./sealed/beacon"
import { fileOf, labelled, proposalOf, type TestVote, testVoter, textOf } from "./world"

const ROUND = 4_711
const beacon = { chain: testChain.chain, publicKey: testChain.publicKey, round: ROUND }
const withDraw: TieRule = { v: 2, beacon }
const byList: TieRule = { v: 2, beacon: null }
const signature = signatureAt(ROUND)

const voters = Array.from({ length: 24 }, (_, at) => testVoter(`tie ${at}`))
const voteOf = (labels: ReadonlyArray<string>, ties: TieRule | undefined, drawn = true): TestVote => ({
  voters,
  voteType: "ranked",
  quorumPct: 0,
  choices: labelled(...labels),
  ...(ties && { ties }),
  ...(drawn && ties?.beacon ? { signature } : {})
})
/** This many voters with the same ranking. */
type Group = readonly [times: number, ...ranking: Array<string>]
const casts = (groups: ReadonlyArray<Group>) =>
  groups
    .flatMap(([times, ...choice]) => Array.from({ length: times }, () => choice))
    .map((choice, at) => ({ voter: voters[at] ?? testVoter("too many"), choice }))
const fileWith = (vote: TestVote, ...groups: ReadonlyArray<Group>) => fileOf(vote, casts(groups))

/** By both checkers, from the text of the file. */
const checked = async (text: string) => {
  const report = await checkFile(text)
  assert.isTrue(report.holds, JSON.stringify(report.findings))
  assert.deepStrictEqual(check(text).problems, [])
  return report
}

describe("a ranked vote that ends in a tie", () => {
  it("passes nothing, whatever the order of the list", async () => {
    for (const labels of [
      ["Ash", "Birch"],
      ["Birch", "Ash"]
    ]) {
      const file = fileWith(voteOf(labels, withDraw, false), [1, "ash"], [1, "birch"])
      assert.deepInclude(file.tally ?? {}, { outcome: "failed", winners: [] })
      assert.sameMembers([...(file.tally?.tied ?? [])], ["ash", "birch"])
      const { steps, verdict } = await checked(textOf(file))
      assert.include(verdict, `The result is a tie between ${labels[0]} and ${labels[1]}.`)
      assert.include(steps.at(-1)?.detail, `${labels[0]} and ${labels[1]}, the last two, are tied. Tie between`)
    }
  })

  it("passed by the order of the list before there was a rule, and its file still verifies", async () => {
    const file = fileWith(voteOf(["Ash", "Birch"], undefined), [1, "ash"], [1, "birch"])
    assert.deepInclude(file, { schema: "ballots/1" })
    assert.deepInclude(file.tally ?? {}, { outcome: "passed", winners: ["ash"], tied: [] })
    assert.notProperty(file.tally, "ties")
    await checked(textOf(file))
  })
})

describe("a tie at the bottom", () => {
  it("is decided by the latest earlier round in which the choices differ", async () => {
    // Round 2: Birch and Cedar 4 each, of which Birch had 3 in round 1 and Cedar 4.
    const groups = [
      [5, "ash"],
      [3, "birch", "ash"],
      [4, "cedar"],
      [1, "dogwood", "birch"]
    ] as const
    for (const labels of [
      ["Ash", "Birch", "Cedar", "Dogwood"],
      ["Dogwood", "Cedar", "Birch", "Ash"]
    ]) {
      const file = fileWith(voteOf(labels, withDraw, false), ...groups)
      assert.deepStrictEqual(
        file.tally?.ties?.map(({ decidedBy, earlierRound, eliminated, round }) => [
          round,
          decidedBy,
          earlierRound,
          eliminated
        ]),
        [[2, "earlierRound", 1, "birch"]]
      )
      assert.deepStrictEqual(file.tally?.winners, ["ash"])
      const { steps } = await checked(textOf(file))
      assert.include(steps.at(-1)?.detail, "are tied; Birch had the fewest votes in round 1 and is eliminated.")
    }
  })

  it("in every round is decided by a draw that anybody can repeat, and not counted without its signature", async () => {
    const vote = voteOf(["Ash", "Birch", "Cedar"], withDraw)
    const file = fileWith(vote, [3, "ash"], [2, "birch", "cedar"], [2, "cedar", "birch"])
    const digest = Buffer.from(file.proposalDigest, "hex")
    const numbered = ["birch", "cedar"].map((key) => {
      const bytes = Buffer.concat([digest, Buffer.from(signature, "hex"), Buffer.from(key)])
      return { key, number: createHash("sha256").update(bytes).digest("hex") }
    })
    const [first] = numbered.sort((one, other) => (one.number < other.number ? -1 : 1))
    assert.deepInclude(file.tally?.ties?.[0] ?? {}, { decidedBy: "draw", beaconRound: ROUND, eliminated: first?.key })
    const report = await checked(textOf(file))
    assert.include(report.steps.at(-1)?.detail, "By the draw with round 4,711 of the beacon,")
    assert.include(
      report.steps.map(({ name }) => name),
      "The beacon's signature is right for this round"
    )
    const { beacon: _, ...without } = file
    assert.match((await checkFile(textOf(without))).verdict, /beacon/)
    assert.match(check(textOf(without)).problems.join(), /tally/)
    const wrong = { ...file, beacon: { ...beacon, signature: signatureAt(ROUND + 1) } }
    assert.match((await checkFile(textOf(wrong))).findings.map(({ where }) => where).join(), /beacon/)
    assert.match(check(textOf(wrong)).problems.join(), /beacon/)
    const open = { ...without, tally: null }
    assert.include((await checked(textOf(open))).verdict, "a tie that a draw with the beacon decides after the close")
  })

  it("eliminates the choice later in the list if there is no beacon, and the words say so", async () => {
    const file = fileWith(voteOf(["Ash", "Birch", "Cedar"], byList), [3, "ash"], [2, "birch"], [2, "cedar"])
    assert.deepInclude(file.tally?.ties?.[0] ?? {}, { decidedBy: "listOrder", eliminated: "cedar", beaconRound: null })
    const { steps } = await checked(textOf(file))
    assert.include(steps.at(-1)?.detail, "Without a beacon, the one later in the list is eliminated: Cedar.")
  })

  it("without any votes eliminates one choice after the other, and needs no draw", async () => {
    const vote = voteOf(["Ash", "Birch", "Cedar", "Dogwood"], withDraw, false)
    const file = fileWith(vote, [3, "ash"], [3, "birch", "ash"], [1, "birch"])
    const level = fileWith(vote, [3, "ash"], [3, "birch"])
    assert.deepStrictEqual(file.tally?.ties, [])
    assert.deepStrictEqual(
      level.tally?.ties?.map(({ decidedBy }) => decidedBy),
      ["noVotes", "final"]
    )
    await checked(textOf(level))
  })

  it("without quorum draws nothing, and waits for nothing", async () => {
    const vote = { ...voteOf(["Ash", "Birch", "Cedar"], withDraw, false), quorumPct: 50 }
    const file = fileWith(vote, [1, "ash"], [1, "birch"], [1, "cedar"])
    assert.strictEqual(file.tally?.outcome, "noQuorum")
    const { steps } = await checked(textOf(file))
    assert.include(steps.at(-1)?.detail, "Without a quorum there is no draw.")
  })
})

/** The rule again, from docs/votes.md alone: by comparing whole histories, newest round first. */
const naive = (keys: ReadonlyArray<string>, ballots: ReadonlyArray<ReadonlyArray<string>>, digest: string) => {
  const number = (key: string) =>
    createHash("sha256")
      .update(Buffer.from(digest + signature, "hex"))
      .update(key)
      .digest("hex")
  const history = new Map(keys.map((key): [string, Array<number>] => [key, []]))
  const out: Array<string> = []
  for (;;) {
    const still = keys.filter((key) => !out.includes(key))
    const firsts = ballots.map((ballot) => ballot.find((key) => still.includes(key)))
    for (const key of still) history.get(key)?.unshift(firsts.filter((first) => first === key).length)
    const now = (key: string) => history.get(key)?.[0] ?? 0
    const counted = still.reduce((all, key) => all + now(key), 0)
    const winner = still.find((key) => 2 * now(key) > counted)
    if (winner !== undefined || counted === 0) return { winners: winner === undefined ? [] : [winner], tied: [] }
    if (still.length === 2) {
      const [one = "", other = ""] = still
      if (now(one) === now(other)) return { winners: [], tied: still }
    }
    const [last = ""] = [...still].sort((one, other) => {
      const [ours = [], theirs = []] = [history.get(one), history.get(other)]
      const differing = ours.findIndex((votes, at) => votes !== theirs[at])
      if (differing >= 0) return (ours[differing] ?? 0) - (theirs[differing] ?? 0)
      return number(one) < number(other) ? -1 : 1
    })
    out.push(last)
  }
}

describe("what everybody is told of ties", () => {
  const tie = (given: Partial<Tie>): Tie => ({
    round: 2,
    level: ["a", "b"],
    decidedBy: "draw",
    earlierRound: null,
    among: [],
    beaconRound: null,
    eliminated: "a",
    ...given
  })
  const { tally } = recount({ ...proposalOf(voteOf(["Ash", "Birch"], byList)) }, [])
  const notes = (...ties: ReadonlyArray<Tie>) => tieNotes({ ...tally, quorumReached: true, ties })

  it("is each that decided something, and a level final", () => {
    assert.deepStrictEqual(
      notes(
        tie({ decidedBy: "noVotes", round: 1 }),
        tie({ decidedBy: "earlierRound", earlierRound: 1 }),
        tie({ round: 3 }),
        tie({ decidedBy: "listOrder", round: 4 }),
        tie({ decidedBy: "final", eliminated: null })
      ),
      [
        "Round 1 decided a tie in round 2.",
        "A draw with the beacon decided a tie in round 3.",
        "The order of the list decided a tie in round 4.",
        "The last two were level, so nobody won."
      ]
    )
  })

  it("is nothing without ties, before a draw, and without a quorum", () => {
    assert.deepStrictEqual(notes(), [])
    assert.deepStrictEqual(notes(tie({ eliminated: null })), [])
    assert.deepStrictEqual(tieNotes({ ...tally, quorumReached: false, ties: [tie({})] }), [])
  })
})

describe("every counter", () => {
  it("gives the same, whatever the order of the list", () => {
    const labels = ["Ash", "Birch", "Cedar", "Dogwood", "Elm"]
    const keys = labels.map((label) => label.toLowerCase())
    const ballots = fc.array(fc.shuffledSubarray(keys, { minLength: 1 }), { maxLength: 9 })
    let draws = 0
    fc.assert(
      fc.property(ballots, fc.shuffledSubarray(labels, { minLength: 5 }), (ranked, order) => {
        const counts = [labels, order].map((list) => {
          const proposal = { ...proposalOf({ ...voteOf(list, withDraw), quorumPct: 0 }), title: "The same for both" }
          // One proposal, so that the numbers drawn are the same: only the order in which counters see the choices
          // differs.
          const digest = proposalDigest(proposalOf({ ...voteOf(labels, withDraw), quorumPct: 0 }))
          const given = ranked.map((choice, at) => ({ account: `v${at}`, choice, weight: "1" }))
          const { tally } = recount(proposal, given, null, { proposalDigest: digest, signature })
          draws += tally.ties?.filter(({ decidedBy }) => decidedBy === "draw").length ?? 0
          const expected = naive(keys, ranked, digest)
          assert.deepStrictEqual(tally.winners, expected.winners)
          assert.sameMembers([...tally.tied], [...expected.tied])
          return { proposal, given, outcome: tally.outcome }
        })
        assert.strictEqual(counts[0]?.outcome, counts[1]?.outcome)
        for (const { given, proposal } of counts) {
          const draw = { proposalDigest: proposalDigest(proposal), signature }
          const entries = given.map(({ weight, ...ballot }) => ({ ballot, weight }))
          assert.deepStrictEqual<unknown>(
            count(proposal, entries, null, new Set(), signature),
            statedResult(recount(proposal, given, null, draw).tally)
          )
          const listed = { ...proposal, ties: byList }
          assert.deepStrictEqual<unknown>(count(listed, entries), statedResult(recount(listed, given).tally))
        }
      }),
      { numRuns: 400 }
    )
    assert.isAbove(draws, 20)
  })
})
