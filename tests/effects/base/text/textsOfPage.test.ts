/** The texts of one page share a limit on parsed elements, and ordinary texts render as each would alone. */
import { assert, describe, it } from "vitest"
import { makeTextsOfPage, readMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"

const COMMENTS = 50
const SIZE = 5_000
const fill = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE)
const read = (text: string, maxNodes?: number) =>
  readMarkdown(text, { userText: true, ...(maxNodes === undefined ? {} : { maxNodes }) })
const elementsOf = (tree: MarkdownTree): number => JSON.stringify(tree).split('"kind"').length - 1

/** Trees of a page, and how many characters the parser was given. */
const pageOf = (texts: ReadonlyArray<string>, ofText?: number) => {
  const within = makeTextsOfPage(ofText)
  let parsed = 0
  const trees = texts.map((text) =>
    within(text, (maxNodes) => {
      parsed += text.length
      return read(text, maxNodes)
    })
  )
  return { parsed, trees }
}

const hostile = [
  ...["- a\n", "[a](/b) ", "a\n\n", "*a_", "`a` ", "> > > a\n", "https://a.b ", "![", "**a** ", "# a\n", "@bo "].map(
    fill
  ),
  `${"|a".repeat(30)}|\n${"|-".repeat(30)}|\n${"|\n".repeat(160)}`
]

describe("the texts of a page", () => {
  it.each(hostile.map((text) => [text.slice(0, 9), text] as const))("of %j… alone make a small page", (_, text) => {
    const { parsed, trees } = pageOf(Array.from({ length: COMMENTS }, () => text))
    assert.isAtMost(
      trees.reduce((sum, tree) => sum + elementsOf(tree), 0),
      8_000 + COMMENTS
    )
    assert.isAtMost(parsed, (COMMENTS * SIZE) / 2)
  })

  it.each(hostile.map((text) => [text.slice(0, 9), text] as const))(
    "of long %j… alone make a small page, too",
    (_, text) => {
      const { trees } = pageOf(
        Array.from({ length: 20 }, () => text.repeat(4)),
        5_000
      )
      assert.isAtMost(
        trees.reduce((sum, tree) => sum + elementsOf(tree), 0),
        8_000 + 20
      )
    }
  )

  it("keep every word where they are not parsed as Markdown", () => {
    const [tree = []] = pageOf([fill("- a\n")]).trees
    assert.deepStrictEqual(tree, [{ kind: "paragraph", children: [fill("- a\n").trim()] }])
  })

  it("render like single texts when they have ordinary length", () => {
    const paragraph =
      "I was at the **water tank** this morning; [the photos](/files/a) show the seam, and @bo says it holds.\n\n"
    const long = `${paragraph.repeat(8)}${"- a thing to bring along\n".repeat(12)}`
    const code = `\`\`\`\n${'  "account": "account_tdx_2_12yf9gd", \n'.repeat(40)}\`\`\``
    const texts = Array.from({ length: COMMENTS }, (_, n) => (n % 10 === 0 ? code : long))
    assert.deepStrictEqual(
      pageOf(texts).trees,
      texts.map((text) => read(text))
    )
  })
})
