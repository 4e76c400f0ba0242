/** Who of the holders of admin badges can open the treasury with theirs, in words. Pure. */
import type { BadgeHolder } from "~/effects/treasury/deployment/badges"

/** Why nobody opens the treasury with these badges where they are; null where somebody can. */
export const holderWarning = ({ address, ids, name }: BadgeHolder): string | null => {
  const these = ids.length === 1 ? "this badge" : "these badges"
  if (!address.startsWith("account_")) {
    return `${ids.length === 1 ? "This badge is" : "These badges are"} in no account, so nobody opens the treasury with ${ids.length === 1 ? "it" : "them"}.`
  }
  return name === null
    ? `Nobody with an active profile here has this account, so nobody here opens the treasury with ${these}.`
    : null
}

/** What one more loss would do, once a badge is where nobody opens the treasury with it; null where it does no harm. */
export const lossWarning = (holders: ReadonlyArray<BadgeHolder>): string | null => {
  const good = holders.filter((holder) => holderWarning(holder) === null).flatMap(({ ids }) => ids)
  if (holders.length === 0 || good.length > 1 || holders.every((holder) => holderWarning(holder) === null)) return null
  return good.length === 1
    ? `Badge ${good[0]} is the only one with somebody here: if it is lost, this treasury stays shut. Give a further badge while you can.`
    : "No badge is with somebody here: nothing leaves this treasury until one is."
}
