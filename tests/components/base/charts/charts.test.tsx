/**
 * Requirements of every chart (docs/product/publishing.md): a sentence, a name, a table; no picture of too few data; no
 * styles.
 */
import type { ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { BallotStrip } from "~/components/base/charts/ballot-strip"
import { percent } from "~/components/base/charts/fills"
import { Histogram } from "~/components/base/charts/histogram"
import { LineChart } from "~/components/base/charts/line-chart"
import { MaturityTimeline } from "~/components/base/charts/maturity-timeline"
import { RankedRounds } from "~/components/base/charts/ranked-rounds"
import { StateProgress } from "~/components/base/charts/state-progress"
import { StepChart } from "~/components/base/charts/step-chart"
import { SmallVoteBar, VoteBar } from "~/components/base/charts/vote-bar"
import * as sample from "~/components/publishing/styleguide/chart-samples"
import { Charts } from "~/components/publishing/styleguide/charts"
import { BalanceLines } from "~/components/treasury/treasury/balance-lines"
import { htmlProblems } from "../../../e2e/html-rules"

const render = (element: ReactElement) => renderToStaticMarkup(element)
const count = (markup: string, pattern: RegExp) => [...markup.matchAll(pattern)].length
const table = { caption: "Votes", columns: ["Choice", "Ballots"], rows: [["Yes", "9"]] } as const
const turnout = { share: 35, text: "35% of all members" }

describe("charts", () => {
  const all = render(<Charts />)

  it("have no style attribute, a name for each picture, and valid markup", async () => {
    assert.notInclude(all, "style=")
    for (const [picture] of all.matchAll(/<svg [^>]*role="img"[^>]*>/g)) assert.match(picture, /aria-label="[^"]{8,}"/)
    const page = `<!DOCTYPE html><html lang="en"><head><title>Charts</title></head><body>${all}</body></html>`
    assert.deepEqual(await htmlProblems(page), [])
  })

  it("draw no histogram of two people's amounts, whatever their distance", () => {
    const bins = (...counts: ReadonlyArray<number>) => counts.map((each, n) => ({ label: String(n), count: each }))
    const shown = (...counts: ReadonlyArray<number>) =>
      render(<Histogram name="How many get how much" says="Two recipients." unit="XRD" bins={bins(...counts)} />)
    assert.notInclude(shown(1, 0, 0, 0, 1), "<svg")
    assert.include(shown(1, 0, 0, 0, 1), "Two recipients.")
    assert.include(shown(1, 2, 0, 1), "<svg")
  })

  it("refer to patterns that are on the page", () => {
    const used = new Set([...all.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id))
    assert.isAbove(used.size, 5)
    for (const id of used) assert.include(all, `id="${id}"`)
  })

  it("can be read as a table, except the bare ones", () => {
    assert.isAtLeast(count(all, /<summary>Show as table<\/summary>/g), 9)
  })

  it("show a sentence and no drawing for fewer than three points", () => {
    const words = { says: "One vote has closed.", name: "Participation" }
    const few = [
      <LineChart
        key="line"
        {...words}
        points={sample.participation.slice(0, 2)}
        scale={{ max: 100, words: ["a", "b", "c"] }}
        table={table}
      />,
      <StepChart key="step" {...words} steps={[]} until={0} dates={["", ""]} table={table} />,
      <MaturityTimeline key="lanes" {...words} lanes={[]} now={0} table={table} />,
      <VoteBar
        key="vote"
        {...words}
        parts={sample.votes.map((part) => ({ ...part, share: 0 }))}
        turnout={turnout}
        table={table}
      />
    ]
    for (const chart of few) assert.equal(render(chart), '<p class="chart-says">One vote has closed.</p>')
    assert.equal(render(<SmallVoteBar name="Votes" parts={[]} />), "")
    assert.equal(render(<BallotStrip marks={["yes", "no"]} />), "")
    assert.notInclude(render(<StateProgress says="Nothing yet." states={[]} />), "<svg")
  })
})

/** Yes and No, with this percentage for No. */
const split = (no: number) => [
  { fill: "for", letter: "Y", word: "Yes", share: 100 - no, amount: String(100 - no) } as const,
  { fill: "against", letter: "N", word: "No", share: no, amount: String(no) } as const
]

describe("a vote's bar", () => {
  it("shows letter, share, threshold and quorum as text", () => {
    const bar = render(
      <VoteBar
        says="Yes leads."
        name="Yes 69.2 percent"
        parts={sample.votes}
        threshold={{ at: 60, text: "60% needed" }}
        quorum={{ at: 20, text: "Quorum 20%" }}
        turnout={turnout}
        table={table}
      />
    )
    const said = bar.replaceAll(/<\/?tspan[^>]*>|<!-- -->/g, "")
    for (const text of ["Y 69.2%", "N 30.8%", "60% needed", "Quorum 20%"]) assert.include(said, text)
    assert.include(bar, 'aria-label="Turnout: 35% of all members; Quorum 20%"')
    assert.match(bar, /x="69\.2%"[^>]*width="30\.8%"/)
  })

  it("omits the percentage, then the letter, of a part that is too narrow", () => {
    const labels = (share: number) =>
      [...render(<SmallVoteBar name="Votes" parts={split(share)} />).matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(
        ([, label]) => label
      )
    assert.deepEqual(labels(30), ["Yes<tspan> 70%</tspan>", "No<tspan> 30%</tspan>"])
    assert.deepEqual(labels(20), ["Yes<tspan> 80%</tspan>", 'No<tspan class="roomy"> 20%</tspan>'])
    assert.deepEqual(labels(12), ["Yes<tspan> 88%</tspan>", "N"])
    assert.deepEqual(labels(5), ["Yes<tspan> 95%</tspan>"])
  })

  it("shows only the turnout while results are hidden", () => {
    const bar = render(<VoteBar says="Hidden." name="Yes 69.2" parts={null} turnout={turnout} table={table} />)
    assert.equal(count(bar, /role="img"/g), 1)
    assert.notInclude(bar, "69.2")
  })
})

describe("the other charts", () => {
  it("draw each token's balance on its own scale, with its table", () => {
    const drawn = render(<BalanceLines lines={sample.balanceLines} now={sample.now} />)
    assert.equal(count(drawn, /<svg/g), 1)
    assert.include(drawn, "12,400 XRD")
    assert.include(drawn, "8,150.25")
    assert.include(drawn, "100,000 GRD")
    assert.include(render(<BalanceLines lines={[]} now={sample.now} />), "Nothing has moved yet.")
  })

  it("keep bars inside the picture", () => {
    assert.equal(percent(140), "100%")
    assert.equal(percent(-3), "0%")
    assert.equal(percent(33.3333), "33.33%")
  })

  it("name who is eliminated in each round, in the order of the rounds", () => {
    const rounds = render(<RankedRounds rounds={sample.rounds} />)
    assert.include(rounds, "Close-Up 4, leaves")
    assert.isBelow(rounds.indexOf("Round 1"), rounds.indexOf("Round 2"))
    assert.isBelow(rounds.indexOf("Close-Up has the fewest"), rounds.indexOf("Two are left"))
  })

  it("draw a long chain's newest ballots and say that there are more", () => {
    const strip = render(<BallotStrip marks={Array.from({ length: 500 }, () => "yes" as const)} />)
    assert.equal(count(strip, /<rect /g), 120)
    assert.include(strip, "The last 120 of 500 ballots.")
    assert.include(strip, "500 ballots in order: 500 yes, 0 no, 0 abstain")
  })

  it("put today and the maturity in their places on the timeline", () => {
    const timeline = render(
      <MaturityTimeline says="Soon." name="Series" lanes={sample.lanes} now={sample.now} table={table} />
    )
    assert.match(timeline, /class="for" x="100%"/)
    assert.match(timeline, /class="today" x1="2\.\d+%"/)
    assert.include(timeline, "Nov 2026")
    assert.include(timeline, "Nov 2028")
  })
})
