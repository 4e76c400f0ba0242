/** What the vote's page shows of lent weight, and of quadratic points while they are chosen. */
import { assert, describe, it } from "@effect/vitest"
import { renderToStaticMarkup } from "react-dom/server"
import { LentTally } from "~/components/governance/proposals/lent-tally"
import { QuadraticPoints } from "~/components/governance/votes/quadratic-points"
import { selectionOf } from "~/components/governance/votes/selection"

const line = (key: string, label: string, votes: string) => ({
  key,
  label,
  votes,
  shown: votes,
  voters: 1,
  pct: "50.0",
  wins: false
})

describe("lent weight in a count", () => {
  it("is told as own and lent for each choice, with what stayed unused", () => {
    const html = renderToStaticMarkup(
      <LentTally
        unit="OMF"
        lines={[line("yes", "Yes", "375000"), line("no", "No", "131500"), line("abstain", "Abstain", "0")]}
        lent={{
          given: "139500",
          voted: "17000",
          used: "101000",
          over: "13500",
          idle: "8000",
          perChoice: [
            { key: "yes", votes: "89000" },
            { key: "no", votes: "12000" },
            { key: "abstain", votes: "0" }
          ]
        }}
      />
    )
    assert.include(html, "Yes: 286,000 own and 89,000 lent. No: 119,500 own and 12,000 lent.")
    for (const words of ["139,500 OMF", "17,000", "101,000", "13,500", "8,000"]) assert.include(html, words)
  })
})

describe("quadratic points in the vote box", () => {
  const choices = ["Lake", "Hall"].map((label) => ({ key: label.toLowerCase(), label, note: "" }))
  const rules = { voteType: "quadratic" as const, choices, maxSelections: null }
  const shown = (points: Readonly<Record<string, string>>) =>
    renderToStaticMarkup(
      <QuadraticPoints rules={rules} selection={{ ...selectionOf(rules, null), points }} onPoints={() => undefined} />
    )

  it("have a name on each control, their cost, and what is left", () => {
    const html = shown({ lake: "6", hall: "3" })
    for (const name of ["Points for Lake, as a slider", "One point less for Lake", "One point more for Hall"]) {
      assert.include(html, `aria-label="${name}"`)
    }
    for (const words of ["costs 36", "costs 9", "55 credits left"]) assert.include(html, words)
    assert.include(shown({ lake: "10", hall: "1" }), "1 credit too many")
    assert.include(shown({ lake: "10" }), "All 100 credits are spent")
    assert.include(shown({ lake: "1.5" }), "no whole number")
  })
})
