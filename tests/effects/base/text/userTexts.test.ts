/** Long texts of users that are shown on one page as a list. */
import { assert, describe, it } from "vitest"
import { makeUserTexts, readMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"

const announcement = `## What happened\n\n${"We met on **Sunday**; [the minutes](/files/a) say who came.\n\n- a thing to bring\n- another one\n\n".repeat(12)}`

describe("long texts of one page", () => {
  it("render like single texts when they have ordinary length", () => {
    const read = makeUserTexts()
    for (let n = 0; n < 10; n++) {
      assert.deepStrictEqual(
        read(announcement, { anchorPrefix: `a${n}-` }),
        readMarkdown(announcement, { userText: true, anchorPrefix: `a${n}-` })
      )
    }
  })

  it("may each have the maximum length, and are shown as typed once the page is full", () => {
    const read = makeUserTexts()
    const much = "- a\n".repeat(1_000)
    const trees = [read(much), read(much), read(much)]
    assert.deepStrictEqual(trees[0], readMarkdown(much, { userText: true }))
    assert.deepStrictEqual(trees[2], [{ kind: "paragraph", children: [much.trim()] }])
  })
})
