/** Warnings about admin badges with which nobody here can spend from the treasury. Pure. */
import type { BadgeHolder } from "~/effects/treasury/deployment/badges"

/** Why nobody can spend with these badges where they are; null if someone can. */
export const holderWarning = ({ address, ids, name }: BadgeHolder): string | null => {
  const these = ids.length === 1 ? "this badge" : "these badges"
  if (!address.startsWith("account_")) {
    return `${ids.length === 1 ? "This badge is" : "These badges are"} in no account, so nobody can spend from the treasury with ${ids.length === 1 ? "it" : "them"}.`
  }
  return name === null
    ? `This account belongs to nobody with an active profile here, so no member can spend from the treasury with ${these}.`
    : null
}

/**
 * What losing one more badge would do, once nobody can spend with at least one of them; null if it would do no harm.
 */
export const lossWarning = (holders: ReadonlyArray<BadgeHolder>): string | null => {
  const good = holders.filter((holder) => holderWarning(holder) === null).flatMap(({ ids }) => ids)
  if (holders.length === 0 || good.length > 1 || holders.every((holder) => holderWarning(holder) === null)) return null
  return good.length === 1
    ? `Badge ${good[0]} is the only one that a member holds: if it is lost, nobody can spend from this treasury. Give another badge while you can.`
    : "No member holds a badge, so nothing can leave this treasury until one does."
}
