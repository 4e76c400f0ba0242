/**
 * Lists of people that somebody brought: stored until they are decided on, a day at most, and compared with the
 * community's members. Who has joined is known by an invitation of this community that was used, by the name of a
 * member, or by a member's account; never by the e-mail address of a profile, which is nobody else's business.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import type { Sheet } from "~/effects/base/lists/Sheet"
import { readStoredRows, StoredRows, storedRows } from "~/effects/base/lists/storedRows.server"
import { hashOf } from "~/effects/base/text/digest"
import { CannotUndo, type RemovedRow } from "~/effects/communities/undo/Removals.server"
import type { Restore } from "~/effects/communities/undo/Restorers.server"
import { usernameKey } from "~/effects/people/users/UserNames.server"
import {
  type ListedPerson,
  PeopleReading,
  type PersonHere,
  peopleIn,
  peopleQuestion,
  peopleReading
} from "./peopleList"

const LIST_KEPT = Duration.toMillis("1 day")
/** Ended invitations are stored for a while, so that senders see how each ended. */
const INVITATION_KEPT = Duration.toMillis("90 days")

export const sweepInvitations: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.zipRight(
      sql`DELETE FROM invitation_lists WHERE created_at < ${now - LIST_KEPT}`,
      sql`DELETE FROM invites WHERE email IS NOT NULL AND declined_at IS NULL AND expires_at < ${now - INVITATION_KEPT}
        AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = invites.community_id
          AND m.account_address = invites.used_by AND m.status IN ('active', 'suspended'))`
    )
)

/** Of a removed account: invitations to its address or used by it, and lists that it brought. Joins the removal. */
export const forgetInvitations = Effect.fn("members.forgetInvitations")(function* (
  sql: Sql,
  account: AccountAddress,
  email: string
) {
  yield* sql`DELETE FROM invites WHERE email = ${email.trim().toLowerCase()}
    OR (used_by = ${account} AND email IS NOT NULL)`
  yield* sql`DELETE FROM invitation_lists WHERE account = ${account}`
})

const Known = Schema.Struct({
  what: Schema.Literal("joined", "invited", "declined", "name", "account"),
  key: Schema.String
})

