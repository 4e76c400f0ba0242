import { describe, expect, it } from "vitest"
import { basicParts, cardBar, tallyText, thresholdTick, yesShare } from "~/components/governance/proposals/bar"
import { shownRounds } from "~/components/governance/proposals/rounds"
import { chipOf } from "~/components/governance/proposals/state-words"
import { quorumSentence, quorumWords } from "~/components/governance/proposals/words"
import { turnoutWords } from "~/effects/governance/proposals/stateWords"
import type { ResultLine, Results } from "~/effects/governance/proposals/views"

const line = (key: string, label: string, votes: string, pct = "0.0"): ResultLine => ({
  key,
  label,
  votes,
  shown: votes,
  voters: votes === "0" ? 0 : 1,
  ifNeedBe: null,
  pct,
  wins: false
})
const shown = (yes: string, no: string, abstain: string) =>
  ({
    shown: true,
    delegated: null,
    isOver: false,
    lines: [line("yes", "Yes", yes), line("no", "No", no), line("abstain", "Abstain", abstain)],
    final: null
  }) as const satisfies Results
const sides = { for: { key: "yes", label: "Yes", note: "" }, against: { key: "no", label: "No", note: "" } }
const hidden = { shown: false, words: "Results are shown after voting closes." } as const

describe("the tally of a vote", () => {
  it("compares Yes with No and leaves abstentions out", () => {
    expect(yesShare(shown("2", "1", "1"), sides, 50)).toBe("66.6%")
    expect(basicParts(shown("2", "1", "1"), sides).map(({ share }) => share)).toEqual([66.6, 33.4, 0])
    expect(tallyText({ voteType: "basic", thresholdPct: 50, results: shown("2", "1", "1") })).toBe("Yes 66.6%")
  })

  it("is not drawn while it is hidden or nobody has voted", () => {
    const card = { voteType: "basic", thresholdPct: 60 } as const
    expect(cardBar({ ...card, results: hidden })).toBeNull()
    expect(tallyText({ voteType: "basic", thresholdPct: 50, results: hidden })).toBe(
      "Results are shown after voting closes"
    )
    expect(cardBar({ ...card, results: shown("0", "0", "0") })).toBeNull()
    expect(tallyText({ voteType: "basic", thresholdPct: 50, results: shown("0", "0", "0") })).toBe("No votes yet")
    expect(cardBar({ ...card, results: null })).toBeNull()
    expect(cardBar({ ...card, voteType: "single", results: shown("2", "1", "0") })).toBeNull()
    expect(cardBar({ ...card, results: shown("2", "1", "0") })?.threshold).toEqual({ at: 60, text: "At least 60%" })
  })

  it("marks the threshold, also as a fraction", () => {
    expect(thresholdTick(60)).toEqual({ at: 60, text: "At least 60%" })
    expect(thresholdTick(50).text).toBe("More than 50%")
    expect(thresholdTick("2/3")).toEqual({ at: 66.67, text: "At least 2/3" })
  })

  it("shows whether the quorum is met", () => {
    const taking = {
      ballots: 4,
      voters: 4,
      weightCast: "4",
      eligibleCount: 5,
      eligibleWeight: "5",
      pct: "80.0",
      delegated: null
    }
    expect(turnoutWords({ ...taking, quorumPct: 40, quorumReached: true })).toBe("4 of 5 eligible members voted")
    expect(quorumWords({ ...taking, quorumPct: 40, quorumReached: true })).toBe("the quorum of 40% is met")
    expect(quorumWords({ ...taking, quorumPct: 90, quorumReached: false })).toBe("a quorum of 90% is needed")
    expect(quorumWords({ ...taking, quorumPct: 0, quorumReached: false })).toBe("at least one ballot is needed")
  })

  it("shows in the headline how much of the quorum is met", () => {
    const taking = {
      ballots: 4,
      voters: 4,
      weightCast: "4",
      eligibleCount: 5,
      eligibleWeight: "5",
      pct: "80.0",
      delegated: null
    }
    const said = (quorumPct: number, quorumReached: boolean, isOver: boolean) =>
      quorumSentence({ ...taking, quorumPct, quorumReached }, isOver)
    expect(said(40, true, false)).toBe("The quorum of 40% is met with 80.0%.")
    expect(said(40, true, true)).toBe("The quorum of 40% was met with 80.0%.")
    expect(said(90, false, false)).toBe("A quorum of 90% is needed; so far it is 80.0%.")
    expect(said(90, false, true)).toBe("A quorum of 90% was needed; it was 80.0%.")
    expect(said(0, false, false)).toBe("At least one ballot is needed.")
    expect(said(0, true, false)).toBe("")
  })

  it("calls a vote closed by the clock, before it is counted", () => {
    const card = { status: "active", closesAt: 1_000, isDelayed: false } as const
    expect(chipOf(card, 999).word).toBe("Open")
    expect(chipOf(card, 1_000).word).toBe("Closed, being counted")
    expect(chipOf({ ...card, status: "review", isDelayed: true }, 0).word).toBe("Opening is delayed")
  })
})

describe("rounds of a ranked vote", () => {
  const nameOf = (key: string) => ({ a: "Anna", b: "Ben", c: "Cleo" })[key] ?? key
  const rounds = [
    {
      votes: [
        { key: "a", votes: "2" },
        { key: "b", votes: "3" },
        { key: "c", votes: "4" }
      ],
      exhausted: "0",
      eliminated: "a"
    },
    {
      votes: [
        { key: "b", votes: "4" },
        { key: "c", votes: "4" }
      ],
      exhausted: "1",
      eliminated: null
    }
  ]

  it("name who is eliminated and where those votes go", () => {
    const [first, last] = shownRounds(rounds, { winners: ["b"], quorumReached: true, ties: null }, nameOf)
    expect(first?.says).toBe("Anna is eliminated. Its votes transfer: 1 to Ben. 1 had no further choice.")
    expect(first?.tallies.map(({ name, state }) => [name, state])).toEqual([
      ["Cleo", "stays"],
      ["Ben", "stays"],
      ["Anna", "leaves"]
    ])
    expect(last?.tallies.find(({ name }) => name === "Ben")?.state).toBe("wins")
    expect(last?.says).toContain("Exhausted ballots: 1.")
  })

  it("of several seats say who is elected and what transfers, and mark the elected from then on", () => {
    const seats = [
      { ...rounds[0], votes: rounds[0]?.votes ?? [], exhausted: "0", eliminated: null, elected: ["c"], surplus: "c" },
      {
        votes: [
          { key: "a", votes: "2" },
          { key: "b", votes: "3.99999" },
          { key: "c", votes: "3" }
        ],
        exhausted: "0.00001",
        eliminated: "a",
        elected: ["b"],
        surplus: null
      }
    ]
    const [first, last] = shownRounds(seats, { winners: ["c", "b"], quorumReached: true, ties: [] }, nameOf)
    expect(first?.says).toBe(
      "Elected: Cleo. The surplus of Cleo is transferred. Transferred: 0.99999 to Ben. 0.00001 is not transferable."
    )
    expect(last?.says).toBe("Elected: Ben. Anna is eliminated.")
    expect(last?.tallies.map(({ name, state }) => [name, state])).toEqual([
      ["Ben", "wins"],
      ["Cleo", "wins"],
      ["Anna", "leaves"]
    ])
  })
})
