/** A picture of a counted ranked vote shows the round that decided it. */
import { assert, test } from "vitest"
import type { ProposalCard } from "~/effects/governance/proposals/views"
import { proposalFacts } from "~/effects/publishing/previews/proposalFacts"

type Results = Extract<NonNullable<ProposalCard["results"]>, { readonly shown: true }>

const line = (key: string, votes: string, pct: string, wins = false) => ({
  key,
  label: `Film ${key}`,
  votes,
  shown: votes,
  voters: Number(votes),
  pct,
  wins
})
const lines = [line("c1", "6", "33.3", true), line("c2", "6", "33.3"), line("c3", "4", "22.2"), line("c4", "2", "11.1")]
const round = (votes: Readonly<Record<string, string>>, eliminated: string | null) => ({
  votes: Object.entries(votes).map(([key, each]) => ({ key, votes: each })),
  exhausted: "0",
  eliminated
})

const resultOf = (rounds: NonNullable<Results["final"]>["rounds"], winners: ReadonlyArray<string> = ["c1"]) =>
  proposalFacts(
    {
      number: 1,
      kind: "decision",
      title: "Which film?",
      voteType: "ranked",
      thresholdPct: 50,
      status: "passed",
      opensAt: 0,
      closesAt: 1,
      closedAt: 1,
      isDelayed: false,
      participation: null,
      results: {
        shown: true,
        lines,
        lent: null,
        isOver: false,
        final: {
          outcome: "passed",
          words: "",
          winners,
          tied: [],
          quorumReached: true,
          rounds,
          spoilt: null,
          ties: null
        }
      }
    } as unknown as ProposalCard, // fields that pictures do not read are left out
    "Night Film Club",
    2
  ).result

test("a picture of a ranked vote shows the last round, with shares of the ballots still in it", () => {
  const rounds = [
    round({ c1: "6", c2: "6", c3: "4", c4: "2" }, "c4"),
    round({ c1: "7", c2: "6", c3: "4" }, "c3"),
    round({ c1: "10", c2: "7" }, null)
  ]
  assert.deepStrictEqual(resultOf(rounds), {
    kind: "bars",
    bars: [
      { label: "Film c1", share: 588, words: "58.8%", style: "for" },
      { label: "Film c2", share: 411, words: "41.1%", style: "soft" }
    ],
    more: "Last of 3 rounds"
  })
})

test("a picture of a ranked vote shows first places if one round was enough", () => {
  const result = resultOf([round({ c1: "6", c2: "6", c3: "4", c4: "2" }, null)])
  assert.strictEqual(result.kind === "bars" ? result.more : "", "and 1 other choice")
})

test("a picture of an election of several seats shows the elected first, and how many more there are", () => {
  const rounds = [
    round({ c1: "6", c2: "6", c3: "4", c4: "2" }, null),
    round({ c1: "4", c2: "4", c3: "4", c4: "4.5" }, null)
  ]
  const result = resultOf(rounds, ["c1", "c2", "c3"])
  assert.deepInclude(result, { kind: "bars", more: "Last of 2 rounds" })
  const shown = result.kind === "bars" ? result.bars.map(({ label, style }) => [label, style]) : []
  assert.deepStrictEqual(shown, [
    ["Film c1", "for"],
    ["Film c2", "for"],
    ["Film c3", "for"]
  ])
  assert.deepInclude(resultOf(rounds, ["c4", "c1", "c2", "c3"]), { more: "and 1 more elected · Last of 2 rounds" })
})
