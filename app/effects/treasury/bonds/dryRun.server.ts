/** Which orders a batch can be made of: tried on the ledger before anybody signs for the treasury (R-B7). */
import { Chunk, Effect, Option } from "effect"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { GatewayDown } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import {
  type Admin,
  amountOf,
  buildSubintent,
  compileManifest,
  formatAmount,
  NOTHING,
  ONE,
  type SignedPartial,
  subintentHash,
  Templates,
  writeHash
} from "~/ledger/index"
import { RAN_OUT, SPENT } from "./ends.server"
import { ORDERS } from "./limits"
import { batchManifest, exchangeOf, type OnLedgerSeries } from "./manifests"
import type { Direction, Order } from "./Order"
import { SealedOrders } from "./SealedOrders.server"
import { Settler } from "./Settler.server"

/** Locked from the faucet for one batch; what is not used goes back. */
export const FEE = 10n * 10n ** 18n

export interface Side {
  readonly admin: Admin
  readonly treasury: string
}

export const totalsOf = (orders: ReadonlyArray<Pick<Order, "units" | "total">>) => ({
  units: orders.reduce((sum, { units }) => sum + units, 0),
  amount: formatAmount(orders.reduce((sum, { total }) => sum + amountOf(total), 0n))
})

/** The root of a batch: what the treasury gives goes to the orders, what they give to the treasury. */
export const rootOf = (
  series: OnLedgerSeries,
  direction: Direction,
  treasuryHash: string,
  orders: ReadonlyArray<Order>
) => {
  const { gets, gives } = exchangeOf(series, { direction, units: 1, total: formatAmount(ONE) })
  return Templates.settleBatch({
    networkId: NETWORK_ID,
    treasury: treasuryHash,
    orders: orders.map((order) => ({
      subintent: order.subintentHash ?? "",
      amount: exchangeOf(series, order).gets.amount
    })),
    units: gets.resource,
    payments: gives.resource,
    fee: FEE
  })
}

/** The treasury's part as it will be, without a signature. */
const unsigned = (
  series: OnLedgerSeries,
  direction: Direction,
  orders: ReadonlyArray<Order>,
  side: Side,
  epoch: number
) =>
  Effect.map(
    Effect.orDie(
      compileManifest(batchManifest(series, { direction, ...totalsOf(orders) }, side.admin, side.treasury), {
        kind: "subintent",
        networkId: NETWORK_ID
      })
    ),
    (compiled): SignedPartial => ({
      partial: {
        root: buildSubintent(
          {
            networkId: NETWORK_ID,
            startEpoch: BigInt(epoch),
            endEpoch: BigInt(epoch) + 2n,
            minTimestamp: Option.none(),
            maxTimestamp: Option.none(),
            discriminator: 1n
          },
          compiled
        ),
        subintents: []
      },
      signatures: [],
      subintentSignatures: []
    })
  )

export interface Failing {
  readonly order: Order
  readonly failure: string
}

export interface DryRun {
  /** Those that work, as they fit into transactions. */
  readonly batches: ReadonlyArray<ReadonlyArray<Order>>
  readonly failed: ReadonlyArray<Failing>
  /** Of the first batch. */
  readonly fee: AmountText
}

