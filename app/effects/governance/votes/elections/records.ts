/**
 * The counted ballots of a ranked or approval vote in the field's formats: BLT, and CSV with one cast vote record a
 * line. Pure. Each ballot has the weight that counts, delegated weight included.
 */
import { csvHead, csvLine } from "~/effects/base/text/csv"
import type { FrozenProposal } from "../proposal/FrozenProposal"
import { readVotes, type Votes } from "../weight"
import { writeBlt } from "./blt"

type Rules = Pick<FrozenProposal, "choices" | "seats" | "title" | "voteType">

export interface CountedRecord {
  /** Number of the ballot in the chain. */
  readonly seq: number
  /** Decimal, own and delegated. */
  readonly counted: string
  readonly choice: ReadonlyArray<string>
}

export const isElection = ({ voteType }: Pick<Rules, "voteType">): boolean =>
  voteType === "ranked" || voteType === "approval"

/** Largest power of ten that divides all of them. */
const commonZeros = (votes: Iterable<Votes>): bigint => {
  let unit = readVotes("1")
  for (const some of votes) while (unit > 1n && some % unit !== 0n) unit /= 10n
  return unit
}

/** Weights have decimals, and readers of BLT take whole numbers only: all are multiplied by one power of ten. */
export const bltOf = ({ choices, seats, title, voteType }: Rules, behind: ReadonlyMap<string, Votes>): string => {
  const places = new Map(choices.map(({ key }, at) => [key, at]))
  const unit = commonZeros(behind.values())
  const times = readVotes("1") / unit
  const notes = [
    ...(voteType === "approval" ? ["approval: the order says nothing"] : []),
    ...(times === 1n ? [] : [`weights times ${times}`])
  ]
  return writeBlt({
    names: choices.map(({ label }) => label),
    seats: seats ?? 1,
    title: notes.length === 0 ? title : `${title} (${notes.join("; ")})`,
    papers: [...behind].map(([name, votes]) => ({
      count: votes / unit,
      ranks: name.split(",").flatMap((key) => places.get(key) ?? [])
    }))
  })
}

/** The key that ballots with the same choices share. Approval has no order, so that of the list. */
export const sameChoices = ({ choices, voteType }: Rules, choice: ReadonlyArray<string>): string =>
  (voteType === "approval" ? choices.map(({ key }) => key).filter((key) => choice.includes(key)) : choice).join(",")

/** Names of choices are cells in the header (approval) or in the ranks (ranked). */
export const recordsHeader = ({ choices, voteType }: Rules): string =>
  csvHead(["ballot", "weight", ...choices.map(({ label }, at) => (voteType === "ranked" ? `rank${at + 1}` : label))])

export const recordLine = ({ choices, voteType }: Rules, { choice, counted, seq }: CountedRecord): string => {
  const labelOf = (key: string | undefined) => choices.find((known) => known.key === key)?.label
  const cells = choices.map(({ key }, at) => {
    if (voteType === "approval") return choice.includes(key) ? "1" : "0"
    return labelOf(choice[at]) ?? ""
  })
  return csvLine([seq, counted, ...cells])
}
