/**
 * Claims: what a community's locker keeps for somebody, and the transaction that hands it over. Amounts come from the
 * ledger; our records only say since when and why (docs/product/treasury.md, 3.6.7, tokenWithdraw).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { Step } from "~/effects/chain/ledger-steps/Step"
import { DeployFirst } from "~/effects/treasury/deployment/errors"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { settleWithLedger } from "~/effects/treasury/distributions/settleClaims.server"
import { amountOf, NOTHING, Templates, Tree } from "~/ledger/index"
import { ClaimFrom } from "./Claim"
import { CLAIM } from "./claimStep.server"
import { NothingWaiting } from "./errors"

export interface Waiting {
  readonly resource: string
  readonly symbol: string
  /** Decimal text. */
  readonly amount: string
}

const Place = Schema.Struct({ communityId: Schema.String, account: Schema.String })
const MOST = 200

export class Claims extends Effect.Service<Claims>()("effects/Claims", {
  dependencies: [LedgerSteps.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const steps = yield* LedgerSteps

    const records = SqlSchema.findAll({
      Request: Place,
      Result: ClaimFrom,
      execute: ({ account, communityId }) => sql`SELECT c.*, d.title, d.number, d.finished FROM claims c
        LEFT JOIN distribution_rows r ON r.id = c.origin_id
        LEFT JOIN distributions d ON d.id = r.distribution_id
        WHERE c.community_id = ${communityId} AND c.account = ${account}
        ORDER BY c.available_at DESC, c.id DESC LIMIT ${MOST}`
    })
    /** Steps of this account here, newest first. */
    const asked = SqlSchema.findAll({
      Request: Schema.Struct({ ...Place.fields, limit: Schema.Int }),
      Result: Step,
      execute: ({ account, communityId, limit }) => sql`SELECT * FROM ledger_steps
        WHERE community_id = ${communityId} AND kind = ${CLAIM} AND account = ${account} AND state <> 'replaced'
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    })
    const done = SqlSchema.single({
      Request: Place,
      Result: Schema.Struct({ n: Schema.Int }),
      execute: ({ account, communityId }) => sql`SELECT COUNT(*) AS n FROM ledger_steps
        WHERE community_id = ${communityId} AND kind = ${CLAIM} AND account = ${account} AND state = 'verified'`
    })
    const elsewhere = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, accounts: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ account: Schema.String }),
      execute: ({ accounts, communityId }) => sql`SELECT DISTINCT account FROM claims
        WHERE community_id = ${communityId} AND state = 'available' AND ${sql.in("account", accounts)}`
    })

    const symbolOf = (resource: string) =>
      ledger.shown.resource(resource).pipe(
        Effect.map(({ symbol }) => symbol ?? "tokens"),
        Effect.orElseSucceed(() => "tokens")
      )

    /** Takes everything, or one token, as the ledger keeps it at this moment. */
    const prepare = Effect.fn("Claims.prepare")(function* (community: Community, account: string, resource: string) {
      const place = onLedger(community)
      if (Option.isNone(place)) return yield* new DeployFirst()
      const { locker } = place.value
      const { time, vaults } = yield* orGatewayDown(ledger.lockerVaults(locker, account))
      const wanted = vaults.filter((vault) => vault.isFungible && (resource === "" || vault.resource === resource))
      const { id: communityId } = community
      if (wanted.length === 0) {
        const before = yield* Effect.orDie(records({ communityId, account }))
        const open = new Set(before.flatMap((each) => (each.state === "available" ? [each.resource] : [])))
        for (const each of open) {
          const held = amountOf(vaults.find((v) => v.resource === each)?.amount ?? NOTHING)
          yield* settleWithLedger(sql, {
            communityId,
            locker,
            account,
            resource: each,
            held,
            version: time.stateVersion
          })
        }
        const after = yield* Effect.orDie(records({ communityId, account }))
        const last = after
          .filter(({ state }) => state === "claimed" || state === "recovered")
          .reduce<ClaimFrom | null>(
            (late, each) => (late === null || each.updatedAt > late.updatedAt ? each : late),
            null
          )
        return yield* new NothingWaiting({
          endedAt: last?.updatedAt ?? null,
          end: last?.state === "recovered" ? "recovered" : "claimed"
        })
      }
      const items = yield* Effect.forEach(wanted, ({ amount, resource: of }) =>
        Effect.map(symbolOf(of), (symbol) => ({ resource: of, symbol, amount }))
      )
      const parts = items.map(
        (item) =>
          Templates.claim({
            locker,
            account,
            resource: item.resource,
            amount: amountOf(item.amount)
          }).instructions
      )
      const { n } = yield* Effect.orDie(done({ communityId, account }))
      return yield* steps.open({
        onceKey: `claim:${communityId}:${account}:${n}`,
        kind: CLAIM,
        communityId,
        related: locker,
        account,
        manifest: Tree.manifest(...parts.flatMap((each) => each.slice(0, 1)), ...(parts[0]?.slice(1) ?? [])),
        detail: { locker, version: time.stateVersion, items }
      })
    })

    return {
      prepare,
      symbolOf,
      records: (communityId: string, account: string) => Effect.orDie(records({ communityId, account })),
      asked: (communityId: string, account: string, limit: number) =>
        Effect.orDie(asked({ communityId, account, limit })),
      /** Which of these accounts have something here, by our records. */
      elsewhere: (communityId: string, accounts: ReadonlyArray<string>) =>
        accounts.length === 0
          ? Effect.succeed([])
          : Effect.map(Effect.orDie(elsewhere({ communityId, accounts })), (rows) => rows.map(({ account }) => account))
    }
  })
}) {}
