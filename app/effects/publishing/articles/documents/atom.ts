/** Renders an Atom feed (RFC 4287). Pure; times are UTC instants, addresses absolute URLs. */

/**
 * Escapes text for XML elements and attribute values. Removes what XML 1.0 §2.2 does not allow: control characters and
 * lone surrogates.
 */
export const xmlText = (text: string): string =>
  text
    .replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

export interface FeedEntry {
  readonly title: string
  /** URL of the page; also the entry's id, so it never changes. */
  readonly url: string
  readonly summary: string
  readonly published: string
  readonly updated: string
  readonly categories: ReadonlyArray<string>
}

export interface Feed {
  readonly title: string
  readonly subtitle: string
  readonly author: string
  /** URL of the page that the feed belongs to. */
  readonly url: string
  readonly self: string
  /** `updated` of a feed without entries. */
  readonly since: string
  readonly entries: ReadonlyArray<FeedEntry>
}

const element = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`
const link = (rel: string, href: string) => `<link rel="${rel}" href="${xmlText(href)}"/>`

const entry = ({ categories, published, summary, title, updated, url }: FeedEntry) =>
  [
    "<entry>",
    element("id", url),
    element("title", title),
    link("alternate", url),
    element("published", published),
    element("updated", updated),
    ...categories.map((term) => `<category term="${xmlText(term)}"/>`),
    element("summary", summary),
    "</entry>"
  ].join("")

export const atomFeed = ({ author, entries, self, since, subtitle, title, url }: Feed): string => {
  const updated = entries.reduce((latest, each) => (each.updated > latest ? each.updated : latest), since)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element("id", self),
    element("title", title),
    element("subtitle", subtitle),
    element("updated", updated),
    link("self", self),
    link("alternate", url),
    `<author>${element("name", author)}</author>`,
    ...entries.map(entry),
    "</feed>",
    ""
  ].join("\n")
}
