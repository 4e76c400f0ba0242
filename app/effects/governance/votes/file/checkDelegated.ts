/**
 * Checks the delegations of a ballot file: each was signed by its delegator, was in force when voting opened, and is
 * between people on the list of voters (docs/votes.md). Pure; a file without any has no such step.
 */

import { delegationDigest, isInForce, LONGEST_MS, type SignedDelegation } from "../delegated/Delegation"
import { isAccountOf } from "../fields"
import { type Findings, findingsOf, of, together } from "./findings"
import type { Gathered } from "./gathered"
import { HOLDING_NOTE } from "./holder"
import type { Step } from "./Report"
import type { Around } from "./slices"

/** What is wrong with a single delegation; undefined if it is valid. */
export const delegatedProblem = (
  { networkId, proposal }: Pick<Around, "networkId" | "proposal">,
  { delegation, digest }: SignedDelegation
): string | undefined => {
  const { community, from, madeAt, to, until } = delegation
  if (delegationDigest(delegation) !== digest) return "Its hash does not match its text."
  if (delegation.networkId !== networkId || community !== proposal.community.id) return "It is for another community."
  if (!isAccountOf(networkId, from) || !isAccountOf(networkId, to))
    return "It does not name an account of this network."
  if (from === to) return "Its delegator and its delegate are the same account."
  if (Date.parse(until) - Date.parse(madeAt) > LONGEST_MS) return "It lasts longer than a year."
  return isInForce(delegation, proposal.proposalKind, Date.parse(proposal.opensAt))
    ? undefined
    : "It was not in force for this kind of proposal when voting opened."
}

/**
 * Whether each unused delegation is on the list, with the latest ballot of its delegate. That its delegator could not
 * have voted then is stated by the site alone, like the list of voters.
 */
const isExclusionInOrder = ({ casts, head, loans }: Gathered): boolean => {
  const delegates = new Map(loans.map(({ from, to }) => [from, to]))
  const latest = new Map<string | undefined, number>(casts.map((cast, row) => [cast?.account, row + 1]))
  return Object.entries(head.excludedDelegations ?? {}).every(([from, { seq }]) => {
    const delegate = delegates.get(from)
    return delegate !== undefined && latest.get(delegate) === seq && !latest.has(from)
  })
}

const NOT_EXCLUDED = "It names a delegation that is not in the list, or not with the latest ballot of its delegate."

export const checkDelegated = (gathered: Gathered): Findings => {
  const { digests, found, head, loans } = gathered
  const excluded = isExclusionInOrder(gathered) ? [] : [of("excludedDelegations", NOT_EXCLUDED)]
  const stated = head.proposal.snapshot.delegations
  if (head.delegations === undefined || stated === undefined) return findingsOf(excluded)
  const isFrozen = loans.length === stated.count && digests.delegations === stated.digest
  const words = "These are not the delegations that were frozen when voting opened."
  return together([found.delegated, findingsOf(isFrozen ? excluded : [of("delegations", words)])])
}

/** The step for a file with delegations; none for others. */
export const delegatedSteps = (
  { derivedDelegations, head, loans }: Gathered,
  { others, reported }: Findings
): ReadonlyArray<Step> => {
  if (head.delegations === undefined) return []
  const bad = others.size
  const unknown = loans.length - derivedDelegations
  const keys = unknown === 0 ? `${derivedDelegations} keys ${HOLDING_NOTE}.` : `${unknown} keys were not checked.`
  const [first] = reported
  return [
    {
      name: "Every delegation was signed by its delegator, and in force",
      state: bad > 0 ? "bad" : unknown > 0 ? "warn" : "ok",
      figure: `${Math.max(0, loans.length - bad)} of ${loans.length}`,
      detail:
        first === undefined ? keys : `${first.where.charAt(0).toUpperCase()}${first.where.slice(1)}: ${first.words}`
    }
  ]
}
