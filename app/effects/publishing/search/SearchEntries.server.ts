/**
 * Folds the texts that triggers have marked as stale into the index (docs/decisions/0124-index-texts-by-triggers.md). The search does it
 * before it reads, so that what was written a moment ago is found; a job does the rest, as after an upgrade.
 */

import { Effect, Either, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { othersTurn } from "~/effects/base/jobs/othersTurn"
import { atomically } from "~/effects/base/limits/atomically.server"
import { fold } from "~/effects/base/text/fold"
import { indexedWords } from "~/effects/base/text/searchWords"
import { RequestPayload } from "~/effects/treasury/multisig/ApprovalRequest"
import { EntryKind, EntryText, entryTexts, hasOwnTitle } from "./entryTexts.server"
import { SearchWords } from "./SearchWords.server"

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
  dependencies: [FeatureFlags.Default, SearchWords.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const words = yield* SearchWords
    const { isReadOnly } = yield* FeatureFlags
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
      yield* words.clear
    }).pipe(Effect.withSpan("SearchEntries.catchUpWholly"))

    return { catchUp, catchUpWholly }
  })
}) {}

export const searchJob = Effect.map(
  SearchEntries,
  ({ catchUpWholly }): Job => ({ name: "search", every: "minute", run: catchUpWholly })
)
