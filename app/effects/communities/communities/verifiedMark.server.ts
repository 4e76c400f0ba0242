/**
 * The verified mark: the community's account on the ledger names our site and this community, and our record names that
 * account. It is checked every hour and cannot be granted by hand; it disappears with the link.
 */
import { Clock, Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn, textsIn } from "~/effects/chain/ledger/metadata"

const KEYS = ["claimed_websites", "app_community_id"]

const Linked = Schema.Struct({ id: Schema.String, treasuryAccount: Schema.String })

export const verifiedMarkJob = Effect.gen(function* () {
  const sql = yield* Sql
  const ledger = yield* Ledger
  const { appOrigin } = yield* Settings
  const { scan } = yield* WorkQueue
  const linked = findAll({
    Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
    Result: Linked,
    execute: ({ after, limit }) => sql`SELECT id, treasury_account FROM communities
      WHERE treasury_account IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`
  })
  const checkOne = Effect.fnUntraced(function* (rows: ReadonlyArray<typeof Linked.Type>) {
    const now = yield* Clock.currentTimeMillis
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
        return sql`UPDATE communities SET verified_at = ${names ? now : null}
            WHERE id = ${id} AND treasury_account = ${treasuryAccount}`
      },
      { discard: true }
    )
  })
  // If the ledger cannot be read, nothing changes. A refusal is a defect here, so that the scan reads the accounts one
  // by one and finds the one at fault.
  const together = (rows: ReadonlyArray<typeof Linked.Type>) =>
    Effect.catchTag(checkOne(rows), "LedgerRefused", Effect.die)
  const run = scan({
    job: "communities.verified",
    after: (last: typeof Linked.Type | null, limit) => linked({ after: last?.id ?? "", limit }),
    keyOf: ({ id }) => id,
    check: (row) => together([row]),
    together
  })
  return { name: "verified-mark", every: "hour" as const, run }
}).pipe(Effect.provide(WorkQueue.Default))
