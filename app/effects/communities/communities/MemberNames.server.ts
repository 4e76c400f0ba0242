/** Names by which the members of a community are sorted and searched. Every write joins the caller's transaction. */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"

export class MemberNames extends Effect.Service<MemberNames>()("communities/communities/MemberNames", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** The profile's name; without a profile, the address. */
    const nameOf = (account: AccountAddress) => sql`COALESCE(
      (SELECT u.username_key FROM users u WHERE u.account_address = ${account} AND u.status = 'active'),
      account_address)`

    /** Updates the name of one account in all its communities from its profile. */
    const store = Effect.fn("MemberNames.store")(function* (account: AccountAddress) {
      yield* sql`UPDATE memberships SET name_key = ${nameOf(account)} WHERE account_address = ${account}`
    })

    /** Sets the name of one account in a community that it has just joined. */
    const storeIn = Effect.fn("MemberNames.storeIn")(function* (communityId: CommunityId, account: AccountAddress) {
      yield* sql`UPDATE memberships SET name_key = ${nameOf(account)}
        WHERE community_id = ${communityId} AND account_address = ${account}`
    })

    /** Clears the names and application notes of a removed account, also in memberships that have ended. */
    const forget = Effect.fn("MemberNames.forget")(function* (account: AccountAddress) {
      yield* sql`UPDATE memberships SET name_key = account_address, application_note = NULL
        WHERE account_address = ${account}`
    })

    return { store, storeIn, forget }
  })
}) {}
