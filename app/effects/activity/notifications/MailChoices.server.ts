/**
 * Which e-mails a person wants: for each kind immediately, with the digest or never; whether the digest (sign-up calls
 * it the newsletter) and the weekly e-mail are sent, its day, and their time zone; and for each community all, important
 * or none.
 */
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { isZone } from "~/effects/base/text/moments"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import type { Leaving } from "./emails"
import { communityChoices, kindOf, type MailChoice, type NotificationType, notificationTypes } from "./kinds"

/** When digests are sent: 08:00 in the person's time zone (docs/product/notifications.md). */
const HOUR = 8

/** The next 08:00 after `now` in this zone, Unix milliseconds. An unknown zone is UTC. */
export const nextMorning = (now: number, zone: string): number => {
  const here = DateTime.unsafeMakeZoned(now, { timeZone: isZone(zone) ? zone : "UTC" })
  const today = DateTime.setParts(here, { hours: HOUR, minutes: 0, seconds: 0, millis: 0 })
  const next = DateTime.toEpochMillis(today) > now ? today : DateTime.add(today, { days: 1 })
  return DateTime.toEpochMillis(next)
}

/** The stored e-mail choices of accounts. */
const Person = Schema.Struct({
  newsletter: Schema.Int,
  weekly: Schema.Int,
  weeklyDay: Schema.Int,
  timezone: Schema.String
})
const Choice = Schema.Struct({
  type: Schema.Literal(...notificationTypes),
  choice: Schema.Literal("now", "digest", "none")
})
const Place = Schema.Struct({ id: CommunityId, name: Schema.String, choice: Schema.Literal(...communityChoices) })

/** More communities than anybody reads in a list; others can be changed on each community's page. */
const MAX_PLACES = 100

const makeMailChoicesRepo = Effect.gen(function* () {
  const sql = yield* Sql

  const selectPerson = findOne({
    Request: Schema.String,
    Result: Person,
    execute: (account) => sql`SELECT newsletter, weekly, weekly_day, timezone FROM users
        WHERE account_address = ${account}`
  })
  const selectChosen = findAll({
    Request: Schema.String,
    Result: Choice,
    execute: (account) => sql`SELECT type, choice FROM mail_choices WHERE account_address = ${account}`
  })
  const selectPlaces = findAll({
    Request: Schema.String,
    Result: Place,
    execute: (account) => sql`SELECT c.id, c.name, m.notifications AS choice
        FROM memberships m JOIN communities c ON c.id = m.community_id
        WHERE m.account_address = ${account} AND m.status = 'active'
        ORDER BY m.joined_at, m.community_id LIMIT ${MAX_PLACES}`
  })

  const put = Effect.fn("MailChoices.put")(function* (
    account: AccountAddress,
    type: NotificationType,
    choice: MailChoice
  ) {
    yield* sql`INSERT INTO mail_choices ${sql.insert({ accountAddress: account, type, choice })}
        ON CONFLICT (account_address, type) DO UPDATE SET choice = excluded.choice`
  })

  return {
    /** Whether the digest and the weekly e-mail are wanted, its day, and their time zone; none for a removed account. */
    person: (account: AccountAddress) => selectPerson(account),
    /** The kinds with a choice of their own; the others use the catalogue's default. */
    chosen: (account: AccountAddress) => selectChosen(account),
    /** The account's communities with the choice for each, in the order of joining. */
    places: (account: AccountAddress) => selectPlaces(account),
    put
  }
})

export interface Choices {
  readonly kinds: Readonly<Record<NotificationType, MailChoice>>
  readonly digest: boolean
  readonly weekly: boolean
  /** The day of the weekly e-mail: 1 is Monday, 7 Sunday. */
  readonly weeklyDay: number
  readonly timezone: string
}

export class MailChoices extends Effect.Service<MailChoices>()("activity/notifications/MailChoices", {
  dependencies: [UsersRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const users = yield* UsersRepo
    const repo = yield* makeMailChoicesRepo

    const read = Effect.fn("MailChoices.read")(function* (account: AccountAddress) {
      const own = yield* repo.person(account)
      const rows = yield* repo.chosen(account)
      const choiceOf = (type: NotificationType) => rows.find((row) => row.type === type)?.choice ?? kindOf(type).email
      // Every kind of the catalogue with its choice.
      const kinds = Object.fromEntries(notificationTypes.map((type) => [type, choiceOf(type)])) as Choices["kinds"]
      const { newsletter, timezone, weekly, weeklyDay } = Option.getOrElse(own, () => ({
        newsletter: 0,
        weekly: 0,
        weeklyDay: 1,
        timezone: "UTC"
      }))
      return { kinds, digest: newsletter === 1, weekly: weekly === 1, weeklyDay, timezone } satisfies Choices
    })

    /** Stores all choices. A waiting digest is sent on the next morning of the new zone. */
    const save = Effect.fn("MailChoices.save")(
      function* (account: AccountAddress, { digest, kinds, timezone, weekly, weeklyDay }: Choices) {
        for (const type of notificationTypes) yield* repo.put(account, type, kinds[type])
        const zone = isZone(timezone) ? timezone : "UTC"
        yield* sql`UPDATE digests SET due_at = 0 WHERE account_address = ${account}
          AND EXISTS (SELECT 1 FROM users WHERE account_address = ${account} AND timezone <> ${zone})`
        yield* users.chooseDigest(account, {
          digest,
          weekly,
          weeklyDay,
          timezone: zone,
          now: yield* Clock.currentTimeMillis
        })
      },
      sql.withTransaction,
      Effect.orDie
    )

    /** Unsubscribes by the link in an e-mail: from this kind, the digest, the weekly e-mail, or every e-mail. */
    const leave = Effect.fn("MailChoices.leave")(
      function* (account: AccountAddress, what: Leaving | "everything") {
        if (what === "week" || what === "everything") yield* users.endWeekly(account)
        if (what === "week") return
        const kinds = what === "everything" ? notificationTypes : what === "digest" ? [] : [what]
        for (const type of kinds) yield* repo.put(account, type, "none")
        const mailed = what === "digest" ? ["digest"] : ["now", "digest"]
        // E-mails that already wait must not be sent either.
        yield* sql`UPDATE notifications SET email = 'none'
          WHERE account_address = ${account} AND emailed_at IS NULL AND ${sql.in("email", mailed)}
          AND ${what === "digest" || what === "everything" ? sql`1 = 1` : sql`type = ${what}`}`
        if (what === "digest" || what === "everything") {
          yield* users.endDigest(account)
        }
      },
      sql.withTransaction,
      Effect.orDie
    )

    return { read, places: repo.places, save, leave }
  })
}) {}
