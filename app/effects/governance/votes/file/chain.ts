/** Checks that depend on earlier ballots and on the list of voters: slice by slice, in the order of the file. */
import { makeFindings, ofBallot } from "./findings"
import { type BallotsFound, type Cast, FOLLOWS, type Said } from "./slices"

const NO_VOTER = "Its account is not on the list of voters."
const OTHER_WEIGHT = "Its weight is not the one on the list of voters."
const NOT_NAMED = "It does not name this voter's previous ballot."
const NONCE = "Its nonce was used before."

/** @param weights by account. */
export const makeChain = (proposalDigest: string, weights: ReadonlyMap<string, string>) => {
  const [chain, weighed] = [makeFindings(), makeFindings()]
  const latest = new Map<string, string>()
  const nonces = new Set<string>()
  const casts: Array<Cast | null> = []
  let head = proposalDigest

  const take = (found: BallotsFound) => {
    const links = [...found.links]
    /** Findings within a slice come before those that depend on other slices. */
    const linksOf = (row: number): ReadonlyArray<Said> => {
      const end = links.findIndex((link) => link.row > row)
      return links.splice(0, end < 0 ? links.length : end)
    }
    const first = casts.length
    if (found.before !== head && !found.links.some(({ row, words }) => row === first && words === FOLLOWS)) {
      chain.add(ofBallot(first, FOLLOWS))
    }
    for (const cast of found.casts) {
      const row = casts.length
      for (const { words } of linksOf(row)) chain.add(ofBallot(row, words))
      casts.push(cast)
      if (cast === null) continue
      const { account, digest, nonce, supersedes, weight } = cast
      if (supersedes !== (latest.get(account) ?? null)) chain.add(ofBallot(row, NOT_NAMED))
      if (nonces.has(nonce)) chain.add(ofBallot(row, NONCE))
      nonces.add(nonce)
      latest.set(account, digest)
      const listed = weights.get(account)
      if (listed !== weight) weighed.add(ofBallot(row, listed === undefined ? NO_VOTER : OTHER_WEIGHT))
    }
    head = found.head
  }
  return { take, casts, chain, weighed, head: () => head }
}
