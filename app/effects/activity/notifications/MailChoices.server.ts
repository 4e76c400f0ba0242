/**
 * Which e-mails a person wants: for each kind immediately, with the digest or never; whether the digest is sent
 * (sign-up calls it the newsletter) and its time zone; and for each community all, important or none.
 */
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { DigestChoices } from "~/effects/people/users/DigestChoices.server"
import { kindOf, type MailChoice, type NotificationType, notificationTypes } from "./kinds"
import { MailChoicesRepo } from "./MailChoicesRepo.server"
import { isZone } from "./morning"

export interface Choices {
  readonly kinds: Readonly<Record<NotificationType, MailChoice>>
  readonly digest: boolean
  readonly timezone: string
}

export class MailChoices extends Effect.Service<MailChoices>()("activity/notifications/MailChoices", {
  dependencies: [DigestChoices.Default, MailChoicesRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const digests = yield* DigestChoices
    const repo = yield* MailChoicesRepo

    const read = Effect.fn("MailChoices.read")(function* (account: string) {
      const own = yield* repo.person(account)
      const rows = yield* repo.chosen(account)
      const choiceOf = (type: NotificationType) => rows.find((row) => row.type === type)?.choice ?? kindOf(type).email
      // Every kind of the catalogue with its choice.
      const kinds = Object.fromEntries(notificationTypes.map((type) => [type, choiceOf(type)])) as Choices["kinds"]
      const { newsletter, timezone } = own._tag === "Some" ? own.value : { newsletter: 0, timezone: "UTC" }
      return { kinds, digest: newsletter === 1, timezone } satisfies Choices
    })

    /** Stores all choices. A waiting digest is sent on the next morning of the new zone. */
    const save = Effect.fn("MailChoices.save")(
      function* (account: string, { digest, kinds, timezone }: Choices) {
        for (const type of notificationTypes) yield* repo.put(account, type, kinds[type])
        const zone = isZone(timezone) ? timezone : "UTC"
        yield* sql`UPDATE digests SET due_at = 0 WHERE account_address = ${account}
          AND EXISTS (SELECT 1 FROM users WHERE account_address = ${account} AND timezone <> ${zone})`
        yield* digests.choose(account, digest, zone)
      },
      sql.withTransaction,
      Effect.orDie
    )

    /** Unsubscribes by the link in an e-mail: from this kind, the digest, or every e-mail. */
    const leave = Effect.fn("MailChoices.leave")(
      function* (account: string, what: NotificationType | "digest" | "everything") {
        const kinds = what === "everything" ? notificationTypes : what === "digest" ? [] : [what]
        for (const type of kinds) yield* repo.put(account, type, "none")
        const mailed = what === "digest" ? ["digest"] : ["now", "digest"]
        // E-mails that already wait must not be sent either.
        yield* sql`UPDATE notifications SET email = 'none'
          WHERE account_address = ${account} AND emailed_at IS NULL AND ${sql.in("email", mailed)}
          AND ${what === "digest" || what === "everything" ? sql`1 = 1` : sql`type = ${what}`}`
        if (what === "digest" || what === "everything") {
          yield* digests.end(account)
        }
      },
      sql.withTransaction,
      Effect.orDie
    )

    return { read, places: repo.places, save, leave }
  })
}) {}
