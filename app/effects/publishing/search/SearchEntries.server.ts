/**
 * Folds the texts that triggers have marked as stale into the index (docs/decisions/0124-index-texts-by-triggers.md).
 * The search does it before it reads, so that what was written a moment ago is found; a job does the rest, as after an
 * upgrade.
 *
 * The index lists its words, each once for a community and once for the public site, to tell which similar words are
 * worth looking up (docs/decisions/0134-list-the-words-of-each-community.md). The list says nothing about who may read
 * a word: only the search itself does.
 */
import { Array as Arr, Effect, Either, Record, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { othersTurn } from "~/effects/base/jobs/inParts"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { fold } from "~/effects/base/text/fold"
import { indexedWords } from "~/effects/base/text/searchWords"
import { RequestPayload } from "~/effects/treasury/multisig/ApprovalRequest"
import { EntryKind, EntryText, entryTexts, hasOwnTitle } from "./entryTexts.server"

/** Kinds that the search of the public site finds. */
export const ON_SITE: ReadonlyArray<EntryKind> = ["community", "proposal", "announcement"]
/** In place of a community's id, for words of the public site. */
const SITE = ""

/** Texts whose words are checked together, and words in one statement: each takes a tenth of a millisecond. */
const TEXTS = 500
const WORDS = 100

/** `place`: a community's id, or `SITE`. */
const Word = Schema.Struct({ place: Schema.String, word: Schema.String })

/** Entries folded in one transaction. */
const AT_ONCE = 100

const Stale = Schema.Struct({
  id: Schema.Number,
  kind: EntryKind,
  ref: Schema.String,
  communityId: CommunityId
})

const decodePayload = Schema.decodeUnknownEither(Schema.parseJson(RequestPayload))
const nobody: ReadonlyArray<string | null> = []

/** What people wrote into a request; the rest of it is addresses and amounts. */
export const textOfRequest = (payload: string): string =>
  Either.match(decodePayload(payload), {
    onLeft: () => "",
    onRight: (request) => {
      const further =
        request.kind === "payment"
          ? [request.payeeName, ...request.further.map(({ payeeName }) => payeeName), request.vote?.title ?? null]
          : request.kind === "rule" || request.kind === "release"
            ? nobody
            : [request.about.title]
      return [request.reason, ...further].filter((text) => text !== null).join("\n")
    }
  })

const wordsOf = (kind: EntryKind, communityId: CommunityId, { text, title }: Pick<EntryText, "text" | "title">) => {
  const own = kind === "request" ? textOfRequest(text) : text
  const words = indexedWords(hasOwnTitle(kind) && kind !== "request" ? `${title}\n${own}` : own)
  return words.length === 0 ? "" : [`#${communityId}`, `#k${kind}`, ...words].join(" ")
}

export class SearchEntries extends Effect.Service<SearchEntries>()("publishing/search/SearchEntries", {
  dependencies: [FeatureFlags.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { isReadOnly } = yield* FeatureFlags

    const dialect = sql.onDialectOrElse({
      pg: () => ({
        /** Pairs of a JSON array, as `n` and `word`. */
        pairs: (json: string) => sql`SELECT CAST(p.value ->> 0 AS INTEGER) AS n, p.value ->> 1 AS word
          FROM JSONB_ARRAY_ELEMENTS(CAST(${json} AS JSONB)) p (value)`,
        /** Texts of a JSON array, as `w.value`. */
        each: (json: string) => sql`JSONB_ARRAY_ELEMENTS_TEXT(CAST(${json} AS JSONB)) w (value)`,
        words: sql`UNNEST(STRING_TO_ARRAY(r.words, ' ')) w (value)`,
        isUsed: (scope: string) =>
          sql`EXISTS (SELECT 1 FROM search_entries e
            WHERE e.vector @@ CAST(${scope} || ' & ''' || w.value || '''' AS TSQUERY))`,
        // A text that is indexed meanwhile may have one of the words, which its transaction does not insert again.
        alone: sql`LOCK TABLE search_words IN SHARE ROW EXCLUSIVE MODE`,
        scopeOf: (words: ReadonlyArray<string>) => `(${words.map((word) => `'${word}'`).join(" | ")})`
      }),
      orElse: () => ({
        pairs: (json: string) => sql`SELECT json_extract(p.value, '$[0]') AS n, json_extract(p.value, '$[1]') AS word
          FROM json_each(${json}) p`,
        each: (json: string) => sql`json_each(${json}) w`,
        words: sql`json_each('["' || REPLACE(r.words, ' ', '","') || '"]') w`,
        isUsed: (scope: string) =>
          sql`EXISTS (SELECT 1 FROM search_index WHERE search_index MATCH ${scope} || ' AND "' || w.value || '"')`,
        alone: Effect.void,
        scopeOf: (words: ReadonlyArray<string>) => `(${words.map((word) => `"${word}"`).join(" OR ")})`
      })
    })

    /**
     * Of lists of words, those that begin a word of any text of the community, or of the public site if it is null:
     * rows of `word` and `n`, the place of its list. To be read within another statement.
     */
    const beginning = (communityId: CommunityId | null, lists: ReadonlyArray<ReadonlyArray<string>>) => {
      const pairs = lists.flatMap((list, n) => list.map((word) => [n, word]))
      return sql`SELECT n, word FROM (
        SELECT n, word, (SELECT s.word FROM search_words s
          WHERE s.community_id = ${communityId ?? SITE} AND s.word >= w.word ORDER BY s.community_id, s.word LIMIT 1) AS next
        FROM (${dialect.pairs(JSON.stringify(pairs))}) w) each_word
        WHERE SUBSTR(next, 1, LENGTH(word)) = word`
    }

    const removed = findAll({
      Request: Schema.Int,
      Result: Schema.Struct({ id: Schema.String }),
      execute: (limit) => sql`SELECT id FROM search_words_removed ORDER BY id LIMIT ${limit}`
    })
    const removedWords = findAll({
      Request: Schema.Array(Schema.String),
      Result: Word,
      execute: (ids) => sql`SELECT s.community_id AS place, s.word FROM (
          SELECT r.community_id, w.value AS word FROM search_words_removed r, ${dialect.words} WHERE ${sql.in("r.id", ids)}
          UNION SELECT ${SITE}, w.value FROM search_words_removed r, ${dialect.words}
            WHERE ${sql.in("r.id", ids)} AND ${sql.in("r.kind", ON_SITE)}) l
        JOIN search_words s ON s.community_id = l.community_id AND s.word = l.word`
    })

    const removeUnused = (place: string, words: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        yield* dialect.alone
        const scope = dialect.scopeOf(place === SITE ? ON_SITE.map((kind) => `#k${kind}`) : [`#${place}`])
        yield* sql`DELETE FROM search_words WHERE community_id = ${place} AND word IN (
          SELECT w.value FROM ${dialect.each(JSON.stringify(words))} WHERE NOT ${dialect.isUsed(scope)})`
      }).pipe(atomically(sql))

    /** Removes words that only texts had that were changed or removed since. */
    const clear = Effect.gen(function* () {
      if (yield* isReadOnly) return
      for (;;) {
        const ids = (yield* removed(TEXTS)).map(({ id }) => id)
        if (ids.length === 0) return
        const words = Record.toEntries(Arr.groupBy(yield* removedWords(ids), ({ place }) => place))
        for (const [place, each] of words) {
          for (const some of Arr.chunksOf(each, WORDS)) {
            yield* removeUnused(
              place,
              some.map(({ word }) => word)
            )
            yield* othersTurn
          }
        }
        yield* sql`DELETE FROM search_words_removed WHERE ${sql.in("id", ids)}`
      }
    }).pipe(Effect.withSpan("SearchEntries.clear"))
    // On Postgres, rows that somebody else is changing are left for the next time, so that nobody waits for anybody.
    const free = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE SKIP LOCKED`, orElse: () => sql`` })

    const stale = findAll({
      Request: Schema.Int,
      Result: Stale,
      execute: (limit) => sql`SELECT id, kind, ref, community_id FROM search_entries WHERE stale = 1
        ORDER BY id DESC LIMIT ${limit} ${free}`
    })
    const read = findAll({
      Request: Schema.Array(Stale),
      Result: EntryText,
      execute: (rows) => entryTexts(sql, rows) ?? Effect.succeed([])
    })

    const foldSome = Effect.gen(function* () {
      const rows = yield* stale(AT_ONCE)
      const texts = new Map((yield* read(rows)).map((text) => [`${text.kind} ${text.ref}`, text]))
      if (rows.length === 0) return 0
      const folded = rows.map(({ communityId, id, kind, ref }) => {
        const found = texts.get(`${kind} ${ref}`) ?? { title: "", text: "" }
        const title = hasOwnTitle(kind) && kind !== "request" ? fold(found.title) : ""
        return sql`(${String(id)}, ${title}, ${wordsOf(kind, communityId, found)})`
      })
      yield* sql`UPDATE search_entries SET title = f.column2, words = f.column3, stale = 0
        FROM (VALUES ${sql.csv(folded)}) f WHERE search_entries.id = CAST(f.column1 AS BIGINT)`
      return rows.length
    })

    /** Folds the newest of what waits and returns how many it were: none while the site is read-only. */
    const catchUp = Effect.fn("SearchEntries.catchUp")(function* () {
      return (yield* isReadOnly) ? 0 : yield* atomically(sql)(foldSome)
    })

    /** Folds everything that waits, and goes on where it was stopped; then forgets words that no text has any more. */
    const catchUpWholly = Effect.gen(function* () {
      while ((yield* catchUp()) === AT_ONCE) yield* othersTurn
      yield* clear
    }).pipe(Effect.withSpan("SearchEntries.catchUpWholly"))

    return { catchUp, catchUpWholly, beginning }
  })
}) {}

export const searchJob = Effect.map(
  SearchEntries,
  ({ catchUpWholly }): Job => ({ name: "search", every: "minute", run: catchUpWholly })
)
