/** Which signers can approve by where their badges are, in words. Pure; pages load this file. */
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"

interface Placed {
  readonly id: string
  /** The badge's account on the ledger; null if it is in none. */
  readonly account: string | null
  /** Null without an active profile here. */
  readonly name: string | null
}

export const isInAccount = ({ account }: Pick<Placed, "account">): boolean => account?.startsWith("account_") ?? false

/** Why nobody approves with a badge where it is; null if somebody can. */
export const placeWords = (seats: ReadonlyArray<Placed>, seat: Placed): string | null => {
  if (!isInAccount(seat)) return "This badge is in no account, so nobody approves with it."
  if (seats.some(({ account, id }) => account === seat.account && id !== seat.id)) {
    return "This account holds two of these badges, so it approves with neither of them."
  }
  return seat.name === null
    ? `Nobody with an active profile here has this account, so nobody approves with this ${isKeySeat(seat.id) ? "key" : "badge"}.`
    : null
}

interface Reach {
  readonly needed: number
  readonly seats: ReadonlyArray<Placed>
}

/** What one more loss would do; null if it does no harm. */
export const reachWords = ({ needed, seats }: Reach): string | null => {
  const reachable = seats.filter((seat) => placeWords(seats, seat) === null).length
  if (reachable > needed) return null
  const byKeys = seats.some(({ id }) => isKeySeat(id))
  const counts = `${reachable} of ${seats.length} signers can approve, and ${needed} must:`
  return reachable === needed
    ? `${counts} one more ${byKeys ? "key that is lost or replaced" : "lost badge"} shuts this treasury for good. Add or replace a signer while enough of you can approve.`
    : `Only ${counts} nothing leaves this treasury until ${byKeys ? "another signer has an active profile" : "a badge is back with somebody"} here.`
}
