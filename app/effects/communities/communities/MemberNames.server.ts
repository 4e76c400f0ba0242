/** The names that a community's members are sorted and found by. Every write joins the caller's transaction. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"

export class MemberNames extends Effect.Service<MemberNames>()("effects/MemberNames", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** The name of the profile; without one, the address (D-17). */
    const nameOf = (account: string) => sql`COALESCE(
      (SELECT u.username_key FROM users u WHERE u.account_address = ${account} AND u.status = 'active'),
      account_address)`

    /** Of one account in all its communities, as its profile is called now. */
    const keep = Effect.fn("MemberNames.keep")(function* (account: string) {
      yield* sql`UPDATE memberships SET name_key = ${nameOf(account)} WHERE account_address = ${account}`
    }, Effect.orDie)

    /** Of one account in one community, which has just been joined. */
    const keepIn = Effect.fn("MemberNames.keepIn")(function* (communityId: CommunityId, account: string) {
      yield* sql`UPDATE memberships SET name_key = ${nameOf(account)}
        WHERE community_id = ${communityId} AND account_address = ${account}`
    }, Effect.orDie)

    /** Of a removed account, with what it wrote to be let in; in memberships that ended before, too. */
    const forget = Effect.fn("MemberNames.forget")(function* (account: string) {
      yield* sql`UPDATE memberships SET name_key = account_address, application_note = NULL
        WHERE account_address = ${account}`
    }, Effect.orDie)

    return { keep, keepIn, forget }
  })
}) {}
