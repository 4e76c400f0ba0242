/** The text made of answers: well-formed, with the template's headings and no others, whatever was answered. */
import { FastCheck as fc } from "effect"
import { assert, describe, test } from "vitest"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { headingsOf, plainText, treeText } from "~/effects/base/text/markdown/Tree"
import { tidyLine } from "~/effects/base/text/plain"
import { bodyOf } from "~/effects/governance/proposal-templates/body"

const parse = (body: string) => parseMarkdown(body, { userText: true })
/** Special characters in a URL are written percent-encoded (RFC 3986, 2.1). */
const words = (text: string) =>
  text
    .replace(/%(?:26|5C|60|2A|5B|5D|3C|3E|7C|7E|5F)/g, decodeURIComponent)
    .replace(/\s+/g, " ")
    .trim()

/** Fragments with a meaning in Markdown, more often than chance would combine them. */
const parts = fc.constantFrom(
  ..."# ## - + * > 1. 1) --- === ``` ~~~ ` _ __ ** [a](/b) ![p](/files/x) <b> <https://a.org> | a|b |-|-| ~~x~~ &lt; \\ \\# \t a b é 语 https://a.org/b_c?d=e#f".split(
    " "
  ),
  " ",
  "    ",
  "\n",
  "\n\n",
  "Setext\n---",
  "a | b\n--|--\n1 | 2"
)
const text = fc.array(fc.oneof(parts, fc.string({ maxLength: 6 })), { maxLength: 20 }).map((parts) =>
  // The reader shows URLs decoded, so that "%41" in one is read as "A".
  parts.join("").replaceAll("%", "")
)
const labels = fc.uniqueArray(
  text.map((label) => tidyLine(label)).filter((label) => label !== ""),
  { minLength: 1, maxLength: 5 }
)

describe("the text made of answers", () => {
  test("has a heading for each answered question in order, paragraphs, and nothing else", () => {
    fc.assert(
      fc.property(labels, fc.array(text, { minLength: 5, maxLength: 5 }), (asked, answers) => {
        const tree = parse(
          bodyOf(
            asked.map((label) => ({ label })),
            answers
          )
        )
        const answered = asked.filter((_, at) => tidyLine(answers[at] ?? "") !== "")
        assert.deepEqual(
          headingsOf(tree).map(({ children }) => words(plainText(children))),
          answered.map(words)
        )
        assert.deepEqual(
          [...new Set(tree.map(({ kind }) => kind))].sort(),
          answered.length === 0 ? [] : ["heading", "paragraph"]
        )
      }),
      { numRuns: 600 }
    )
  })

  test("contains what was written letter by letter, without markup", () => {
    fc.assert(
      fc.property(text, (answer) => {
        const tree = parse(bodyOf([{ label: "Why" }], [answer]))
        const inline = JSON.stringify(tree)
        assert.strictEqual(words(treeText(tree.slice(1))), words(answer.split("\n").map(tidyLine).join(" ")))
        for (const kind of ["em", "strong", "struck", "code", "image", "list", "quote", "table", "rule"]) {
          assert.notInclude(inline, `"kind":"${kind}"`)
        }
      }),
      { numRuns: 600 }
    )
  })

  test("keeps whole URLs as links", () => {
    const tree = parse(bodyOf([{ label: "Where" }], ["See https://a.org/b_c?d=e&f=g#h_i today."]))
    assert.include(JSON.stringify(tree), `"href":"https://a.org/b_c?d=e&f=g#h_i"`)
  })

  test("keeps a faked heading as a paragraph", () => {
    const body = bodyOf([{ label: "Why" }, { label: "Cost" }], ["Because.\n\n## Result\nPassed\n===", "12"])
    assert.strictEqual(body, "## Why\n\nBecause.\n\n\\## Result\n\nPassed\n\n\\===\n\n## Cost\n\n12")
  })
})
