/** Resolves members in payments: selected by account, or written by name in a list. */

import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { usernameKey } from "~/effects/people/users/UserNames.server"
import type { ReadLine } from "./list/payList"

/** Most names per statement. */
const AT_ONCE = 500

const Named = Schema.Struct({ named: Schema.String, account: AccountAddress })

/** Active members of a community by account or by profile name. */
const membersBy = (column: "account" | "name", communityId: CommunityId, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const key = sql.literal(column === "account" ? "m.account_address" : "u.username_key")
    const find = findAll({
      Request: Schema.Array(Schema.String),
      Result: Named,
      execute: (wanted) => sql`SELECT ${key} AS named, m.account_address AS account
        FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        WHERE m.community_id = ${communityId} AND m.status = 'active' AND ${key} IN ${sql.in(wanted)}`
    })
    const parts = Array.from({ length: Math.ceil(keys.length / AT_ONCE) }, (_, n) =>
      keys.slice(n * AT_ONCE, (n + 1) * AT_ONCE)
    )
    const found = yield* Effect.forEach(parts, (part) => find(part))
    return new Map(found.flat().map(({ account, named }) => [named, account] as const))
  })

/** The same amount for each of the selected members. */
export const tickedLines = Effect.fn("payees.tickedLines")(function* (
  communityId: CommunityId,
  ticked: ReadonlyArray<string>,
  amount: string
) {
  const refuse = (message: string) => new InvalidFields({ fields: { members: message } })
  if (ticked.length === 0) return yield* refuse("Choose at least one member.")
  if (ticked.length > AT_ONCE) return yield* refuse(`Choose at most ${AT_ONCE} members, or paste a list.`)
  const found = yield* membersBy("account", communityId, ticked)
  if (ticked.some((account) => !found.has(account))) {
    return yield* refuse("Someone you chose is no longer a member here. Check the names again.")
  }
  return ticked.map((account, index): ReadLine => ({ line: index + 1, account, amount, note: "" }))
})

/** A text that is not an address may be a member's name; names are unique. */
export const withMembers = Effect.fn("payees.withMembers")(function* (
  communityId: CommunityId,
  lines: ReadonlyArray<ReadLine>
) {
  const nameIn = ({ account }: ReadLine) =>
    account === "" || account.startsWith("account_") ? null : usernameKey(account)
  const names = [...new Set(lines.flatMap((line) => nameIn(line) ?? []))]
  const found = yield* membersBy("name", communityId, names)
  return lines.map((line) => ({ ...line, account: found.get(nameIn(line) ?? "") ?? line.account }))
})
