/** What a picture of a vote shows: nothing of a hidden tally, and otherwise the same as pages. */
import { FastCheck as fc } from "effect"
import { assert, describe, test } from "vitest"
import type { CardRow } from "~/effects/governance/proposals/rows.server"
import { cardOf } from "~/effects/governance/proposals/view.server"
import { communityFacts } from "~/effects/publishing/previews/Facts"
import { proposalFacts } from "~/effects/publishing/previews/proposalFacts"
import { HOUR, TODAY } from "../../governance/proposals/world"

const NONE = { ownWeight: null, ownSeq: null, ownDigest: null, ownChoice: null, ownAt: null, ownReason: null }
const sumsOf = (votes: Readonly<Record<string, number>>) => ({
  ballots: 9,
  voters: 9,
  weightCast: "9",
  perChoice: Object.entries(votes).map(([key, n]) => ({ key, votes: String(n), voters: n }))
})
/** A row as a list reads it, with the fields that pictures use. */
const row = (changes: Partial<Record<keyof CardRow, unknown>>): CardRow =>
  ({
    id: "proposalaaaa",
    communityId: "communityaaa",
    number: 12,
    author: "account_1",
    kind: "spending",
    title: "A second tank",
    summary: "",
    voteType: "basic",
    choices: [],
    quorumPct: 20,
    thresholdPct: 60,
    resultsVisibility: "always",
    status: "active",
    opensAt: TODAY,
    closesAt: TODAY + 24 * HOUR,
    closedAt: null,
    calledOffAt: null,
    isDelayed: false,
    snapshot: { eligibleCount: 40, eligibleWeight: "40" },
    tally: null,
    sums: sumsOf({ yes: 6, no: 3, abstain: 0 }),
    ...NONE,
    ...changes
  }) as unknown as CardRow // the other fields of a row are not read
const factsOf = (changes: Partial<Record<keyof CardRow, unknown>>, now = TODAY + HOUR) =>
  proposalFacts(cardOf(row(changes), now), "Night Film Club", now)

describe("a picture of a vote", () => {
  test("shows Yes against No with the threshold", () => {
    const { eyebrow, note, result, state, time } = factsOf({})
    assert.deepEqual(
      { eyebrow, note, state, time },
      {
        eyebrow: "Proposal 12 · Spending",
        note: "9 of 40 eligible members voted",
        state: { word: "Open", tone: "open" },
        time: "Closes 21 Nov 2026, 12:00 UTC"
      }
    )
    assert.deepEqual(result, {
      kind: "split",
      parts: [
        { label: "Yes", share: 666, words: "66.6%", style: "for" },
        { label: "No", share: 334, words: "33.4%", style: "against" }
      ],
      needed: { at: 600, words: "Needs at least 60%" }
    })
  })

  test("is independent of hidden ballots, and shows participation and the closing time", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("afterVote", "afterClose", "sealed"),
        fc.constantFrom("basic", "single", "approval", "ranked", "weighted"),
        fc.nat(9),
        (resultsVisibility, voteType, yes) => {
          const facts = factsOf({ resultsVisibility, voteType, sums: sumsOf({ yes, no: 9 - yes, abstain: 0 }) })
          const other = factsOf({ resultsVisibility, voteType, sums: sumsOf({ yes: 9 - yes, no: yes, abstain: 0 }) })
          assert.deepEqual(facts, other)
          assert.strictEqual(facts.result.kind, "words")
          assert.deepEqual(
            [facts.note, facts.time],
            ["9 of 40 eligible members voted", "Closes 21 Nov 2026, 12:00 UTC"]
          )
        }
      )
    )
  })

  test("separates the end of voting from the count, which came later or never", () => {
    const close = TODAY + 24 * HOUR
    const counted = factsOf({ status: "failed", closedAt: close + 66 * 60_000 }, close + 3 * HOUR)
    const given = factsOf({ status: "uncountable", closedAt: close + 14 * 24 * HOUR }, close + 15 * 24 * HOUR)
    const waiting = factsOf({}, close + HOUR)
    for (const { time } of [counted, given, waiting]) assert.strictEqual(time, "Voting closed 21 Nov 2026, 12:00 UTC")
    const cancelled = factsOf({ status: "cancelled", closedAt: TODAY + HOUR }, close)
    assert.strictEqual(cancelled.time, "Cancelled 20 Nov 2026, 13:00 UTC")
  })

  test("of several choices shows the first three, and the number of others", () => {
    const keys = ["c1", "c2", "c3", "c4", "c5"]
    const choices = keys.map((key) => ({ key, label: `Film ${key}`, note: "" }))
    const { result } = factsOf({ voteType: "single", choices, sums: sumsOf({ c1: 1, c2: 4, c3: 2, c4: 2, c5: 0 }) })
    if (result.kind !== "bars") return assert.fail(result.kind)
    assert.deepEqual(
      result.bars.map(({ label, words }) => [label, words]),
      [
        ["Film c2", "44.5%"],
        ["Film c3", "22.2%"],
        ["Film c4", "22.2%"]
      ]
    )
    assert.strictEqual(result.more, "and 2 other choices")
  })

  test("names what is not available yet", () => {
    assert.deepEqual(factsOf({ status: "review", sums: null, snapshot: null }).result, {
      kind: "words",
      words: "Voting has not begun."
    })
    const none = { ...sumsOf({ yes: 0, no: 0, abstain: 0 }), ballots: 0, voters: 0, weightCast: "0" }
    assert.deepEqual(factsOf({ sums: none }).result, { kind: "words", words: "No votes yet." })
    assert.deepEqual(factsOf({ sums: sumsOf({ yes: 0, no: 0, abstain: 2 }) }).result, {
      kind: "words",
      words: "Abstentions only."
    })
  })
})

test("a picture of a community describes it, and not the state of its votes", () => {
  const facts = communityFacts({
    createdAt: TODAY,
    memberCount: 1,
    name: "Night Film Club",
    openProposals: 2,
    slug: "night-film",
    stage: "live",
    tagline: "One film a week.",
    tags: ["Film"],
    verifiedAt: null
  } as unknown as Parameters<typeof communityFacts>[0]) // brands of names are irrelevant here
  assert.deepEqual(
    [facts.eyebrow, facts.note, facts.time],
    ["Community · Film", "1 member · 2 open votes", "Since November 2026"]
  )
})
