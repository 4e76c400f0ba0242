/**
 * The lent votes of a ballot file: each was signed by its lender, was in force when voting opened, and is between people
 * on the list of voters (docs/votes.md, "Lent votes"). Pure but for the signatures; a file without any has no such step.
 */
import { isAccountOf } from "../fields"
import { delegationDigest, delegationsDigest, isInForce, LONGEST_MS, type SignedDelegation } from "../lent/Delegation"
import type { Loan } from "../lent/lentWeight"
import type { BallotFile } from "./BallotFile"
import { HOLDING_NOTE, holdingOf } from "./holder"
import type { Pace } from "./pace"
import type { Finding, Step } from "./Report"
import { isSignedFor } from "./signature"

const ofLine = (index: number, words: string): Finding => ({ row: null, where: `delegation ${index + 1}`, words })

const problemOf = (
  file: BallotFile,
  weights: ReadonlyMap<string, string>,
  { delegation, digest }: SignedDelegation
) => {
  const { networkId, proposal } = file
  const { community, from, madeAt, to, until } = delegation
  if (delegationDigest(delegation) !== digest) return "Its digest does not fit its text."
  if (delegation.networkId !== networkId || community !== proposal.community.id) return "It is for another community."
  if (!isAccountOf(networkId, from) || !isAccountOf(networkId, to)) return "It names no account of this network."
  if (from === to) return "It is lent to its own lender."
  if (!weights.has(from) || !weights.has(to)) return "It is not between two voters on the list."
  if (Date.parse(until) - Date.parse(madeAt) > LONGEST_MS) return "It is for longer than a year."
  return isInForce(delegation, proposal.proposalKind, Date.parse(proposal.opensAt))
    ? undefined
    : "It was not in force for this kind of proposal when voting opened."
}

/** What was lent, for counting; null where nothing was. Lines that are not in order were found before. */
export const loansOf = (file: BallotFile): ReadonlyArray<Loan> | null => {
  if (file.delegations === undefined) return null
  const weights = new Map(file.voters.map(({ account, weight }) => [account, weight]))
  return file.delegations.map(({ delegation: { from, to } }) => ({ from, to, weight: weights.get(from) ?? "0" }))
}

export const checkLent = async (file: BallotFile, pace: Pace): Promise<ReadonlyArray<Finding>> => {
  const { delegations } = file
  const stated = file.proposal.snapshot.delegations
  if (delegations === undefined || stated === undefined) return []
  const findings: Array<Finding> = []
  const weights = new Map(file.voters.map(({ account, weight }) => [account, weight]))
  await pace.each(delegations, async (line, index) => {
    const before = delegations[index - 1]?.delegation.from ?? ""
    if (before >= line.delegation.from)
      findings.push(ofLine(index, "It is out of order, or its lender is there twice."))
    const problem = problemOf(file, weights, line)
    if (problem !== undefined) findings.push(ofLine(index, problem))
    if (!(await isSignedFor(line.proof, line.digest, file))) {
      findings.push(
        ofLine(index, "Its signature does not fit its digest. It was changed after it was signed, or never signed.")
      )
    }
  })
  if (delegations.length !== stated.count || delegationsDigest(delegations) !== stated.digest) {
    findings.push({ row: null, where: "delegations", words: "They are not the ones that were frozen at the opening." })
  }
  return findings
}

/** The step of a file with lent votes; none for another. */
export const lentSteps = (file: BallotFile, findings: ReadonlyArray<Finding>): ReadonlyArray<Step> => {
  const { delegations } = file
  if (delegations === undefined) return []
  const bad = new Set(findings.map(({ where }) => where)).size
  const derived = delegations.filter(
    ({ delegation, proof }) => holdingOf(proof, delegation.from, file.networkId) === "derived"
  )
  const unknown = delegations.length - derived.length
  const keys = unknown === 0 ? `${derived.length} keys ${HOLDING_NOTE}.` : `${unknown} keys were not checked.`
  const [first] = findings
  return [
    {
      name: "Every lent vote was signed by its lender, and in force",
      state: bad > 0 ? "bad" : unknown > 0 ? "warn" : "ok",
      figure: `${Math.max(0, delegations.length - bad)} of ${delegations.length}`,
      detail:
        first === undefined ? keys : `${first.where.charAt(0).toUpperCase()}${first.where.slice(1)}: ${first.words}`
    }
  ]
}
