/**
 * E-mails that are sent immediately: after each notification on this server, and every minute for those of other
 * servers or failed rounds. Marking an entry and writing its e-mail is one transaction, so each e-mail is written once
 * however often this runs.
 */
import { Clock, Effect, Layer, Option, PubSub, Queue, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { atOnceEmail, leaveUrl } from "./emails"
import { notificationTypes } from "./kinds"
import { Notifications } from "./Notifications.server"

/** Name of the job whose work items are these e-mails (docs/operations.md, "Jobs"). */
const WRITING = "emails.write"

const Entry = Schema.Struct({ accountAddress: AccountAddress, id: Schema.String })

const Email = Schema.Struct({
  ...Entry.fields,
  username: Schema.String,
  email: Schema.String,
  type: Schema.Literal(...notificationTypes),
  text: Schema.String,
  times: Schema.Int,
  target: Schema.String,
  community: Schema.NullOr(Schema.String)
})

export class EmailsAtOnce extends Effect.Service<EmailsAtOnce>()("activity/notifications/EmailsAtOnce", {
  dependencies: [WorkQueue.Default, SecretLinks.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const outbox = yield* Outbox
    const links = yield* SecretLinks
    const queue = yield* WorkQueue
    const { appOrigin } = yield* Settings

    const due = findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Entry,
      execute: ({ limit, now }) => sql`SELECT n.account_address, n.id
      FROM notifications n JOIN users u ON u.account_address = n.account_address AND u.status = 'active'
      WHERE n.email = 'now' AND n.emailed_at IS NULL
        AND ${queue.isFree(WRITING, sql`n.account_address || ' ' || n.id`, now)}
      ORDER BY n.created_at, n.account_address, n.id LIMIT ${limit}`
    })
    const find = findOne({
      Request: Entry,
      Result: Email,
      execute: ({ accountAddress, id }) => sql`
      SELECT n.account_address, n.id, u.username, u.email, n.type, n.text, n.times, n.target, c.name AS community
      FROM notifications n JOIN users u ON u.account_address = n.account_address AND u.status = 'active'
      LEFT JOIN communities c ON c.id = n.community_id
      WHERE n.account_address = ${accountAddress} AND n.id = ${id} AND n.emailed_at IS NULL`
    })

    const write = ({ accountAddress, email, id, username, ...notified }: typeof Email.Type) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const marked = yield* sql`UPDATE notifications SET emailed_at = ${now}
        WHERE account_address = ${accountAddress} AND id = ${id} AND emailed_at IS NULL RETURNING id`
        if (marked.length === 0) return
        const secret = yield* links.secretOf(accountAddress, "leave")
        const leave = leaveUrl(appOrigin, secret, notified.type)
        yield* outbox.write({
          to: email,
          ...atOnceEmail(notified, { username, site: appOrigin, leaveUrl: leave }),
          leaveUrl: leave
        })
      }).pipe(atomically(sql))

    const writeOf = (entry: typeof Entry.Type) =>
      Effect.flatMap(find(entry), Option.match({ onNone: () => Effect.void, onSome: write }))

    /** Writes every e-mail that is due. */
    const writeDue = queue.workThrough({
      job: WRITING,
      due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => due({ now, limit })),
      keyOf: ({ accountAddress, id }) => `${accountAddress} ${id}`,
      work: (entry) => Effect.zipRight(writeOf(entry), outbox.wake)
    })

    return { writeDue }
  })
}) {}

export const atOnceJob = Effect.map(
  EmailsAtOnce,
  ({ writeDue }): Job => ({ name: "emails-at-once", every: "minute", isShared: true, run: writeDue })
)

/** Listens as long as the server runs. */
export const AtOnceLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { news } = yield* Notifications
    const heard = yield* PubSub.subscribe(news)
    const { writeDue } = yield* EmailsAtOnce
    const round = writeDue.pipe(Effect.catchAllCause(logDied("writing e-mails died")))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(heard), round)))
  })
)
