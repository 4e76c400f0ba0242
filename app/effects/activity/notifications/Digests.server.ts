/**
 * The daily digest, sent at 08:00 in the reader's time zone if it has entries (docs/product/notifications.md).
 *
 * A row in `digests` means that entries wait for an account; the job computes its next morning, and once that has come
 * writes one e-mail with all of them and deletes the row, in one transaction.
 */
import { Array as Arr, Clock, Effect, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { othersTurn } from "~/effects/base/jobs/inParts"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { digestEmail, leaveUrl, MAX_IN_DIGEST } from "./emails"
import { notificationTypes } from "./kinds"
import { nextMorning } from "./MailChoices.server"

// The waiting digests and their entries.

/** Name of the job whose work items are digests (docs/operations.md, "Jobs"). */
const WRITING_DIGESTS = "digests.write"

const Waiting = Schema.Struct({
  accountAddress: AccountAddress,
  dueAt: Schema.Number,
  /** Null for a removed account. */
  username: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  timezone: Schema.NullOr(Schema.String),
  newsletter: Schema.NullOr(Schema.Int)
})

/** A waiting digest with its reader. */
type WaitingDigest = typeof Waiting.Type

/** A digest whose morning was not computed yet, and its reader's time zone. */
const Untimed = Schema.Struct({ accountAddress: AccountAddress, timezone: Schema.String })

const Entry = Schema.Struct({
  type: Schema.Literal(...notificationTypes),
  text: Schema.String,
  times: Schema.Int,
  target: Schema.String,
  community: Schema.NullOr(Schema.String)
})

const makeDigestsRepo = Effect.gen(function* () {
  const sql = yield* Sql
  const { isFree } = yield* WorkQueue

  const selectDue = findAll({
    Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
    Result: Schema.Struct({ accountAddress: AccountAddress }),
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
  const putOff = Effect.fn("Digests.putOff")(function* (accounts: ReadonlyArray<string>, at: number) {
    yield* sql`UPDATE digests SET due_at = ${at} WHERE due_at = 0 AND ${sql.in("account_address", accounts)}`
  })

  /** False if another round has taken it. */
  const take = Effect.fn("Digests.take")(function* (account: AccountAddress, dueAt: number) {
    const taken = yield* sql`DELETE FROM digests
        WHERE account_address = ${account} AND due_at = ${dueAt} RETURNING due_at`
    return taken.length > 0
  })

  /** Marks all entries that waited for the digest as written at `at`, including those read before. */
  const markWritten = Effect.fn("Digests.markWritten")(function* (account: AccountAddress, at: number) {
    yield* sql`UPDATE notifications SET emailed_at = ${at}
        WHERE account_address = ${account} AND email = 'digest' AND emailed_at IS NULL`
  })

  return {
    /** Accounts whose digest is due, longest first. */
    due: (now: number, limit: number) =>
      Effect.map(selectDue({ now, limit }), (rows) => rows.map((row) => row.accountAddress)),
    waitingOf: (account: AccountAddress) => selectOne(account),
    /** Digests whose morning was not computed yet, by account. */
    untimed: (limit: number) => selectUntimed(limit),
    entries: (account: AccountAddress) => selectEntries(account),
    putOff,
    take,
    markWritten
  }
})

/** Mornings computed in one statement. */
const MANY = 500

export class Digests extends Effect.Service<Digests>()("activity/notifications/Digests", {
  dependencies: [WorkQueue.Default, SecretLinks.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* makeDigestsRepo
    const queue = yield* WorkQueue
    const outbox = yield* Outbox
    const links = yield* SecretLinks
    const { appOrigin } = yield* Settings

    const writeOne = ({ accountAddress, dueAt, email, newsletter, timezone, username }: WaitingDigest) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (dueAt > now) return
        if (dueAt === 0 && timezone !== null) {
          return yield* repo.putOff([accountAddress], nextMorning(now, timezone))
        }
        if (!(yield* repo.take(accountAddress, dueAt))) return
        const notified = yield* repo.entries(accountAddress)
        yield* repo.markWritten(accountAddress, now)
        if (notified.length === 0 || email === null || username === null || newsletter !== 1) return
        const leave = leaveUrl(appOrigin, yield* links.secretOf(accountAddress, "leave"), "digest")
        const reader = { username, site: appOrigin, leaveUrl: leave }
        yield* outbox.write({
          to: email,
          ...digestEmail(notified.slice(0, MAX_IN_DIGEST), notified.length, reader),
          leaveUrl: leave
        })
      }).pipe(atomically(sql))

    const writeOf = (account: AccountAddress) =>
      Effect.flatMap(repo.waitingOf(account), Option.match({ onNone: () => Effect.void, onSome: writeOne }))

    /**
     * Computes the missing mornings, in bulk: many readers share one, and a busy conversation can notify thousands
     * within a minute.
     */
    const timeAll = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (let found = MANY; found === MANY; ) {
        const rows = yield* repo.untimed(MANY)
        const mornings = Arr.groupBy(rows, ({ timezone }) => String(nextMorning(now, timezone)))
        for (const [at, readers] of Object.entries(mornings)) {
          yield* repo.putOff(
            readers.map(({ accountAddress }) => accountAddress),
            Number(at)
          )
        }
        found = rows.length
        yield* othersTurn
      }
    })

    const write = queue.workThrough({
      job: WRITING_DIGESTS,
      due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => repo.due(now, limit)),
      keyOf: (account) => account,
      work: (account) => Effect.zipRight(writeOf(account), outbox.wake)
    })
    /** Writes every digest whose morning has come. */
    const writeDue = Effect.zipRight(timeAll, write)

    return { writeDue }
  })
}) {}

export const digestJob = Effect.map(
  Digests,
  ({ writeDue }): Job => ({ name: "digests", every: "minute", isShared: true, run: writeDue })
)
