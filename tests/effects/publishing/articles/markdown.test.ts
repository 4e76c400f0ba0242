import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { safeHref, safeImage } from "~/effects/base/text/markdown/hrefs"
import { parseMarkdown, tokensOf, USER_MAX_NODES } from "~/effects/base/text/markdown/parseMarkdown.server"
import {
  type Block,
  headingsOf,
  linksOf,
  type MarkdownTree,
  plainText,
  treeText
} from "~/effects/base/text/markdown/Tree"

const ours = (text: string) => parseMarkdown(text, { userText: false })
const users = (text: string) => parseMarkdown(text, { userText: true })

const nodesOf = (tree: MarkdownTree): number => JSON.stringify(tree).split('"kind"').length - 1

describe("parseMarkdown", () => {
  it("parses every kind of block that a text may have", () => {
    const tree = ours(
      "## Head\n\nText with *em*, **strong**, ~~gone~~, `code` and [a link](/price).\n\n> quote\n\n```\nlet a\n```\n\n- one\n- two\n\n3. three\n\n|a|b|\n|-|-:|\n|1|2|\n\n---\n\n![sun](/pictures/sun.png)"
    )
    assert.deepStrictEqual(tree, [
      { kind: "heading", level: 2, id: "head", children: ["Head"] },
      {
        kind: "paragraph",
        children: [
          "Text with ",
          { kind: "em", children: ["em"] },
          ", ",
          { kind: "strong", children: ["strong"] },
          ", ",
          { kind: "struck", children: ["gone"] },
          ", ",
          { kind: "code", text: "code" },
          " and ",
          { kind: "link", href: "/price", children: ["a link"] },
          "."
        ]
      },
      { kind: "quote", children: [{ kind: "paragraph", children: ["quote"] }] },
      { kind: "code", text: "let a" },
      {
        kind: "list",
        start: null,
        items: [[{ kind: "paragraph", children: ["one"] }], [{ kind: "paragraph", children: ["two"] }]]
      },
      { kind: "list", start: 3, items: [[{ kind: "paragraph", children: ["three"] }]] },
      { kind: "table", align: ["start", "end"], head: [["a"], ["b"]], rows: [[["1"], ["2"]]] },
      { kind: "rule" },
      { kind: "paragraph", children: [{ kind: "image", src: "/pictures/sun.png", alt: "sun" }] }
    ] satisfies Array<Block>)
  })

  it("keeps HTML as text", () => {
    const text = "<script>alert(1)</script> <b onclick=x>bold</b>"
    assert.deepStrictEqual(users(text), [{ kind: "paragraph", children: [text] }])
  })

  it("marks every link of a user, including bare addresses, and leaves words alone", () => {
    const [only] = users("[a](https://a.example/x) https://b.example/y c.example me@d.example [in](/price)")
    assert.deepStrictEqual(linksOf(only === undefined ? [] : [only]), [
      "https://a.example/x",
      "https://b.example/y",
      "/price"
    ])
    assert.strictEqual(JSON.stringify(only).split('"rel":"nofollow ugc noopener"').length - 1, 3)
    assert.notInclude(JSON.stringify(ours("[a](https://a.example/x)")), "rel")
  })

  it("shows a user's pictures from the upload host only, and their description otherwise", () => {
    const kinds = (text: string) => JSON.stringify(users(text)).includes('"image"')
    assert.isTrue(kinds("![x](/files/abc/-/preview/1000x562/)"))
    assert.isFalse(kinds("![x](https://elsewhere.example/files/a.png)"))
    assert.isFalse(kinds("![x](//elsewhere.example/a.png)"))
    assert.isFalse(kinds("![x](/files/../api/me)"))
    assert.isFalse(kinds("![x](data:image/png;base64,AAAA)"))
    assert.strictEqual(treeText(users("![the sun](https://elsewhere.example/a.png)")), "the sun")
  })

  it("turns a picture from elsewhere into a link to it, and omits nothing silently", () => {
    const rel = "nofollow ugc noopener"
    const link = (href: string, word: string) => ({ kind: "link", href, rel, children: [word] }) as const
    const shown = (text: string) => users(text).flatMap((block) => (block.kind === "paragraph" ? block.children : []))
    const address = "https://elsewhere.example/a.png"
    assert.deepStrictEqual(shown(`![](${address})`), [link(address, address)])
    assert.deepStrictEqual(shown(`![the sun](${address})`), [link(address, "the sun")])
    assert.deepStrictEqual(shown(`[](${address})`), [link(address, address)])
    // Links cannot be nested.
    assert.deepStrictEqual(shown(`[![](${address})](https://b.example/)`), [link("https://b.example/", address)])
    assert.deepStrictEqual(shown("![](a.png)"), ["![](a.png)"])
    for (const text of ["![]()", "[]()", "[](a.png)"]) assert.match(treeText(users(text)), /\S/, text)
  })

  it("never skips a heading level and never repeats an anchor", () => {
    const heads = headingsOf(users("# A\n\n#### B\n\n## A\n\n# A 2\n\n# <main>"))
    assert.deepStrictEqual(
      heads.map(({ id, level }) => [level, id]),
      [
        [3, "t-a"],
        [4, "t-b"],
        [4, "t-a-2"],
        [3, "t-a-2-2"],
        [3, "t-main"]
      ]
    )
  })

  it("lets our own headings choose their anchor, but not users'", () => {
    const text = "## What is it? {#what}"
    assert.deepStrictEqual(ours(text), [{ kind: "heading", level: 2, id: "what", children: ["What is it?"] }])
    assert.strictEqual(plainText(headingsOf(users(text))[0]?.children ?? []), text.slice(3))
  })
})

