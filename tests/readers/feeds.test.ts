/** Feeds are read alike by two programs for RFC 4287 with XML parsers of their own. */
import { FastCheck as fc } from "effect"
import { parseAtomFeed } from "feedsmith"
import { parseFeed } from "htmlparser2"
import { assert, describe, test } from "vitest"
import { atomFeed, type FeedEntry } from "~/effects/publishing/articles/documents/atom"

const PAGE = "https://commonhold.example/explore/garden"

interface Read {
  readonly url: string
  readonly title: string
  readonly summary: string
  readonly updated: string
}

const byFeedsmith = (text: string) => {
  const feed = parseAtomFeed(text)
  const entries = (feed.entries ?? []).map(
    (entry): Read => ({
      url: String(entry.links?.[0]?.href),
      title: textOf(entry.title),
      summary: textOf(entry.summary),
      updated: String(entry.updated)
    })
  )
  return { title: textOf(feed.title), entries }
}

/** Feedsmith gives texts as they are, or with their kind. */
const textOf = (text: unknown): string =>
  typeof text === "string" ? text : String((text as { readonly value?: unknown } | undefined)?.value ?? "")

/** Its `pubDate` of an Atom entry is what the entry calls `updated`. */
const byHtmlparser2 = (text: string) => {
  const feed = parseFeed(text)
  const entries = (feed?.items ?? []).map(
    (item): Read => ({
      url: String(item.link),
      title: String(item.title),
      summary: String(item.description),
      updated: String(item.pubDate?.toISOString())
    })
  )
  return { title: String(feed?.title), entries }
}

const entry = (n: number, title: string, summary: string): FeedEntry => ({
  url: `${PAGE}/proposals/${n}?a=1&b=2#event-${n}`,
  title,
  summary,
  published: "2026-11-20T12:00:00.000Z",
  updated: "2026-11-21T12:00:00.000Z",
  categories: ["vote"]
})
const written = (title: string, entries: ReadonlyArray<FeedEntry>) =>
  atomFeed({
    title,
    subtitle: "We & you",
    author: "Garden",
    url: PAGE,
    self: `${PAGE}/feed.xml`,
    since: "2026-11-01T00:00:00.000Z",
    entries
  })
const expected = ({ summary, title, updated, url }: FeedEntry): Read => ({ url, title, summary, updated })

describe("a feed", () => {
  test("has the same entries for feedsmith and htmlparser2", () => {
    const texts = [
      "Tank & hoses <b>soon</b>",
      "5 < 6 > 4 &amp; &#60;script&#62;",
      "]]> <!-- no comment --> <![CDATA[x]]>",
      "“Größe” – 語 👩🏽‍🌾",
      "1e3",
      "007",
      "true"
    ]
    const entries = texts.map((text, n) => entry(n, text, `Result: ${text}`))
    const text = written("Garden & <tools> · Commonhold", entries)
    const read = { title: "Garden & <tools> · Commonhold", entries: entries.map(expected) }
    assert.deepStrictEqual(byFeedsmith(text), read)
    assert.deepStrictEqual(byHtmlparser2(text), read)
  })

  test("keeps any text of letters, marks and signs", () => {
    const word = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 80 })
      .filter((text) => !/[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(text))
      .map((text) => `“${text}”`)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 }), (pairs) => {
        const entries = pairs.map(([title, summary], n) => entry(n, title, summary))
        const text = written("Garden", entries)
        assert.deepStrictEqual(byFeedsmith(text).entries, entries.map(expected))
        assert.deepStrictEqual(byHtmlparser2(text).entries, entries.map(expected))
      }),
      { numRuns: 300 }
    )
  })
})
