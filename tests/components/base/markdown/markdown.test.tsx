/**
 * Cross-site scripting through Markdown (docs/goals.md B12): only allowed elements, attributes and addresses are ever
 * rendered. The texts come from a grammar of tags, attributes, addresses and Markdown marks, and from a list of known
 * tricks.
 */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { renderToStaticMarkup } from "react-dom/server"
import { StaticRouter } from "react-router-dom/server"
import { Markdown } from "~/components/base/markdown/markdown"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { runs } from "../../../sets"
import { hostile, tricks } from "./hostile"

const render = (text: string, userText = true) =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <Markdown tree={parseMarkdown(text, { userText })} />
    </StaticRouter>
  )

const elements = new Set(
  "div p h2 h3 h4 h5 h6 em strong s code a img br blockquote pre ul ol li figure table thead tbody tr th td hr".split(
    " "
  )
)
/** The allowed values of each attribute. `class` and the rest are ours, word for word. */
const attributes: Readonly<Record<string, RegExp>> = {
  class: /^(prose|scroll|num|table)$/,
  "data-cards": /^text$/,
  "data-label": /^/,
  id: /^t-[a-z0-9-]+$/,
  href: /^(https?:\/\/[^/]|mailto:|\/(?![/\\])|#|$)/,
  rel: /^nofollow ugc noopener$/,
  src: /^\/files\//,
  alt: /^/,
  loading: /^lazy$/,
  tabindex: /^0$/,
  "aria-label": /^Table$/,
  scope: /^col$/,
  start: /^\d+$/,
  "data-discover": /^true$/
}

/**
 * Parses the markup strictly; React escapes quotes and angle brackets in text and values, so a stray one is a finding.
 */
const assertHarmless = (html: string) => {
  const rest = html.replace(
    /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)\/?>/g,
    (_, close: string, tag: string, attrs: string) => {
      assert.isTrue(elements.has(tag), `element ${tag}`)
      if (close === "/") assert.strictEqual(attrs, "")
      for (const [, name = "", value = ""] of attrs.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
        assert.property(attributes, name)
        assert.match(value, attributes[name] ?? /$^/, name)
      }
      if (tag === "a" && close === "") assert.include(attrs, 'rel="nofollow ugc noopener"')
      return ""
    }
  )
  assert.notMatch(rest, /[<>]/)
}

describe("a user's Markdown on a page", () => {
  it.each(tricks)("is harmless: %j", (text) => assertHarmless(render(text)))

  it("is harmless for thousands of texts of the grammar", () => {
    fc.assert(
      fc.property(hostile, (text) => assertHarmless(render(text))),
      { numRuns: runs(1_000, 5_000) }
    )
  }, 60_000)

  it("the check itself finds what it looks for", () => {
    for (const bad of [
      "<p><script>x</script></p>",
      '<p onclick="x">a</p>',
      '<a href="javascript:x" rel="nofollow ugc noopener">a</a>',
      '<a href="https://a.example">a</a>',
      '<img src="https://a.example/x" alt=""/>',
      "<p>a<p"
    ]) {
      assert.throws(() => assertHarmless(bad))
    }
  })
})

describe("our own Markdown on a page", () => {
  it("renders tables, lists and anchors as elements", () => {
    const html = render("## Sums {#sums}\n\n| Item | XRD |\n|---|---:|\n| One | 2 |\n\n1. a\n2. b\n\n- c\n\n  d", false)
    assert.strictEqual(
      html,
      '<div class="prose"><h2 id="sums">Sums</h2><figure class="scroll" tabindex="0" aria-label="Table"><table class="table"><thead><tr>' +
        '<th scope="col">Item</th><th class="num" scope="col">XRD</th></tr></thead><tbody><tr><td>One</td>' +
        '<td class="num">2</td></tr></tbody></table></figure><ol start="1"><li>a</li><li>b</li></ol>' +
        "<ul><li><p>c</p><p>d</p></li></ul></div>"
    )
  })

  it("gives each value of a wide table its label, for phones", () => {
    const html = render("| What | *Why* | Days |\n|---|---|---:|\n| a \\| b | c | 2 |", false)
    assert.include(html, '<table class="table" data-cards="text">')
    const cells = [...html.matchAll(/<td[^>]*data-label="([^"]*)">([^<]*)</g)].map(([, label, words]) => [label, words])
    assert.deepEqual(cells, [
      ["What", "a | b"],
      ["Why", "c"],
      ["Days", "2"]
    ])
  })
})