export class InvitationLists extends Effect.Service<InvitationLists>()("communities/members/InvitationLists", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const asReading = Schema.encodeSync(Schema.parseJson(PeopleReading))

    const stored = findOne({
      Request: Schema.Struct({ communityId: CommunityId, account: AccountAddress }),
      Result: Schema.Struct({
        reading: Schema.parseJson(PeopleReading),
        rows: StoredRows,
        createdAt: Schema.Number
      }),
      execute: ({ account, communityId }) => sql`SELECT reading, sheet_rows AS rows, created_at FROM invitation_lists
        WHERE community_id = ${communityId} AND account = ${account}`
    })

    /** Replaces the list that the person brought before. */
    const put = Effect.fn("InvitationLists.put")(function* (
      communityId: CommunityId,
      account: AccountAddress,
      sheet: Sheet
    ) {
      const createdAt = yield* Clock.currentTimeMillis
      const reading = asReading(peopleReading(sheet))
      yield* sql`INSERT INTO invitation_lists
        ${sql.insert({ communityId, account, reading, sheetRows: storedRows(sheet.rows), createdAt })}
        ON CONFLICT (community_id, account) DO UPDATE SET reading = excluded.reading,
          sheet_rows = excluded.sheet_rows, created_at = excluded.created_at`
    })

    const read = Effect.fn("InvitationLists.read")(function* (
      communityId: CommunityId,
      account: AccountAddress,
      reading: PeopleReading
    ) {
      yield* sql`UPDATE invitation_lists SET reading = ${asReading(reading)}
        WHERE community_id = ${communityId} AND account = ${account}`
    })

    const selectKnown = findAll({
      Request: Schema.Struct({
        communityId: CommunityId,
        emails: Schema.Array(Schema.String),
        names: Schema.Array(Schema.String),
        accounts: Schema.Array(Schema.String),
        now: Schema.Number
      }),
      Result: Known,
      execute: ({ accounts, communityId, emails, names, now }) => sql`
        SELECT CASE WHEN m.account_address IS NOT NULL THEN 'joined' WHEN i.declined_at IS NOT NULL THEN 'declined'
          ELSE 'invited' END AS what, i.email AS key
        FROM invites i LEFT JOIN memberships m ON m.community_id = i.community_id
          AND m.account_address = i.used_by AND m.status IN ('active', 'suspended')
        WHERE i.community_id = ${communityId} AND ${sql.in("i.email", emails)}
          AND (m.account_address IS NOT NULL OR i.declined_at IS NOT NULL
            OR (i.uses = 0 AND i.revoked_at IS NULL AND i.expires_at > ${now}))
        UNION ALL SELECT 'name', m.name_key FROM memberships m WHERE m.community_id = ${communityId}
          AND m.status IN ('active', 'suspended') AND ${sql.in("m.name_key", names)}
        UNION ALL SELECT 'account', m.account_address FROM memberships m WHERE m.community_id = ${communityId}
          AND m.status IN ('active', 'suspended') AND ${sql.in("m.account_address", accounts)}`
    })

    /** Compares the people of a list with the community, in one statement. */
    const compare = Effect.fn("InvitationLists.compare")(function* (
      communityId: CommunityId,
      people: ReadonlyArray<ListedPerson>
    ) {
      const right = people.filter(({ problem }) => problem === null)
      const known = yield* selectKnown({
        communityId,
        emails: right.map(({ email }) => email),
        names: right.map(({ name }) => usernameKey(name)).filter((key) => key !== ""),
        accounts: right.flatMap(({ accounts }) => accounts),
        now: yield* Clock.currentTimeMillis
      })
      const of = (what: (typeof Known.Type)["what"]) =>
        new Set(known.filter((each) => each.what === what).map(({ key }) => key))
      const [joined, invited, declined, names, members] = [
        of("joined"),
        of("invited"),
        of("declined"),
        of("name"),
        of("account")
      ]
      return people.map((person): PersonHere => {
        const { accounts, email, name, problem } = person
        if (problem !== null) return { ...person, state: "wrong", by: null }
        if (joined.has(email)) return { ...person, state: "joined", by: "invitation" }
        if (accounts.some((account) => members.has(account))) return { ...person, state: "joined", by: "account" }
        if (names.has(usernameKey(name))) return { ...person, state: "joined", by: "name" }
        const state = declined.has(email) ? "declined" : invited.has(email) ? "invited" : "new"
        return { ...person, state, by: null }
      })
    })

    /** The stored list; its people are compared once nothing is open about how it is read. */
    const find = Effect.fn("InvitationLists.find")(function* (communityId: CommunityId, account: AccountAddress) {
      const found = yield* stored({ communityId, account })
      if (found._tag === "None") return null
      const { createdAt, reading } = found.value
      const rows = yield* readStoredRows(found.value.rows)
      const question = peopleQuestion(reading)
      const people = question === null ? yield* compare(communityId, peopleIn(rows, reading)) : []
      return { reading, rows, question, people, seen: hashOf({ createdAt, columns: reading.columns }) }
    })

    const remove = Effect.fn("InvitationLists.remove")(
      (communityId: CommunityId, account: AccountAddress) =>
        sql<RemovedRow>`DELETE FROM invitation_lists WHERE community_id = ${communityId} AND account = ${account}
        RETURNING *`
    )

    /** Writes a removed list back, unless the person has brought another one. */
    const restore: Restore = Effect.fn("InvitationLists.restore")(function* (_, { invitationLists: removed = [] }) {
      const [row] = removed
      const back = yield* sql`INSERT INTO invitation_lists ${sql.insert({ ...row })}
        ON CONFLICT (community_id, account) DO NOTHING RETURNING account`
      if (back.length === 0) return yield* new CannotUndo({ why: "You have read another list since." })
    })

    return { put, read, find, remove, restore }
  })
}) {}
