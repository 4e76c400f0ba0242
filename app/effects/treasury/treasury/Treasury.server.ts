/**
 * Treasury: balances from the ledger, and movements as the indexer wrote them down. What pages show may be a minute old
 * and says from when it is; nothing is decided on it.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Cache, Duration, Effect, Exit, Order, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountFromText, AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"
import { linesOf } from "./balances"
import type { Movement, ShownTreasury, TreasuryView } from "./view"

const LIFE = Duration.seconds(60) // docs/product/treasury.md, 3.6.7
const AFTER_TROUBLE = Duration.seconds(5)
const REMEMBERED = 500
/** Holdings that are named; a treasury with more is spam. */
const SHOWN = 100
/** Tokens whose balance is drawn over time. */
const LINES = 4
const XRD = "resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc" // docs/ledger.md, 2

const Row = Schema.Struct({
  txId: Schema.String,
  at: Schema.Number,
  stateVersion: Schema.Number,
  kind: Schema.String,
  resource: Schema.String,
  change: AmountText
}).annotations(rowOf("treasury_movements", ["txId", "resource"]))

export interface MovementsAfter {
  readonly stateVersion: number
  readonly resource: string
}

const largestFirst = Order.reverse(Order.mapInput(Order.bigint, ({ size }: { readonly size: bigint }) => size))

export class Treasury extends Effect.Service<Treasury>()("effects/Treasury", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger

    /** By symbol, else name, else the end of the address. */
    const namesOf = Effect.fn("Treasury.namesOf")(function* (resources: ReadonlyArray<string>) {
      const found = yield* Effect.either(ledger.shown.entityDetails([...new Set(resources)]))
      return new Map(
        resources.map((address) => {
          const metadata =
            found._tag === "Right" ? (found.right.byAddress.get(address)?.metadata ?? new Map()) : new Map()
          const known = address === XRD ? "XRD" : (textIn(metadata, "symbol") ?? textIn(metadata, "name"))
          return [address, known ?? `…${address.slice(-6)}`] as const
        })
      )
    })

    const read = Effect.fn("Treasury.read")(function* (account: string) {
      const { byAccount, time } = yield* ledger.shown.balances([account])
      const held = [...(byAccount.get(account) ?? [])]
        .map(([resource, amount]) => ({ resource, size: amountOf(amount) }))
        .filter(({ size }) => size > 0n)
        .sort(largestFirst)
        .slice(0, SHOWN)
      const names = yield* namesOf(held.map(({ resource }) => resource))
      return {
        time,
        holdings: held.map(({ resource, size }) => ({
          resource,
          name: names.get(resource) ?? resource,
          amount: formatAmount(size)
        }))
      } satisfies TreasuryView
    })

    const known = yield* Cache.makeWith({
      capacity: REMEMBERED,
      lookup: read,
      timeToLive: (exit) => (Exit.isSuccess(exit) && exit.value.time.isFresh ? LIFE : AFTER_TROUBLE)
    })

    /** For pages. */
    const shown = Effect.fn("Treasury.shown")(
      ({ treasuryAccount }: Pick<Community, "treasuryAccount">): Effect.Effect<ShownTreasury> =>
        treasuryAccount === null
          ? Effect.succeed({ state: "none" })
          : Effect.match(known.get(treasuryAccount), {
              onFailure: () => ({ state: "down" }),
              onSuccess: (view) => ({ state: "known", ...view })
            })
    )

    const page = SqlSchema.findAll({
      Request: Schema.Struct({ id: Schema.String, version: Schema.Number, resource: Schema.String, limit: Schema.Int }),
      Result: Row,
      execute: ({ id, limit, resource, version }) => sql`
        SELECT m.tx_id, m.at, m.state_version, COALESCE(r.kind, 'seen') AS kind, m.resource, m.change
        FROM treasury_movements m
        LEFT JOIN ledger_records r ON r.community_id = m.community_id AND r.tx_id = m.tx_id
        WHERE m.community_id = ${id} AND (m.state_version, m.resource) < (${version}, ${resource})
        ORDER BY m.state_version DESC, m.resource DESC LIMIT ${limit}`
    })

    /** Newest first. */
    const movements = Effect.fn("Treasury.movements")(function* (
      communityId: string,
      after: MovementsAfter | null,
      limit: number
    ) {
      const version = after?.stateVersion ?? Number.MAX_SAFE_INTEGER
      const rows = yield* Effect.orDie(page({ id: communityId, version, resource: after?.resource ?? "", limit }))
      const names = rows.length === 0 ? new Map() : yield* namesOf(rows.map(({ resource }) => resource))
      return rows.map((row): Movement => ({ ...row, name: names.get(row.resource) ?? row.resource }))
    })

    const days = SqlSchema.findAll({
      Request: Schema.Struct({ id: Schema.String, resources: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ resource: Schema.String, day: Schema.Number, change: AmountFromText }).annotations(
        rowOf("treasury_days", ["resource", "day"])
      ),
      execute: ({ id, resources }) => sql`SELECT resource, day, change FROM treasury_days
        WHERE community_id = ${id} AND ${sql.in("resource", resources)}`
    })

    /** Of the community's own token, of XRD, and of what else it holds. */
    const lines = Effect.fn("Treasury.lines")(function* (
      { id, tokenResource, tokenSymbol }: Pick<Community, "id" | "tokenResource" | "tokenSymbol">,
      now: ShownTreasury
    ) {
      const held = now.state === "known" ? now.holdings : []
      const names = new Map([[XRD, "XRD"], ...held.map(({ name, resource }) => [resource, name] as const)])
      if (tokenResource !== null && tokenSymbol !== null) names.set(tokenResource, tokenSymbol)
      const first = tokenResource === null ? [XRD] : [tokenResource, XRD]
      const resources = [...new Set([...first, ...held.map(({ resource }) => resource)])].slice(0, LINES)
      const changes = yield* Effect.orDie(days({ id, resources }))
      const amountIn = (resource: string) => held.find((each) => each.resource === resource)?.amount ?? NOTHING
      return linesOf(
        changes,
        resources.map((resource) => ({
          resource,
          name: names.get(resource) ?? `…${resource.slice(-6)}`,
          held: now.state === "known" && now.time.isFresh ? amountIn(resource) : null
        }))
      )
    })

    return { shown, movements, lines }
  })
}) {}
