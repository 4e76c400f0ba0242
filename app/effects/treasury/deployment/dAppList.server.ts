/**
 * GET /.well-known/radix.json, where wallets read that this site and a dApp definition name each other. Our own comes
 * first, then the treasuries of listed communities; hidden communities are left out.
 */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Settings } from "~/effects/base/settings/Settings.server"

/** Wallets read the whole list each time (docs/ledger.md), so only the newest are included. */
const MOST = 300

export const dAppList = Effect.gen(function* () {
  const { dAppDefinitionAddress } = yield* Settings
  const sql = yield* Sql
  const newest = findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ treasuryAccount: Schema.String }),
    execute: (limit) => sql`SELECT treasury_account FROM communities
      WHERE listed = 1 AND treasury_account IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  })
  const rows = yield* newest(MOST)
  const treasuries = rows.map(({ treasuryAccount }) => treasuryAccount)
  return { dApps: [dAppDefinitionAddress, ...treasuries].map((address) => ({ dAppDefinitionAddress: address })) }
})
