/**
 * Which letters somebody wants: for each kind at once, with the digest or not at all; the digest itself (what sign-up
 * calls the newsletter); the zone its morning is in; and for each community all, important or nothing.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { DigestChoices } from "~/effects/people/users/DigestChoices.server"
import { communityChoices } from "./communityChoice"
import { kindOf, type MailChoice, type NotificationType, notificationTypes } from "./kinds"
import { isZone } from "./morning"

const Person = Schema.Struct({ newsletter: Schema.Int, timezone: Schema.String })
const Choice = Schema.Struct({
  type: Schema.Literal(...notificationTypes),
  choice: Schema.Literal("now", "digest", "none")
})
const Place = Schema.Struct({ id: CommunityId, name: Schema.String, choice: Schema.Literal(...communityChoices) })

export interface Choices {
  readonly kinds: Readonly<Record<NotificationType, MailChoice>>
  readonly digest: boolean
  readonly timezone: string
}

/** More communities than anybody reads a list of; the rest is changed on each community's page. */
const MAX_PLACES = 100

export class MailChoices extends Effect.Service<MailChoices>()("effects/MailChoices", {
  dependencies: [DigestChoices.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const digests = yield* DigestChoices

    const person = SqlSchema.findOne({
      Request: Schema.String,
      Result: Person,
      execute: (account) => sql`SELECT newsletter, timezone FROM users WHERE account_address = ${account}`
    })
    const chosen = SqlSchema.findAll({
      Request: Schema.String,
      Result: Choice,
      execute: (account) => sql`SELECT type, choice FROM mail_choices WHERE account_address = ${account}`
    })
    const places = SqlSchema.findAll({
      Request: Schema.String,
      Result: Place,
      execute: (account) => sql`SELECT c.id, c.name, m.notifications AS choice
        FROM memberships m JOIN communities c ON c.id = m.community_id
        WHERE m.account_address = ${account} AND m.status = 'active'
        ORDER BY m.joined_at, m.community_id LIMIT ${MAX_PLACES}`
    })

    const read = Effect.fn("MailChoices.read")(function* (account: string) {
      const own = yield* person(account)
      const rows = yield* chosen(account)
      const choiceOf = (type: NotificationType) => rows.find((row) => row.type === type)?.choice ?? kindOf(type).email
      // Every name of the catalogue, each with its choice.
      const kinds = Object.fromEntries(notificationTypes.map((type) => [type, choiceOf(type)])) as Choices["kinds"]
      const { newsletter, timezone } = own._tag === "Some" ? own.value : { newsletter: 0, timezone: "UTC" }
      return { kinds, digest: newsletter === 1, timezone } satisfies Choices
    }, Effect.orDie)

    const put = (account: string, type: NotificationType, choice: MailChoice) =>
      sql`INSERT INTO mail_choices ${sql.insert({ accountAddress: account, type, choice })}
        ON CONFLICT (account_address, type) DO UPDATE SET choice = excluded.choice`

    /** Stores all of it. A digest that waits leaves on the next morning of the new zone. */
    const save = Effect.fn("MailChoices.save")(
      function* (account: string, { digest, kinds, timezone }: Choices) {
        for (const type of notificationTypes) yield* put(account, type, kinds[type])
        const zone = isZone(timezone) ? timezone : "UTC"
        yield* sql`UPDATE digests SET due_at = 0 WHERE account_address = ${account}
          AND EXISTS (SELECT 1 FROM users WHERE account_address = ${account} AND timezone <> ${zone})`
        yield* digests.choose(account, digest, zone)
      },
      sql.withTransaction,
      Effect.orDie
    )

    /** From a letter's own link: this kind, the digest, or every letter. */
    const leave = Effect.fn("MailChoices.leave")(
      function* (account: string, what: NotificationType | "digest" | "everything") {
        const kinds = what === "everything" ? notificationTypes : what === "digest" ? [] : [what]
        for (const type of kinds) yield* put(account, type, "none")
        const mailed = what === "digest" ? ["digest"] : ["now", "digest"]
        // What waits already must not leave either.
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

    return { read, places: (account: string) => Effect.orDie(places(account)), save, leave }
  })
}) {}
