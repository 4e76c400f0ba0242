/**
 * What every text goes through before it is kept: is the writer allowed, is it too much for today, what does a new
 * member's text hold, and whom does it name. Threads, comments and announcements share it.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { mustBeAllowed } from "~/effects/access/must"
import { InvalidFields, NotSignedIn, TooMany } from "~/effects/base/failures/failures"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { waitFor } from "~/effects/base/limits/windows.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import {
  A_DAY,
  A_NEW_MEMBERS_DAY,
  isNewMember,
  limitMessage,
  newMemberProblem,
  REPORTS_A_DAY,
  type Written
} from "./limits"
import { candidateKeys, linkMentions, Mention, mentionsIn } from "./mentions"

const DAY = 86_400_000

/** A member who may write. */
export interface Writer {
  readonly account: string
  readonly name: string
  readonly joinedAt: number
}

export class Posting extends Effect.Service<Posting>()("effects/Posting", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { uploadHost } = yield* Settings
    const imageHosts = [Option.match(uploadHost, { onNone: () => "/files/", onSome: ({ cdnUrl }) => `${cdnUrl}/` })]

    /** A text as a page shows it: safe, pictures from our own upload host only, people linked. */
    const toTree = (text: string, mentions: ReadonlyArray<Mention> = [], anchorPrefix = "t-"): MarkdownTree =>
      linkMentions(parseMarkdown(text, { userText: true, topHeading: 4, imageHosts, anchorPrefix }), mentions)

    /** Whoever asks, as a member who may post. */
    const writer = Effect.fn("Posting.writer")(function* (who: Inside) {
      yield* mustBeAllowed(who, "post")
      const { membership, visitor } = who
      if (visitor?.profile == null || membership === null) return yield* new NotSignedIn({ action: "take part" })
      return { account: visitor.account, name: visitor.profile.username, joinedAt: membership.joinedAt }
    })

    /** What the text may not hold yet, said on its field. */
    const mustFit = ({ joinedAt }: Writer, text: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (!isNewMember(joinedAt, now)) return
        const problem = newMemberProblem(toTree(text), joinedAt)
        if (problem !== undefined) return yield* new InvalidFields({ fields: { body: problem } })
      })

    const timesOf = (
      table: Written | "reports",
      account: string,
      communityId: string | null,
      max: number,
      now: number
    ) =>
      Effect.map(
        sql<{ readonly createdAt: number }>`SELECT created_at FROM ${sql(table)}
          WHERE ${sql(table === "reports" ? "reporter" : "author")} = ${account} AND created_at > ${now - DAY}
            AND ${communityId === null ? sql`1 = 1` : sql`community_id = ${communityId}`}
          ORDER BY created_at DESC LIMIT ${max}`,
        (rows) => rows.map(({ createdAt }) => createdAt)
      )

    const within = (
      table: Written | "reports",
      account: string,
      communityId: string | null,
      max: number
    ): Effect.Effect<void, TooMany> =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const times = yield* Effect.orDie(timesOf(table, account, communityId, max, now))
        const wait = waitFor([{ max, ms: DAY }], times, now)
        if (wait === 0) return
        return yield* new TooMany({
          message: limitMessage(max, table, now + wait),
          retryAfter: Math.ceil(wait / 1_000)
        })
      })

    /** Inside the transaction of the write: one more fits today, and nobody else of this account counts meanwhile. */
    const takeOne = Effect.fn("Posting.takeOne")(function* (from: Writer, communityId: string, written: Written) {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(takeTurns(sql, [`posts:${from.account}`]))
      if (isNewMember(from.joinedAt, now)) {
        yield* within(written, from.account, communityId, A_NEW_MEMBERS_DAY[written])
      }
      yield* within(written, from.account, null, A_DAY[written])
    })

    const takeReport = Effect.fn("Posting.takeReport")(function* (account: string) {
      yield* Effect.orDie(takeTurns(sql, [`reports:${account}`]))
      yield* within("reports", account, null, REPORTS_A_DAY)
    })

    const selectNamed = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, keys: Schema.Array(Schema.String) }),
      Result: Mention,
      execute: ({ communityId, keys }) => sql`
        SELECT u.username_key AS key, u.account_address AS account FROM users u
        JOIN memberships m ON m.account_address = u.account_address AND m.community_id = ${communityId}
        WHERE m.status = 'active' AND u.status = 'active' AND ${sql.in("u.username_key", keys)}`
    })
    /** The members a text names. */
    const mentionsOf = Effect.fn("Posting.mentionsOf")(function* (communityId: string, text: string) {
      const keys = candidateKeys(text)
      if (keys.length === 0) return []
      return mentionsIn(text, yield* Effect.orDie(selectNamed({ communityId, keys })))
    })

    return { toTree, writer, mustFit, takeOne, takeReport, mentionsOf }
  })
}) {}
