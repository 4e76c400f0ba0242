/** Whether badges can be those of signers, and which signers can approve by where their badges are. Pure; pages load this file. */
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

/** Limit of signers; each adds one signature to a transaction. */
export const MOST_SIGNERS = 9

interface Wanted {
  readonly ids: ReadonlyArray<string>
  readonly needed: number
  /** Admin badges by account. */
  readonly held: ReadonlyMap<string, ReadonlyArray<string>>
}

/** The badges or keys that count, each with its account and the person's name. */
export const slotsIn = (
  ids: ReadonlyArray<string>,
  held: ReadonlyMap<string, ReadonlyArray<string>>,
  names: ReadonlyMap<string, string>
) =>
  ids.map((id) => {
    const account = [...held].find(([, own]) => own.includes(id))?.[0] ?? null
    return { id, account, name: account === null ? null : (names.get(account) ?? null) }
  })

/** The fields that are wrong; null if none is. */
export const slotProblem = ({ held, ids, needed }: Wanted): Readonly<Record<string, string>> | null => {
  if (new Set(ids).size !== ids.length) return { signers: "Each badge counts once." }
  if (ids.length < 2) return { signers: "Choose at least two signers." }
  if (ids.length > MOST_SIGNERS) return { signers: `Choose at most ${MOST_SIGNERS} signers.` }
  const holders = [...held].filter(([, own]) => own.some((id) => ids.includes(id)))
  const found = holders.flatMap(([, own]) => own.filter((id) => ids.includes(id)))
  const missing = ids.find((id) => !found.includes(id))
  if (missing !== undefined) return { signers: `Nobody holds badge ${missing}.` }
  const double = holders.find(([, own]) => own.filter((id) => ids.includes(id)).length > 1)
  if (double !== undefined) return { signers: "One account holds two of these badges. Each account can be one signer." }
  if (!Number.isInteger(needed) || needed < 2) return { needed: "At least two must approve." }
  if (needed > ids.length) return { needed: `There are ${ids.length} signers: no more than that can approve.` }
  return null
}

interface Signing extends Pick<Wanted, "held"> {
  readonly rule: { readonly ids: ReadonlyArray<string>; readonly needed: number }
  readonly names: ReadonlyMap<string, string>
  /** The proposer's badge, which is asked first. */
  readonly first: string
  /** Chosen badges; empty if none were chosen. */
  readonly sign: ReadonlyArray<string>
}

type SignerSlots = ReturnType<typeof slotsIn>

/** Exactly as many signers as must sign, each with a badge that can; or why they cannot be asked. */
export const signingSlots = ({
  first,
  held,
  names,
  rule,
  sign
}: Signing): { readonly seats: SignerSlots } | { readonly problem: string } => {
  const all = slotsIn(rule.ids, held, names)
  const isAble = ({ account, id }: SignerSlots[number]) =>
    isInAccount({ account }) && !all.some((other) => other.account === account && other.id !== id)
  if (sign.length > 0) {
    const seats = all.filter(({ id }) => sign.includes(id))
    if (seats.length !== sign.length || seats.length !== rule.needed) {
      return { problem: `Choose exactly ${rule.needed} of the ${rule.ids.length} signers.` }
    }
    const unable = seats.find((seat) => !isAble(seat))
    return unable === undefined
      ? { seats }
      : { problem: `Nobody can sign with badge ${unable.id}. Choose another signer.` }
  }
  const order = (seat: SignerSlots[number]) => (seat.id === first ? 0 : seat.name !== null ? 1 : 2)
  const able = all.filter(isAble).sort((one, other) => order(one) - order(other))
  return able.length < rule.needed
    ? { problem: `Only ${able.length} of ${rule.ids.length} signers can sign, and ${rule.needed} must.` }
    : { seats: able.slice(0, rule.needed) }
}
