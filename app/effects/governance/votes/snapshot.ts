/** The list of voters with their weights, frozen at the opening (docs/product/votes.md). Pure. */
import { Schema } from "effect"
import { hashOf } from "~/effects/base/text/digest"
import { AccountAddress, Decimal, Digest, Instant } from "./fields"
import { sumOf } from "./weight"

export const Eligible = Schema.Struct({ account: AccountAddress, weight: Decimal })
export type Eligible = typeof Eligible.Type

/** Hash and totals of the list, as in the proposal; ballots sign them through the proposal's hash. */
export const Snapshot = Schema.Struct({
  /** Ledger state version at which balances were read. */
  stateVersion: Schema.Int.pipe(Schema.nonNegative()),
  epoch: Schema.Int.pipe(Schema.nonNegative()),
  takenAt: Instant,
  eligibleCount: Schema.Int.pipe(Schema.nonNegative()),
  eligibleWeight: Decimal,
  /** BLAKE2b-256 of the canonical list, ordered by address. */
  digest: Digest,
  /** Delegations in force when voting opened, and the most that one person may use of them; absent without any. */
  delegations: Schema.optionalWith(
    Schema.Struct({
      count: Schema.Int.pipe(Schema.positive()),
      digest: Digest,
      limitPct: Schema.Int.pipe(Schema.between(1, 100))
    }),
    { exact: true }
  )
})
export type Snapshot = typeof Snapshot.Type

/** In the order in which it is hashed and written; accounts without weight are left out. */
export const eligibleList = (members: Iterable<Eligible>): ReadonlyArray<Eligible> =>
  [...members]
    .filter(({ weight }) => weight !== "0")
    .map(({ account, weight }) => ({ account, weight }))
    .sort((one, other) => (one.account < other.account ? -1 : 1))

export const listHash = (list: ReadonlyArray<Eligible>): string => hashOf(list.map((row) => ({ ...row })))

/** Freezes a list made by `eligibleList`. */
export const takeSnapshot = (
  list: ReadonlyArray<Eligible>,
  ledger: Pick<Snapshot, "stateVersion" | "epoch" | "takenAt">,
  delegations?: Snapshot["delegations"]
): Snapshot => ({
  stateVersion: ledger.stateVersion,
  epoch: ledger.epoch,
  takenAt: ledger.takenAt,
  eligibleCount: list.length,
  eligibleWeight: sumOf(list.map(({ weight }) => weight)),
  digest: listHash(list),
  ...(delegations === undefined ? {} : { delegations })
})