describe("any text of 20 kB", () => {
  const SIZE = 20_000
  const fill = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE)
  const wideTable = `${"|a".repeat(4_000)}|\n${"|-".repeat(4_000)}|\n${"|\n".repeat(1_990)}`
  const longTable = `${"|a".repeat(64)}|\n${"|-".repeat(64)}|\n${"|\n".repeat(9_800)}`
  const definition = `[a]: ${"/x".repeat(5_000)}\n\n${"[a] ".repeat(2_400)}`
  const corpus = [
    ...[">", "[", "![", "`a``b```", "*a_", "**a *b ", "[a](/b) ", "- a\n", "https://a.b ", "[a](", "<a ", "# a\n"].map(
      fill
    ),
    ...["1) a\n", "> > > a\n", "|a|b|\n|-|-|\n", "a**b", "&amp;", "\\", "~~a~ ", "a\n\n", "***\n", "\t- a\n"].map(fill),
    wideTable,
    longTable,
    definition
  ]

  it.each(corpus.map((text) => [text.slice(0, 12), text] as const))("%j… stays small", (_, text) => {
    const count = (list: ReadonlyArray<{ readonly children: ReadonlyArray<unknown> | null }>): number =>
      list.reduce((sum, token) => sum + 1 + (token.children?.length ?? 0), 0)
    // Work and output are linear in the text: at most two tokens for each character.
    assert.isAtMost(count(tokensOf(text, true)), 2 * SIZE)
    const tree = users(text)
    assert.isAtMost(nodesOf(tree), USER_MAX_NODES)
    assert.isAtMost(JSON.stringify(tree).length, 30 * SIZE)
  })

  it("keeps every word when it falls back to plain text", () => {
    const many = fill("*a* b `c` d\n\n")
    const tree = parseMarkdown(many.repeat(4), { userText: true })
    assert.isAtMost(nodesOf(tree), USER_MAX_NODES)
    assert.isTrue(tree.every(({ kind }) => kind === "paragraph"))
    const wordsOf = (text: string) => text.replace(/\s+/g, "")
    assert.strictEqual(
      wordsOf(tree.map((block) => ("children" in block ? block.children.join("") : "")).join("")),
      wordsOf(many.repeat(4))
    )
  })
})

describe("safeHref", () => {
  it.each(["/%", "/a/%ff", "/%00", "/%5Cevil", "/a".repeat(64)])("omits %j, which the server would refuse", (href) =>
    assert.isUndefined(safeHref(href))
  )
  it.each(["/%25", "/a%20b?x=%ff", "/a".repeat(63)])("accepts %j", (href) => assert.strictEqual(safeHref(href), href))

  it.each([
    ["/price", "/price"],
    ["/a/../b?x=1#y", "/b?x=1#y"],
    ["#part", "#part"],
    ["https://example.org/a?b#c", "https://example.org/a?b#c"],
    ["http://example.org", "http://example.org/"],
    ["mailto:a@example.org", "mailto:a@example.org"]
  ])("keeps %s", (address, href) => assert.strictEqual(safeHref(address), href))

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://example.org/x",
    "file:///etc/passwd",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "\\\\elsewhere.example",
    "https:\\\\elsewhere.example",
    "https://user:secret@elsewhere.example",
    "https://own.invalid/x",
    "relative/path",
    "?q=1",
    "",
    "tel:1"
  ])("refuses %j", (address) => assert.isUndefined(safeHref(address)))

  it("allows only its own schemes, whatever is written", () => {
    const scheme = fc.constantFrom(
      "javascript",
      "JAVASCRIPT",
      "java\nscript",
      "data",
      "vbscript",
      "https",
      "http",
      "",
      "//"
    )
    const glue = fc.constantFrom(":", "://", ":\\\\", " :", "&colon;", "\t:", "/", "\\")
    fc.assert(
      fc.property(
        fc.oneof(
          fc.tuple(scheme, glue, fc.string()).map((parts) => parts.join("")),
          fc.webUrl(),
          fc.string()
        ),
        (text) => {
          const href = safeHref(text)
          if (href === undefined) return
          assert.match(href, /^(https?:\/\/[^/]|mailto:|\/(?![/\\])|#|$)/)
          const seen = new URL(href, "https://site.example")
          assert.include(["https:", "http:", "mailto:"], seen.protocol)
          if (href.startsWith("/")) assert.strictEqual(seen.origin, "https://site.example")
        }
      ),
      { numRuns: 3_000 }
    )
  })
})

describe("safeImage", () => {
  it("recognises a file host by the prefix of its addresses", () => {
    const hosts = ["https://cdn.example/"]
    assert.strictEqual(
      safeImage("https://cdn.example/a/-/preview/1000x562/", hosts),
      "https://cdn.example/a/-/preview/1000x562/"
    )
    assert.isUndefined(safeImage("https://cdn.example.evil/a", hosts))
    assert.isUndefined(safeImage("https://cdn.example@evil.example/a", hosts))
    assert.isUndefined(safeImage("/files/a", []))
  })
})
