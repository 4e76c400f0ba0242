/**
 * The daily digest: at 08:00 in the reader's zone, and only when something is in it (docs/product/notifications.md,
 * 3.5.9). A row in `digests` says that something waits for an account; the job works out its next morning, and when
 * that has come writes one e-mail about all of it and takes the row away, in one transaction.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { digestEmail, MAX_IN_DIGEST } from "./emails"
import { notificationTypes } from "./kinds"
import { leaveUrl } from "./leaveUrl"
import { nextMorning } from "./morning"

const BATCH = 100

const Waiting = Schema.Struct({
  accountAddress: Schema.String,
  dueAt: Schema.Number,
  /** Null for a removed account. */
  username: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  timezone: Schema.NullOr(Schema.String),
  newsletter: Schema.NullOr(Schema.Int)
})

const Entry = Schema.Struct({
  type: Schema.Literal(...notificationTypes),
  text: Schema.String,
  times: Schema.Int,
  target: Schema.String,
  community: Schema.NullOr(Schema.String)
})

export class Digests extends Effect.Service<Digests>()("effects/Digests", {
  dependencies: [SecretLinks.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outbox = yield* Outbox
    const links = yield* SecretLinks
    const { appOrigin } = yield* Settings

    const due = SqlSchema.findAll({
      Request: Schema.Number,
      Result: Waiting,
      execute: (now) => sql`SELECT d.account_address, d.due_at, u.username, u.email, u.timezone, u.newsletter
      FROM digests d LEFT JOIN users u ON u.account_address = d.account_address AND u.status = 'active'
      WHERE d.due_at <= ${now} ORDER BY d.due_at, d.account_address LIMIT ${BATCH}`
    })

    /** What was read on the site meanwhile is no news. */
    const entries = SqlSchema.findAll({
      Request: Schema.String,
      Result: Entry,
      execute: (account) => sql`SELECT n.type, n.text, n.times, n.target, c.name AS community
      FROM notifications n LEFT JOIN communities c ON c.id = n.community_id
      WHERE n.account_address = ${account} AND n.email = 'digest' AND n.emailed_at IS NULL AND n.read_at IS NULL
      ORDER BY n.created_at, n.id`
    })

    const write = ({ accountAddress, dueAt, email, newsletter, timezone, username }: typeof Waiting.Type) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (dueAt === 0 && timezone !== null) {
          yield* sql`UPDATE digests SET due_at = ${nextMorning(now, timezone)} WHERE account_address = ${accountAddress}`
          return
        }
        const taken = yield* sql`DELETE FROM digests
        WHERE account_address = ${accountAddress} AND due_at = ${dueAt} RETURNING due_at`
        if (taken.length === 0) return
        const told = yield* entries(accountAddress)
        yield* sql`UPDATE notifications SET emailed_at = ${now}
        WHERE account_address = ${accountAddress} AND email = 'digest' AND emailed_at IS NULL`
        if (told.length === 0 || email === null || username === null || newsletter !== 1) return
        const leave = leaveUrl(appOrigin, yield* links.secretOf(accountAddress, "leave"), "digest")
        const reader = { username, site: appOrigin, leaveUrl: leave }
        yield* outbox.write({
          to: email,
          ...digestEmail(told.slice(0, MAX_IN_DIGEST), told.length, reader),
          leaveUrl: leave
        })
      }).pipe(Effect.orDie, atomically(sql))

    const round = Effect.gen(function* () {
      const waiting = yield* Effect.orDie(due(yield* Clock.currentTimeMillis))
      yield* Effect.forEach(waiting, write, { discard: true })
      if (waiting.length > 0) yield* outbox.wake
      return waiting.length
    })
    /** Writes every digest whose morning has come. */
    const writeDue = round.pipe(
      Effect.repeat({ while: (done) => done === BATCH }),
      Effect.asVoid,
      Effect.withSpan("Digests.writeDue")
    )

    return { writeDue }
  })
}) {}

export const digestJob = Effect.map(
  Digests,
  ({ writeDue }): Job => ({ name: "digests", every: "minute", run: writeDue })
)