export const makeDryRun = Effect.gen(function* () {
  const ledger = yield* Ledger
  const settler = yield* Settler
  const { partOf } = yield* SealedOrders
  const down = (cause: unknown) => new GatewayDown({ cause })

  const attempt = Effect.fnUntraced(function* (
    series: OnLedgerSeries,
    direction: Direction,
    orders: ReadonlyArray<Order>,
    side: Side,
    epoch: number
  ) {
    const treasury = yield* unsigned(series, direction, orders, side, epoch)
    const hash = writeHash("subtxid", subintentHash(treasury.partial.root), NETWORK_ID)
    const bytes = yield* settler.dryRun({
      manifest: rootOf(series, direction, hash, orders),
      children: [treasury, ...(yield* Effect.forEach(orders, partOf))],
      epoch
    })
    return yield* Effect.mapError(ledger.previewV2(bytes, { assumeAllSignatures: true }), down)
  })

  /** Orders whose account does not hold what they give; one that signed twice is served as far as it goes. */
  const spent = Effect.fnUntraced(function* (series: OnLedgerSeries, orders: ReadonlyArray<Order>) {
    const [first] = orders
    if (first === undefined) return new Set<string>()
    const { gives } = exchangeOf(series, first)
    const accounts = [...new Set(orders.map(({ account }) => account))]
    const { byAccount } = yield* Effect.mapError(ledger.balancesOf(gives.resource, accounts), down)
    const rest = new Map(accounts.map((each) => [each, amountOf(byAccount.get(each) ?? NOTHING)]))
    return new Set(
      orders.flatMap((order) => {
        const left = (rest.get(order.account) ?? 0n) - exchangeOf(series, order).gives.amount
        if (left < 0n) return [order.id]
        rest.set(order.account, left)
        return []
      })
    )
  })

  /** Orders whose wallet gave them fewer epochs than they wait; with one of them a batch is no transaction at all. */
  const ranOut = (orders: ReadonlyArray<Order>, epoch: number) =>
    Effect.map(
      Effect.filter(orders, (order) =>
        Effect.map(partOf(order), ({ partial }) => partial.root.core.header.endEpoch <= BigInt(epoch) + 1n)
      ),
      (over) => new Set(over.map(({ id }) => id))
    )

  /** The whole batch first; only where that fails, order by order, keeping those it works with. */
  const tryBatch = Effect.fnUntraced(function* (
    series: OnLedgerSeries,
    direction: Direction,
    able: ReadonlyArray<Order>,
    side: Side,
    epoch: number
  ) {
    const whole = yield* attempt(series, direction, able, side, epoch)
    if (whole.status === "Succeeded") return { kept: able, failed: [], fee: whole.fee }
    let kept: ReadonlyArray<Order> = []
    let fee = NOTHING
    const failed: Array<Failing> = []
    for (const order of able) {
      const tried = yield* attempt(series, direction, [...kept, order], side, epoch)
      if (tried.status === "Succeeded") {
        kept = [...kept, order]
        fee = tried.fee
      } else {
        failed.push({ order, failure: Option.getOrElse(tried.error, () => "The ledger would refuse it") })
      }
    }
    return { kept, failed, fee }
  })

  /** Tries any number of orders, in batches as they would be sent, against the ledger as it is now. */
  const dryRun = Effect.fn("bonds.dryRun")(function* (
    series: OnLedgerSeries,
    direction: Direction,
    wanted: ReadonlyArray<Order>,
    side: Side
  ) {
    const { epoch } = yield* Effect.mapError(ledger.currentState(), down)
    const over = yield* ranOut(wanted, epoch)
    const valid = wanted.filter(({ id }) => !over.has(id))
    const without = yield* spent(series, valid)
    const failed = wanted.flatMap((order): ReadonlyArray<Failing> => {
      if (over.has(order.id)) return [{ order, failure: RAN_OUT }]
      return without.has(order.id) ? [{ order, failure: SPENT[direction] }] : []
    })
    const able = valid.filter(({ id }) => !without.has(id))
    const tried = yield* Effect.forEach(
      Chunk.chunksOf(Chunk.fromIterable(able), ORDERS),
      (some) => tryBatch(series, direction, Chunk.toReadonlyArray(some), side, epoch),
      { concurrency: 4 }
    )
    const sound = tried.filter(({ kept }) => kept.length > 0)
    return {
      batches: sound.map(({ kept }) => kept),
      failed: [...failed, ...tried.flatMap((each) => each.failed)],
      fee: sound[0]?.fee ?? NOTHING
    } satisfies DryRun
  })

  return { dryRun }
})
