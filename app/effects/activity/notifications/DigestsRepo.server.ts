/** The waiting digests and their entries. */
import { Effect, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { notificationTypes } from "./kinds"

/** Name of the job whose work items are digests (docs/operations.md, "Jobs"). */
export const WRITING_DIGESTS = "digests.write"

const Waiting = Schema.Struct({
  accountAddress: Schema.String,
  dueAt: Schema.Number,
  /** Null for a removed account. */
  username: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  timezone: Schema.NullOr(Schema.String),
  newsletter: Schema.NullOr(Schema.Int)
})

/** A waiting digest with its reader. */
export type WaitingDigest = typeof Waiting.Type

/** A digest whose morning was not computed yet, and its reader's time zone. */
const Untimed = Schema.Struct({ accountAddress: Schema.String, timezone: Schema.String })

const Entry = Schema.Struct({
  type: Schema.Literal(...notificationTypes),
  text: Schema.String,
  times: Schema.Int,
  target: Schema.String,
  community: Schema.NullOr(Schema.String)
})

export class DigestsRepo extends Effect.Service<DigestsRepo>()("activity/notifications/DigestsRepo", {
  dependencies: [WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { isFree } = yield* WorkQueue

    const selectDue = findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Schema.Struct({ accountAddress: Schema.String }),
      execute: ({ limit, now }) => sql`SELECT d.account_address FROM digests d
        WHERE d.due_at <= ${now} AND ${isFree(WRITING_DIGESTS, sql`d.account_address`, now)}
        ORDER BY d.due_at, d.account_address LIMIT ${limit}`
    })
    const selectOne = findOne({
      Request: Schema.String,
      Result: Waiting,
      execute: (account) => sql`
        SELECT d.account_address, d.due_at, u.username, u.email, u.timezone, u.newsletter
        FROM digests d LEFT JOIN users u ON u.account_address = d.account_address AND u.status = 'active'
        WHERE d.account_address = ${account}`
    })

    /** Entries that were read on the site meanwhile are left out. */
    const selectEntries = findAll({
      Request: Schema.String,
      Result: Entry,
      execute: (account) => sql`
        SELECT n.type, n.text, n.times, n.target, c.name AS community
        FROM notifications n LEFT JOIN communities c ON c.id = n.community_id
        WHERE n.account_address = ${account} AND n.email = 'digest' AND n.emailed_at IS NULL AND n.read_at IS NULL
        ORDER BY n.created_at, n.id`
    })

    const selectUntimed = findAll({
      Request: Schema.Int,
      Result: Untimed,
      execute: (limit) => sql`SELECT d.account_address, u.timezone FROM digests d
        JOIN users u ON u.account_address = d.account_address AND u.status = 'active'
        WHERE d.due_at = 0 ORDER BY d.account_address LIMIT ${limit}`
    })

    /** Sets `at` (Unix milliseconds) as the due time where none is set yet. */
    const putOff = Effect.fn("DigestsRepo.putOff")(function* (accounts: ReadonlyArray<string>, at: number) {
      yield* sql`UPDATE digests SET due_at = ${at} WHERE due_at = 0 AND ${sql.in("account_address", accounts)}`
    })

    /** False if another round has taken it. */
    const take = Effect.fn("DigestsRepo.take")(function* (account: string, dueAt: number) {
      const taken = yield* sql`DELETE FROM digests
        WHERE account_address = ${account} AND due_at = ${dueAt} RETURNING due_at`
      return taken.length > 0
    })

    /** Marks all entries that waited for the digest as written at `at`, including those read before. */
    const markWritten = Effect.fn("DigestsRepo.markWritten")(function* (account: string, at: number) {
      yield* sql`UPDATE notifications SET emailed_at = ${at}
        WHERE account_address = ${account} AND email = 'digest' AND emailed_at IS NULL`
    })

    return {
      /** Accounts whose digest is due, longest first. */
      due: (now: number, limit: number) =>
        Effect.map(selectDue({ now, limit }), (rows) => rows.map((row) => row.accountAddress)),
      waitingOf: (account: string) => selectOne(account),
      /** Digests whose morning was not computed yet, by account. */
      untimed: (limit: number) => selectUntimed(limit),
      entries: (account: string) => selectEntries(account),
      putOff,
      take,
      markWritten
    }
  })
}) {}
