import { describe, expect, it } from "vitest"
import { costInWords, creditsInWords, creditsLeft, stepped } from "~/components/governance/votes/quadratic-selection"
import { chosen, pointsLeft, ranked, restInWords, selectionOf, toggled } from "~/components/governance/votes/selection"
import type { ChoiceRules } from "~/effects/governance/votes/ballot/choice"

const choices = ["lake", "hall", "park"].map((key) => ({ key, label: key, note: "" }))
const rules = (voteType: ChoiceRules["voteType"], maxSelections: number | null = null): ChoiceRules => ({
  voteType,
  choices,
  maxSelections
})
const empty = selectionOf(rules("single"), null)

describe("the choice in the vote box", () => {
  it("is built for each type, with a note on what is missing", () => {
    expect(chosen(rules("single"), empty)).toEqual({
      ok: false,
      problem: "Choose one of the choices of this proposal."
    })
    expect(chosen(rules("single"), { ...empty, one: "hall" })).toEqual({ ok: true, choice: "hall" })
    expect(chosen(rules("approval", 1), { ...empty, some: ["lake", "hall"] })).toEqual({
      ok: false,
      problem: "Choose up to 1."
    })
    expect(chosen(rules("ranked"), { ...empty, ranking: ["park", "lake"] })).toEqual({
      ok: true,
      choice: ["park", "lake"]
    })
    expect(chosen(rules("weighted"), { ...empty, points: { lake: "60", hall: "40", park: "" } })).toEqual({
      ok: true,
      choice: { lake: 60, hall: 40 }
    })
  })

  it("refuses points that are not whole numbers or do not add up", () => {
    const adding = { ok: false, problem: "Points must add up to 100." }
    expect(chosen(rules("weighted"), { ...empty, points: { lake: "60", hall: "39" } })).toEqual(adding)
    const whole = { ok: false, problem: "Points are whole numbers from 0 to 100." }
    for (const typed of ["-1", "1.5", "1e1", "NaN", "9007199254740993"]) {
      expect(chosen(rules("weighted"), { ...empty, points: { lake: typed, hall: "100" } })).toEqual(whole)
    }
  })

  it("has a score for every choice: a missing one is asked for, and a chosen 0 is a score", () => {
    const scores = (given: Readonly<Record<string, string>>) => chosen(rules("score10"), { ...empty, points: given })
    const missing = { ok: false, problem: "Give every choice a whole number from 0 to 10." }
    expect(scores({ lake: "10", hall: "0" })).toEqual(missing)
    expect(scores({ lake: "10", hall: "0", park: "" })).toEqual(missing)
    expect(scores({ lake: "10", hall: "0", park: "3" })).toEqual({
      ok: true,
      choice: { lake: 10, hall: 0, park: 3 }
    })
  })

  it("starts from the vote that counts now", () => {
    for (const [type, choice] of [
      ["single", "hall"],
      ["approval", ["lake", "park"]],
      ["ranked", ["park", "hall", "lake"]],
      ["score5", { lake: 0, hall: 5, park: 3 }],
      ["weighted", { hall: 70, park: 30 }],
      ["quadratic", { hall: 6, park: 8 }]
    ] as const) {
      expect(chosen(rules(type), selectionOf(rules(type), choice))).toEqual({ ok: true, choice })
    }
  })

  it("keeps ticks in the order of the list", () => {
    const ticked = toggled(rules("approval"), toggled(rules("approval"), empty, "park"), "lake")
    expect(ticked.some).toEqual(["lake", "park"])
    expect(toggled(rules("approval"), ticked, "lake").some).toEqual(["park"])
  })

  it("moves to a position, to the end, and out of the order", () => {
    const start = { ...empty, ranking: ["lake", "hall", "park"] }
    expect(ranked(start, "park", 1).ranking).toEqual(["park", "lake", "hall"])
    expect(ranked(start, "lake", 2).ranking).toEqual(["hall", "lake", "park"])
    expect(ranked(start, "lake", 99).ranking).toEqual(["hall", "park", "lake"])
    for (const nowhere of [0, -1, Number.NaN, 1.5]) {
      expect(ranked(start, "hall", nowhere).ranking).toEqual(["lake", "park"])
    }
  })

  it("has quadratic points with their cost and the remainder", () => {
    const quadratic = rules("quadratic")
    const points = (given: Readonly<Record<string, string>>) => ({ ...empty, points: given })
    expect(chosen(quadratic, points({ lake: "6", hall: "8", park: "" }))).toEqual({
      ok: true,
      choice: { lake: 6, hall: 8 }
    })
    expect(chosen(quadratic, points({ lake: "10", hall: "1" }))).toEqual({
      ok: false,
      problem: "Your points cost 101 credits, but you have 100. Remove some points."
    })
    const whole = { ok: false, problem: "Points are whole numbers from 0 to 10; 10 points cost all 100 credits." }
    for (const typed of ["-1", "1.5", "1e1"]) expect(chosen(quadratic, points({ lake: typed }))).toEqual(whole)
    expect(creditsInWords(creditsLeft(quadratic, points({ lake: "9" })))).toBe("19 credits left")
    expect(creditsInWords(creditsLeft(quadratic, points({ lake: "6", hall: "8" })))).toBe("All 100 credits are spent")
    expect(creditsInWords(creditsLeft(quadratic, points({ lake: "10", hall: "1" })))).toBe("1 credit too many")
    expect([costInWords("3"), costInWords(""), costInWords("half")]).toEqual([
      "costs 9",
      "costs nothing",
      "not a whole number"
    ])
    expect([stepped("", 1), stepped("9", 1), stepped("10", 1), stepped("0", -1), stepped("x", 1)]).toEqual([
      "1",
      "10",
      "10",
      "0",
      "1"
    ])
  })

  it("shows the remaining points", () => {
    expect(restInWords(pointsLeft(rules("weighted"), { ...empty, points: { lake: "88" } }))).toBe("12 points left")
    expect(restInWords(1)).toBe("1 point left")
    expect(restInWords(0)).toBe("All 100 points are given")
    expect(restInWords(-3)).toBe("3 points too many")
  })
})
