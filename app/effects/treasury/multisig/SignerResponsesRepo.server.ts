/** Stores signers' answers to requests, and comments. */
import { Clock, Effect, Schema } from "effect"
import { readAs } from "~/effects/base/db/readAs.server"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere, TooMany } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { waitFor } from "~/effects/base/limits/windows.server"
import { inUtc } from "~/effects/base/text/moments"
import { randomId } from "~/effects/base/text/random.server"
import { Comment, Said, SignerResponse } from "./ApprovalRequest"

/** Newest comments that a page shows for one request. */
const MOST_COMMENTS = 200
/** Limit of comments from one account within an hour, for all communities. */
const AN_HOUR = { max: 20, ms: 3_600_000 }

const responsesIn = readAs(SignerResponse)
const commentsIn = readAs(Comment)
const saidIn = readAs(Said)
const timesIn = readAs(Schema.Struct({ createdAt: Schema.Number }))

export class SignerResponsesRepo extends Effect.Service<SignerResponsesRepo>()(
  "treasury/multisig/SignerResponsesRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      /** Replaces the signer's former answer. */
      const put = Effect.fn("SignerResponsesRepo.put")(function* (response: SignerResponse) {
        yield* sql`DELETE FROM approval_answers WHERE act_id = ${response.actId} AND badge_id = ${response.badgeId}`
        yield* sql`INSERT INTO approval_answers ${sql.insert(yield* Schema.encode(SignerResponse)(response))}`
      }, Effect.orDie)

      const say = Effect.fn("SignerResponsesRepo.say")(function* (given: Pick<Comment, "actId" | "account" | "text">) {
        const { account } = given
        yield* withLocks(sql, [`request-comments:${account}`])
        const now = yield* Clock.currentTimeMillis
        const times = yield* timesIn(sql`SELECT created_at FROM approval_comments
        WHERE account = ${account} AND created_at > ${now - AN_HOUR.ms} ORDER BY created_at DESC LIMIT ${AN_HOUR.max}`)
        const wait = waitFor(
          [AN_HOUR],
          times.map(({ createdAt }) => createdAt),
          now
        )
        if (wait > 0) {
          return yield* new TooMany({
            message: `You have written ${AN_HOUR.max} comments within an hour, which is the limit. You can write the next one at ${inUtc("moment", now + wait)} UTC.`,
            retryAfter: Math.ceil(wait / 1_000)
          })
        }
        const row: Comment = { ...given, id: yield* randomId(), hiddenBy: null, createdAt: now }
        yield* sql`INSERT INTO approval_comments ${sql.insert(yield* Effect.orDie(Schema.encode(Comment)(row)))}`
      }, atomically(sql))

      return {
        of: (requestId: string) =>
          responsesIn(sql`SELECT * FROM approval_answers WHERE act_id = ${requestId} ORDER BY created_at, badge_id`),
        put,
        /** Deletes signatures when another subintent is requested, or none any more. */
        forgetSignatures: (requestId: string) =>
          sql`DELETE FROM approval_answers WHERE act_id = ${requestId} AND answer = 'signed'`,
        drop: (requestId: string, badgeId: string) =>
          sql`DELETE FROM approval_answers WHERE act_id = ${requestId} AND badge_id = ${badgeId}`,
        say,
        /** Answers to these requests and comments on some of them, oldest first. */
        said: (ids: ReadonlyArray<string>, talkOf: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Said>> =>
          ids.length === 0
            ? Effect.succeed([])
            : saidIn(sql`SELECT act_id, badge_id AS id, account, answer AS kind, reason AS text,
          CAST(NULL AS TEXT) AS hidden_by, created_at
        FROM approval_answers WHERE ${sql.in("act_id", ids)}
        UNION ALL SELECT act_id, id, account, 'comment', text, hidden_by, created_at FROM (
          SELECT c.*, ROW_NUMBER() OVER (PARTITION BY act_id ORDER BY created_at DESC, id) AS place
          FROM approval_comments c WHERE ${sql.in("act_id", ["", ...talkOf])}) AS newest
        WHERE place <= ${MOST_COMMENTS} ORDER BY created_at, id`),
        findCommentOrFail: (requestId: string, id: string) =>
          Effect.flatMap(
            commentsIn(sql`SELECT * FROM approval_comments WHERE id = ${id} AND act_id = ${requestId}`),
            ([found]) => (found === undefined ? new NotThere({}) : Effect.succeed(found))
          ),
        /** Writes only if it was hidden by `from`, which is null for a visible comment. Returns whether it was. */
        hide: (id: string, from: string | null, by: string | null) =>
          Effect.map(
            sql`UPDATE approval_comments SET hidden_by = ${by}
            WHERE id = ${id} AND ${from === null ? sql`hidden_by IS NULL` : sql`hidden_by = ${from}`} RETURNING id`,
            (rows) => rows.length > 0
          )
      }
    })
  }
) {}
