/** The stored e-mail choices of accounts. */
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { communityChoices } from "./communityChoice"
import { type MailChoice, type NotificationType, notificationTypes } from "./kinds"

const Person = Schema.Struct({ newsletter: Schema.Int, timezone: Schema.String })
const Choice = Schema.Struct({
  type: Schema.Literal(...notificationTypes),
  choice: Schema.Literal("now", "digest", "none")
})
const Place = Schema.Struct({ id: CommunityId, name: Schema.String, choice: Schema.Literal(...communityChoices) })

/** More communities than anybody reads in a list; others can be changed on each community's page. */
const MAX_PLACES = 100

export class MailChoicesRepo extends Effect.Service<MailChoicesRepo>()("activity/notifications/MailChoicesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const selectPerson = findOne({
      Request: Schema.String,
      Result: Person,
      execute: (account) => sql`SELECT newsletter, timezone FROM users WHERE account_address = ${account}`
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

    const put = Effect.fn("MailChoicesRepo.put")(function* (
      account: string,
      type: NotificationType,
      choice: MailChoice
    ) {
      yield* sql`INSERT INTO mail_choices ${sql.insert({ accountAddress: account, type, choice })}
        ON CONFLICT (account_address, type) DO UPDATE SET choice = excluded.choice`
    })

    return {
      /** Whether the digest is wanted, and its time zone; none for a removed account. */
      person: (account: string) => selectPerson(account),
      /** The kinds with a choice of their own; the others use the catalogue's default. */
      chosen: (account: string) => selectChosen(account),
      /** The account's communities with the choice for each, in the order of joining. */
      places: (account: string) => selectPlaces(account),
      put
    }
  })
}) {}
