import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { SomeChoices } from "~/components/governance/votes/one-choice"

const choices = ["Lake", "Hall", "Roof"].map((label, index) => ({ key: `c${index}`, label, note: "" }))
const markup = (ticked: ReadonlyArray<string>, most: number) =>
  renderToStaticMarkup(
    <SomeChoices choices={choices} most={most} name="some" ticked={ticked} onPick={() => undefined} />
  )

describe("choices of which only some may be ticked", () => {
  it("say why the others are disabled once the maximum is ticked", () => {
    const full = markup(["c0", "c1"], 2)
    expect(full.match(/disabled=""/g)).toHaveLength(1)
    expect(full).toContain("You have chosen 2 of 2. Untick one to choose another.")
  })
  it("show no note while more may be ticked, or if all may be", () => {
    expect(markup(["c0"], 2)).not.toContain("You have chosen")
    expect(markup(["c0", "c1", "c2"], 3)).not.toContain("You have chosen")
  })
})
