/** Bars divided into own and delegated votes (docs/product/votes.md). */
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { DelegatedBars } from "~/components/governance/proposals/delegated-bars"

const attribute = (rect: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(rect)?.[1]
/** The bars alone: legend and patterns have other heights. */
const widths = (html: string) =>
  (html.match(/<rect[^>]*height="14"[^>]*>/g) ?? []).map((rect) =>
    ["class", "x", "width"].map((name) => attribute(rect, name))
  )

describe("bars of own and delegated votes", () => {
  it("start the delegated part where the own one ends, on the scale of the longest bar, and describe both", () => {
    const html = renderToStaticMarkup(
      <DelegatedBars
        parts={[
          { label: "Yes", own: "14", part: "6", votes: "20" },
          { label: "No", own: "5", part: "0", votes: "5" }
        ]}
      />
    )
    assert.deepStrictEqual(widths(html), [
      ["soft", "0", "70%"],
      ["lines", "70%", "30%"],
      ["soft", "0", "25%"],
      ["lines", "25%", "0%"]
    ])
    assert.include(html, 'aria-label="Yes: 14 own, 6 delegated; No: 5 own, 0 delegated"')
    assert.include(html, "14 + 6 = 20")
  })

  it("are exact for weights beyond floating point, and not drawn if no delegated vote was used", () => {
    const most = "9007199254740993.000000000000000002"
    const html = renderToStaticMarkup(<DelegatedBars parts={[{ label: "Yes", own: "0", part: most, votes: most }]} />)
    assert.deepStrictEqual(widths(html), [
      ["soft", "0", "0%"],
      ["lines", "0%", "100%"]
    ])
    assert.strictEqual(
      renderToStaticMarkup(<DelegatedBars parts={[{ label: "Yes", own: "3", part: "0", votes: "3" }]} />),
      ""
    )
  })
})
