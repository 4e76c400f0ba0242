/** What waits for one account in the lockers of all communities, according to our records; for the dashboard. */

import { Effect, Schema } from "effect"
import { CommunityId, Stage, Visibility } from "~/effects/access/Community"
import { MembershipStatus } from "~/effects/access/Membership"
import { canRead } from "~/effects/access/visibility"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { formatAmount } from "~/ledger/index"
import type { WaitingSum } from "./views"

const MOST = 500

const Waiting = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  community: Schema.String,
  treasury: Schema.NullOr(Schema.String),
  visibility: Visibility,
  stage: Stage,
  ownerAddress: Schema.String,
  status: Schema.NullOr(MembershipStatus),
  resource: Schema.String,
  symbol: Schema.String,
  amount: AmountFromText
}).annotations(rowOf("claims"))

/** Sums by community and token, with the community's name only for people who can read it. Pure. */
const summed = (account: AccountAddress, rows: ReadonlyArray<typeof Waiting.Type>): ReadonlyArray<WaitingSum> => {
  const groups = new Map<string, ReadonlyArray<typeof Waiting.Type>>()
  for (const row of rows) {
    const key = `${row.communityId} ${row.resource}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups].flatMap(([key, [first, ...more]]) => {
    if (first === undefined) return []
    const { communityId, status, symbol, treasury } = first
    const isReader = canRead(first, { account, membership: status === null ? null : { status } })
    const community = isReader ? first.community : null
    const amount = formatAmount(more.reduce((sum, each) => sum + each.amount, first.amount))
    return [{ key, communityId, community, treasury, symbol, amount }]
  })
}

export class OwnClaims extends Effect.Service<OwnClaims>()("treasury/claims/OwnClaims", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const waiting = findAll({
      Request: Schema.String,
      Result: Waiting,
      execute: (account) => sql`SELECT k.id, k.community_id, c.name AS community, k.resource, k.symbol, k.amount,
          c.treasury_account AS treasury, c.visibility, c.stage, c.owner_address, m.status
        FROM claims k JOIN communities c ON c.id = k.community_id
        LEFT JOIN memberships m ON m.community_id = c.id AND m.account_address = k.account
        WHERE k.account = ${account} AND k.state = 'available' ORDER BY k.community_id LIMIT ${MOST}`
    })

    return { waiting: (account: AccountAddress) => Effect.map(waiting(account), (rows) => summed(account, rows)) }
  })
}) {}
