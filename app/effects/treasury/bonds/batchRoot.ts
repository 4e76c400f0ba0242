/** The transaction of a batch: the treasury's side goes to the orders, and theirs to the treasury. Pure. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  type AccountAddress,
  type Admin,
  type Amount,
  amountOf,
  buildSubintent,
  compileManifest,
  formatAmount,
  type Manifest,
  ONE,
  type SignedPartial,
  Templates
} from "~/ledger/index"
import { batchManifest, exchangeOf, type OnLedgerSeries } from "./manifests"
import type { Direction, Order } from "./Order"

/** An unsigned subintent, for a dry run. Valid for two epochs, starting with `epoch`. */
const unsignedPart = (manifest: Manifest, epoch: number) =>
  Effect.map(
    Effect.orDie(compileManifest(manifest, { kind: "subintent", networkId: NETWORK_ID })),
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

/** XRD locked from the faucet for one batch; the unused part is refunded. */
export const FEE = 10n * 10n ** 18n

/** The treasury's side of a batch, and the badge that authorizes it. */
export interface SignedSide {
  readonly admin: Admin
  readonly treasury: AccountAddress
}

/** The same from escrow, where the relayer gives; what the orders give goes to the treasury. */
export interface EscrowSide {
  readonly escrow: string
  readonly address: AccountAddress
  readonly treasury: AccountAddress
  /** The escrow of a multisig treasury, which signs no batches by hand. */
  readonly isOfSigners: boolean
  /** XRD locked for a batch of this many orders. */
  readonly lock: (orders: number) => Amount
}

export type Side = SignedSide | EscrowSide
export const isEscrowSide = (side: Side): side is EscrowSide => "escrow" in side

/** Total units and money of some orders. */
export const totalsOf = (orders: ReadonlyArray<Pick<Order, "units" | "total">>) => ({
  units: orders.reduce((sum, { units }) => sum + units, 0),
  amount: formatAmount(orders.reduce((sum, { total }) => sum + amountOf(total), 0n))
})

/** Which resource each order gets, and what it gives in return. */
const deliveryOf = (series: OnLedgerSeries, direction: Direction, orders: ReadonlyArray<Order>) => {
  const { gets, gives } = exchangeOf(series, { direction, units: 1, total: formatAmount(ONE) })
  return {
    orders: orders.map((order) => ({
      subintent: order.subintentHash ?? "",
      amount: exchangeOf(series, order).gets.amount
    })),
    units: gets.resource,
    payments: gives.resource
  }
}

/** The root intent that combines the signed parts. `treasuryHash` names the treasury's part. */
export const rootOf = (
  series: OnLedgerSeries,
  direction: Direction,
  treasuryHash: string,
  orders: ReadonlyArray<Order>
) => {
  return Templates.settleBatch({
    networkId: NETWORK_ID,
    treasury: treasuryHash,
    ...deliveryOf(series, direction, orders),
    fee: FEE
  })
}

/**
 * Hash of the orders, stored with the batch's idempotency key on the ledger; anyone who knows the orders can compute
 * it.
 */
const hashOf = (orders: ReadonlyArray<Order>): string =>
  bytesToHex(sha256(utf8ToBytes(orders.map(({ subintentHash }) => subintentHash ?? "").join("\n"))))

/** The root intent from escrow, signed by the relayer alone. */
export const escrowRootOf = (
  series: OnLedgerSeries,
  direction: Direction,
  { address, lock, treasury }: EscrowSide,
  orders: ReadonlyArray<Order>,
  batchId: string
) => {
  return Templates.settleFromEscrow({
    escrow: address,
    treasury,
    ...deliveryOf(series, direction, orders),
    fee: lock(orders.length),
    batchId,
    batchHash: hashOf(orders)
  })
}

/** The treasury's part, still without a signature. */
export const unsigned = (
  series: OnLedgerSeries,
  direction: Direction,
  orders: ReadonlyArray<Order>,
  side: SignedSide,
  epoch: number
) => unsignedPart(batchManifest(series, { direction, ...totalsOf(orders) }, side.admin, side.treasury), epoch)
