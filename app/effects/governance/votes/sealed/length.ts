/**
 * The fixed length of all sealed bodies of a vote, so that their size reveals nothing (docs/votes.md): the longest
 * possible choice, and room for a reason of 500 characters of four bytes each. Pure.
 */
import { canonical } from "~/effects/base/text/canonical"
import type { ProposalChoice, VoteType } from "../proposal/Proposal"
import { sidesOf } from "../proposal/voteTypes"

export interface LengthRules {
  readonly voteType: VoteType
  readonly choices: ReadonlyArray<Pick<ProposalChoice, "key">>
  /** The version of the body; absent in votes opened before there was a second one. */
  readonly sealedBody?: 2 | undefined
}

const REASON_BYTES = 2_048
/** Bytes for account and proposal with their member names, in a body of version 2. */
const BOUND_BYTES = 256
const MOST_POINTS = 100
/** Bytes of the authentication tag of XChaCha20-Poly1305, after the body. */
const TAG_BYTES = 16

/** Keys are ASCII, so characters equal bytes. */
const longestChoice = ({ choices, voteType }: LengthRules): number => {
  const keys = choices.map(({ key }) => key)
  if (voteType === "single" || sidesOf(voteType) !== null) return Math.max(...keys.map((key) => canonical(key).length))
  if (voteType === "approval" || voteType === "ranked") return canonical(keys).length
  return canonical(Object.fromEntries(keys.map((key) => [key, MOST_POINTS]))).length
}

/** Bytes before encryption. */
export const bodyLength = (rules: LengthRules): number =>
  `{"choice":,"reason":""}`.length +
  longestChoice(rules) +
  REASON_BYTES +
  (rules.sealedBody === undefined ? 0 : BOUND_BYTES)

/** Bytes on a ballot. */
export const sealedLength = (rules: LengthRules): number => bodyLength(rules) + TAG_BYTES
