/** Records of claims: since when and why something waits, what wallets were asked for, and what has ended. */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql, single } from "~/effects/base/db/statements.server"
import { Step } from "~/effects/chain/prepared-transactions/Step"
import { RECOVER } from "~/effects/treasury/payouts/recoverStep.server"
import { ClaimFrom } from "./Claim"
import { CLAIM } from "./claimStep.server"

const Place = Schema.Struct({ communityId: CommunityId, account: AccountAddress })
const MOST = 200

export const makeClaimLists = Effect.gen(function* () {
  const sql = yield* Sql

  const records = findAll({
    Request: Place,
    Result: ClaimFrom,
    execute: ({ account, communityId }) => sql`SELECT c.*, d.title, d.number, d.finished,
          (SELECT l.account FROM prepared_transactions l WHERE l.tx_id = c.tx_id AND l.state = 'verified'
            AND l.kind = ${RECOVER}) AS recovered_by,
          (SELECT a.signers FROM approval_requests a WHERE a.tx_id = c.tx_id
            AND a.state IN ('committed', 'mismatch')) AS recovered_together FROM claims c
        LEFT JOIN distribution_rows r ON r.id = c.origin_id
        LEFT JOIN distributions d ON d.id = r.distribution_id
        WHERE c.community_id = ${communityId} AND c.account = ${account}
        ORDER BY c.available_at DESC, c.id DESC LIMIT ${MOST}`
  })
  /** Transactions of this account here, newest first. */
  const asked = findAll({
    Request: Schema.Struct({ ...Place.fields, limit: Schema.Int }),
    Result: Step,
    execute: ({ account, communityId, limit }) => sql`SELECT * FROM prepared_transactions
        WHERE community_id = ${communityId} AND kind = ${CLAIM} AND account = ${account} AND state <> 'replaced'
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  })
  const done = single({
    Request: Place,
    Result: Schema.Struct({ n: Schema.Int }),
    execute: ({ account, communityId }) => sql`SELECT COUNT(*) AS n FROM prepared_transactions
        WHERE community_id = ${communityId} AND kind = ${CLAIM} AND account = ${account} AND state = 'verified'`
  })
  const elsewhere = findAll({
    Request: Schema.Struct({ communityId: CommunityId, accounts: Schema.Array(Schema.String) }),
    Result: Schema.Struct({ account: AccountAddress }),
    execute: ({ accounts, communityId }) => sql`SELECT DISTINCT account FROM claims
        WHERE community_id = ${communityId} AND state = 'available' AND ${sql.in("account", accounts)}`
  })

  const first = findAll({
    Request: Place,
    Result: Schema.Struct({ id: Schema.String }),
    execute: ({ account, communityId }) => sql`SELECT id FROM claims
        WHERE account = ${account} AND community_id = ${communityId} LIMIT 1`
  })

  return {
    /** Whether something waits for it here, or did. */
    isPayee: (communityId: CommunityId, account: AccountAddress) =>
      Effect.map(first({ communityId, account }), (rows) => rows.length > 0),
    /** Newest first. */
    records: (communityId: CommunityId, account: AccountAddress) => records({ communityId, account }),
    asked: (communityId: CommunityId, account: AccountAddress, limit: number) => asked({ communityId, account, limit }),
    /** How many withdrawals were confirmed. */
    done: (communityId: CommunityId, account: AccountAddress) =>
      Effect.map(done({ communityId, account }), ({ n }) => n),
    /** Which of these accounts have claims here according to our records. */
    elsewhere: (communityId: CommunityId, accounts: ReadonlyArray<string>) =>
      accounts.length === 0
        ? Effect.succeed([])
        : Effect.map(elsewhere({ communityId, accounts }), (rows) => rows.map(({ account }) => account))
  }
})
