/**
 * `@name` in a text (docs/product/notifications.md). Names may have spaces, so a mention is the longest run of words
 * after the sign that is a person's name; it is looked up once, when the text is written, and stored with it. Pure.
 */
import { Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Block, Inline, MarkdownTree } from "~/effects/base/text/markdown/Tree"

/** A name in the text that belongs to a person. `key` as in `usernameKey`. */
export const Mention = Schema.Struct({ key: Schema.String, account: AccountAddress })
export type Mention = typeof Mention.Type
export const Mentions = Schema.parseJson(Schema.Array(Mention))
export type Mentions = typeof Mentions.Type

/** Most people that one text can mention. */
export const MAX_MENTIONS = 10
const MAX_WORDS = 5

const MENTION = new RegExp(`(?<![\\w@/.])@([A-Za-z0-9_]+(?: [A-Za-z0-9_]+){0,${MAX_WORDS - 1}})`, "g")

const prefixes = (run: string): ReadonlyArray<string> => {
  const parts = run.split(" ")
  return parts.map((_, index) => parts.slice(0, parts.length - index).join(" "))
}

/** Replaces the texts of a tree in which mentions count; those in code, links and quotations do not. */
const replaceTexts = (tree: MarkdownTree, replace: (text: string) => ReadonlyArray<Inline>): MarkdownTree => {
  const inline = (children: ReadonlyArray<Inline>): ReadonlyArray<Inline> =>
    children.flatMap((child) => {
      if (typeof child === "string") return replace(child)
      if (child.kind === "em" || child.kind === "strong" || child.kind === "struck") {
        return [{ ...child, children: inline(child.children) }]
      }
      return [child]
    })
  const block = (one: Block): Block => {
    switch (one.kind) {
      case "heading":
      case "paragraph":
        return { ...one, children: inline(one.children) }
      case "list":
        return { ...one, items: one.items.map((item) => item.map(block)) }
      case "table":
        return { ...one, head: one.head.map(inline), rows: one.rows.map((row) => row.map(inline)) }
      default:
        return one
    }
  }
  return tree.map(block)
}

/** The words after each `@` of the tree, in order. */
const runsIn = (tree: MarkdownTree): ReadonlyArray<string> => {
  const runs: Array<string> = []
  replaceTexts(tree, (text) => {
    for (const [, run = ""] of text.matchAll(MENTION)) runs.push(run)
    return [text]
  })
  return runs
}

/** False only if the text cannot mention anybody; a quick check. */
export const mayName = (text: string): boolean => /[@&]/.test(text)

/** Every key that the text may mean, for one lookup. */
export const candidateKeys = (tree: MarkdownTree): ReadonlyArray<string> => {
  const keys = runsIn(tree)
    .slice(0, MAX_MENTIONS * 2)
    .flatMap((run) => prefixes(run).map((prefix) => prefix.toLowerCase()))
  return [...new Set(keys)]
}

/** The mentions of a text, each person once, among those found. */
export const mentionsIn = (tree: MarkdownTree, found: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const byKey = new Map(found.map((mention) => [mention.key, mention]))
  const named = runsIn(tree).flatMap((run) => {
    const key = prefixes(run)
      .map((prefix) => prefix.toLowerCase())
      .find((prefix) => byKey.has(prefix))
    const mention = key === undefined ? undefined : byKey.get(key)
    return mention === undefined ? [] : [mention]
  })
  return [...new Map(named.map((mention) => [mention.account, mention])).values()].slice(0, MAX_MENTIONS)
}

/**
 * The mentions of an edited text, and those that are new in it. Earlier mentions are included, so that nobody is
 * notified of one text twice. If two people had the same name, the later one counts.
 */
export const afterEdit = (before: ReadonlyArray<Mention>, named: ReadonlyArray<Mention>) => {
  const known = new Set(before.map(({ account }) => account))
  const again = named.filter(({ account }) => known.has(account))
  const added = named.filter(({ account }) => !known.has(account)).slice(0, MAX_MENTIONS - known.size)
  const renamed = new Map(again.map((mention) => [mention.account, mention]))
  const gone = before.filter(({ account }) => !renamed.has(account))
  return { mentions: [...gone, ...again, ...added], added }
}

const linkText = (text: string, byKey: ReadonlyMap<string, Mention>): ReadonlyArray<Inline> => {
  const parts: Array<Inline> = []
  let from = 0
  for (const found of text.matchAll(MENTION)) {
    const name = prefixes(found[1] ?? "").find((prefix) => byKey.has(prefix.toLowerCase()))
    const mention = name === undefined ? undefined : byKey.get(name.toLowerCase())
    if (name === undefined || mention === undefined) continue
    if (found.index > from) parts.push(text.slice(from, found.index))
    parts.push({ kind: "link", href: `/userDashboard/userProfile/${mention.account}`, children: [`@${name}`] })
    from = found.index + 1 + name.length
  }
  return from === 0 ? [text] : from < text.length ? [...parts, text.slice(from)] : parts
}

/** The tree with a link on each mention. */
export const linkMentions = (tree: MarkdownTree, mentions: ReadonlyArray<Mention>): MarkdownTree => {
  if (mentions.length === 0) return tree
  const byKey = new Map(mentions.map((mention) => [mention.key, mention]))
  return replaceTexts(tree, (text) => linkText(text, byKey))
}
