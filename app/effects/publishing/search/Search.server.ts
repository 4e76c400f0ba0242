/**
 * Searches a community or the public site: finds entries, counts them by kind, and reads the texts of one page. If
 * nothing has all words, similar ones are looked for in place of those that no text has, and then the results of each
 * word alone are counted.
 */
import { Clock, Effect, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { indexedWords, isBegunBy, wordsLike } from "~/effects/base/text/searchWords"
import { EntryText, entryTexts } from "./entryTexts.server"
import {
  type AskedWord,
  entryKinds,
  everything,
  type Found,
  type FoundEntry,
  makeFoundEntries,
  type Narrowing,
  type Place
} from "./FoundEntries.server"
import { SearchEntries } from "./SearchEntries.server"
import type { Hit, Results } from "./searchPage"
import { periodDays, RESULTS_PER_PAGE, type ResultKind, type SearchQuery } from "./searchQuery"

const DAY = 86_400_000
/** People offered as authors. */
const MOST_PEOPLE = 20
/** Similar words are looked for if there are few, since each stands for some hundred others. */
const MOST_SIMILAR = 4

export interface Wanted {
  readonly place: Place
  readonly query: SearchQuery
  readonly kinds: ReadonlyArray<ResultKind>
  /** Each once, at least one. */
  readonly words: ReadonlyArray<string>
  /** Results that are not in the database, for words with those that they may stand for. */
  readonly others: (words: ReadonlyArray<AskedWord>) => ReadonlyArray<Hit>
  readonly show: (entry: FoundEntry, text: EntryText, marked: ReadonlyArray<string>) => Hit
}

interface Listed {
  readonly kind: ResultKind
  readonly isInTitle: boolean
  readonly at: number
  readonly author: string
  readonly authorName: string | null
  readonly of: FoundEntry | Hit
}

interface Everything {
  readonly found: Found
  readonly asked: ReadonlyArray<AskedWord>
  readonly rows: ReadonlyArray<Listed>
}

const isEntry = (of: FoundEntry | Hit): of is FoundEntry => "ref" in of

const kindOf = (entry: FoundEntry, kinds: ReadonlyArray<ResultKind>) =>
  kinds.find((kind) => entryKinds[kind].includes(entry.kind))

const peopleIn = (all: ReadonlyArray<Listed>): Results["people"] => {
  const many = new Map<string, { readonly account: string; readonly name: string; readonly n: number }>()
  for (const { author: account, authorName: name } of all) {
    if (account !== "" && name !== null) many.set(account, { account, name, n: (many.get(account)?.n ?? 0) + 1 })
  }
  return [...many.values()]
    .sort((one, other) => other.n - one.n || one.name.localeCompare(other.name, "en"))
    .slice(0, MOST_PEOPLE)
    .map(({ account, name }) => ({ account, name }))
}

export class Search extends Effect.Service<Search>()("publishing/search/Search", {
  dependencies: [SearchEntries.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const index = yield* makeFoundEntries
    const entries = yield* SearchEntries
    const decodeTexts = Schema.decodeUnknown(Schema.Array(EntryText))

    const narrowingOf = ({ from, when }: SearchQuery, kind: ResultKind | null) =>
      Effect.map(
        Clock.currentTimeMillis,
        (now): Narrowing => ({
          kind,
          from,
          since: when === null ? null : now - periodDays[when] * DAY
        })
      )

    /** What was written a moment ago is folded first. */
    const findNow = (asked: Parameters<typeof index.find>[0]) =>
      Effect.gen(function* () {
        const found = yield* index.find(asked)
        if (!found.isBehind) return found
        return (yield* entries.catchUp()) === 0 ? found : yield* index.find(asked)
      })

    const listed = (
      { kinds }: Wanted,
      words: ReadonlyArray<AskedWord>,
      { entries: found }: Found
    ): ReadonlyArray<Listed> =>
      found.flatMap((of) => {
        const kind = kindOf(of, kinds)
        if (kind === undefined) return []
        const title = indexedWords(of.title)
        const isInTitle = words.every((some) => some.some((word) => isBegunBy(title, [word])))
        return [{ kind, isInTitle, at: of.writtenAt, author: of.author, authorName: of.authorName, of }]
      })

    const textsFor = (shown: ReadonlyArray<Listed>) => {
      const statement = entryTexts(
        sql,
        shown.flatMap(({ of }) => (isEntry(of) ? [of] : []))
      )
      return statement === null
        ? Effect.succeed(new Map<string, EntryText>())
        : statement.pipe(
            Effect.flatMap(decodeTexts),
            Effect.orDie,
            Effect.map((texts) => new Map(texts.map((text) => [`${text.kind} ${text.ref}`, text])))
          )
    }

    /** Everything with these words, of all kinds, and those of them that were looked up. */
    const all = (wanted: Wanted, words: ReadonlyArray<AskedWord>) =>
      Effect.gen(function* () {
        const { others, place, query } = wanted
        const narrowing = yield* narrowingOf(query, null)
        const found = yield* findNow({ words, place, narrowing })
        const asked = words.map((some) => (some.length === 1 ? some : some.filter((word) => found.known.has(word))))
        const further =
          query.from === null
            ? others(words).filter(({ at }) => narrowing.since === null || (at ?? 0) >= narrowing.since)
            : []
        return {
          found,
          asked,
          rows: [
            ...listed(wanted, asked, found),
            ...further.map(
              (of): Listed => ({
                kind: "articles",
                isInTitle: of.title.length > 1,
                at: of.at ?? 0,
                author: "",
                authorName: null,
                of
              })
            )
          ]
        }
      })

    const search = Effect.fn("Search.search")(function* (wanted: Wanted) {
      const { kinds, others, place, query, words } = wanted
      const exact = words.map((word) => [word])
      let { asked, found, rows }: Everything = yield* all(wanted, exact)
      const isFiltered = query.from !== null || query.when !== null
      const alone =
        rows.length > 0 || (words.length === 1 && !isFiltered)
          ? words.map((word) => ({ word, many: rows.length }))
          : (yield* index.alone({ words: exact, place, narrowing: everything })).map(({ many, word }) => ({
              word,
              many: many + others([[word]]).length
            }))
      const unknown = alone.flatMap(({ many, word }) => (many === 0 ? [word] : []))
      const like = exact.map(([word = ""]) => [word, ...(unknown.includes(word) ? wordsLike(word) : [])])
      let isSimilar = false
      if (unknown.length <= MOST_SIMILAR && like.some(({ length }) => length > 1)) {
        const similar = yield* all(wanted, like)
        isSimilar = similar.rows.length > 0
        if (isSimilar) ({ asked, found, rows } = similar)
      }
      // Of too many, those of one kind have a statement of their own.
      if (found.isMore && query.kind !== null && entryKinds[query.kind].length > 0) {
        const only = yield* index.find({ words: asked, place, narrowing: yield* narrowingOf(query, query.kind) })
        rows = listed(wanted, asked, only)
        found = { ...only, isMore: true }
      }
      const ofKind = rows.filter(({ kind }) => query.kind === null || kind === query.kind)
      const sorted = ofKind.toSorted(
        (one, other) =>
          (query.order === "best" ? Number(other.isInTitle) - Number(one.isInTitle) : 0) || other.at - one.at
      )
      const from = (query.page - 1) * RESULTS_PER_PAGE
      const shown = sorted.slice(from, from + RESULTS_PER_PAGE)
      const texts = yield* textsFor(shown)
      const marked = asked.flat()
      const hits = shown.flatMap(({ of }) => {
        if (!isEntry(of)) return [of]
        const text = texts.get(`${of.kind} ${of.ref}`)
        return text === undefined ? [] : [wanted.show(of, text, marked)]
      })
      const results: Results = {
        hits,
        total: sorted.length,
        isMore: found.isMore,
        counts: kinds.map((kind) => ({ kind, many: rows.filter((row) => row.kind === kind).length })),
        people: peopleIn(rows),
        isSimilar,
        alone: rows.length > 0 || words.length === 1 || isFiltered ? [] : alone.filter(({ many }) => many > 0)
      }
      return { results, isBehind: found.isBehind }
    })

    return { search }
  })
}) {}
