/**
 * The words of the index, each once for a community and once for the public site: tells which similar words are worth
 * looking up (docs/decisions/0134-list-the-words-of-each-community.md). The list says nothing about who may read a word:
 * only the search itself does.
 */
import { Array as Arr, Effect, Record, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { othersTurn } from "~/effects/base/jobs/othersTurn"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { EntryKind } from "./entryTexts.server"

/** Kinds that the search of the public site finds. */
export const ON_SITE: ReadonlyArray<EntryKind> = ["community", "proposal", "announcement"]
/** In place of a community's id, for words of the public site. */
const SITE = ""

/** Texts whose words are checked together, and words in one statement: each takes a tenth of a millisecond. */
const TEXTS = 500
const WORDS = 100

/** `place`: a community's id, or `SITE`. */
const Word = Schema.Struct({ place: Schema.String, word: Schema.String })

export class SearchWords extends Effect.Service<SearchWords>()("publishing/search/SearchWords", {
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
    const wordsOf = findAll({
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
        const words = Record.toEntries(Arr.groupBy(yield* wordsOf(ids), ({ place }) => place))
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
    }).pipe(Effect.withSpan("SearchWords.clear"))

    return { beginning, clear }
  })
}) {}
