/** A treasury together with its escrow: moves between the two count neither as in nor as out. Integers only. Pure. */
import type { Amount } from "~/ledger/amount"
import type { ReasonSum, TokenSum } from "./sums"

export interface Block {
  readonly sums: ReadonlyArray<TokenSum>
  readonly reasons: ReadonlyArray<ReasonSum>
}

const sumOf = ({ reasons }: Block, reason: ReasonSum["reason"], resource: string): Amount =>
  reasons
    .filter((each) => each.reason === reason)
    .flatMap(({ sums }) => sums)
    .reduce((sum, each) => (each.resource === resource ? sum + each.amount : sum), 0n)

const NOTHING = { opening: 0n, closing: 0n, paidIn: 0n, paidOut: 0n, fees: 0n, hasMoved: false }

/**
 * One sum for each token of either block. If only one side of a move is recorded yet, the missing part counts as in or
 * out, so that every line adds up.
 */
export const totalOf = (treasury: Block, escrow: Block): ReadonlyArray<TokenSum> => {
  const resources = [...new Set([...treasury.sums, ...escrow.sums].map(({ resource }) => resource))]
  return resources.map((resource): TokenSum => {
    const [one, other] = [treasury, escrow].map(
      ({ sums }) => sums.find((each) => each.resource === resource) ?? NOTHING
    ) as [typeof NOTHING, typeof NOTHING] // of two blocks
    const [setAside, back] = [sumOf(treasury, "parked", resource), sumOf(treasury, "returned", resource)]
    const [filled, given] = [sumOf(escrow, "parked", resource), sumOf(escrow, "returned", resource)]
    const unmatched = setAside + back + filled + given
    const paidIn = one.paidIn + other.paidIn - back - filled + (unmatched > 0n ? unmatched : 0n)
    const paidOut = one.paidOut + other.paidOut - setAside - given + (unmatched < 0n ? unmatched : 0n)
    const fees = one.fees + other.fees
    return {
      resource,
      opening: one.opening + other.opening,
      received: paidIn,
      sent: paidOut - fees,
      paidIn,
      paidOut,
      fees,
      closing: one.closing + other.closing,
      difference: null,
      hasMoved: one.hasMoved || other.hasMoved
    }
  })
}
