/**
 * The verified mark (D-16): the community's account on the ledger names our site and this community, and our record
 * names that account. Nobody hands it out; each hour it is looked at again, and it goes when the link goes.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn, textsIn } from "~/effects/chain/ledger/metadata"

const LIFE = Duration.toMillis("1 hour")
const AT_ONCE = 200
const KEYS = ["claimed_websites", "app_community_id"]

const Linked = Schema.Struct({ id: Schema.String, treasuryAccount: Schema.String })

const notRead = ({ _tag }: { readonly _tag: string }) =>
  Effect.logWarning("the verified marks could not be looked at", _tag)

export const verifiedMarkJob = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* Ledger
  const { appOrigin } = yield* Settings
  /** Those whose mark was last looked at before `before`, Unix milliseconds; the longest ago first. */
  const due = SqlSchema.findAll({
    Request: Schema.Number,
    Result: Linked,
    execute: (before) => sql`SELECT id, treasury_account FROM communities
      WHERE treasury_account IS NOT NULL AND COALESCE(verified_at, 0) < ${before}
      ORDER BY COALESCE(verified_at, 0), id LIMIT ${AT_ONCE}`
  })
  const run = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* Effect.orDie(due(now - LIFE / 2))
    if (rows.length === 0) return
    const { byAddress } = yield* ledger.entityDetails(
      rows.map(({ treasuryAccount }) => treasuryAccount),
      { metadata: KEYS }
    )
    yield* Effect.forEach(
      rows,
      ({ id, treasuryAccount }) => {
        const metadata = byAddress.get(treasuryAccount)?.metadata ?? new Map()
        const names =
          textIn(metadata, "app_community_id") === id && textsIn(metadata, "claimed_websites").includes(appOrigin)
        return Effect.orDie(
          sql`UPDATE communities SET verified_at = ${names ? now : null}
            WHERE id = ${id} AND treasury_account = ${treasuryAccount}`
        )
      },
      { discard: true }
    )
  }).pipe(
    // Nothing is decided while the ledger cannot be read.
    Effect.catchTags({ GatewayDown: notRead, LedgerRefused: notRead }),
    Effect.withSpan("verifiedMark")
  )
  return { name: "verified-mark", every: "hour" as const, run }
})
