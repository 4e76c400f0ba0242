/**
 * Signed statements: what a member signs when publishing a proposal or an announcement (docs/product/votes.md). Pure.
 *
 * The wallet's challenge is `statementDigest(statement)`; only these fields are signed, written as RFC 8785 JSON.
 */
import type { Json } from "./canonical"
import { hashOf } from "./digest"

interface Issued {
  readonly networkId: number
  /** Id of the community. */
  readonly community: string
  /** Id of what is published. */
  readonly id: string
  /** Account address. */
  readonly issuer: string
  readonly title: string
  /** Markdown, as typed. */
  readonly body: string
  /** ISO instant in UTC. */
  readonly publishAt: string
  /** 32 hex digits, from the server. */
  readonly nonce: string
}
export type AnnouncementFields = Issued

/** The voting rules of a proposal that its signature covers. */
export interface StatedRules {
  readonly voteType: string
  readonly maxSelections: number | null
  readonly seats: number | null
  readonly reviewHours: number
  readonly opensAt: string
  readonly closesAt: string
  readonly quorumPct: number
  /** Percent, or a fraction such as "2/3". */
  readonly thresholdPct: number | string
  readonly weightMode: string
  readonly resultsVisibility: string
}
export interface StatedChoice {
  readonly key: string
  readonly label: string
  readonly note: string
  /** Of a poll for a date only. */
  readonly start?: string
  readonly end?: string
}
export interface ProposalFields extends Issued {
  readonly choices: ReadonlyArray<StatedChoice>
  readonly rules: StatedRules
  /** Hash of the action in canonical form; null if the proposal has none. */
  readonly actionHash: string | null
}

export type AnnouncementStatement = Issued & { readonly kind: "announcement"; readonly v: 1 }
export type ProposalStatement = ProposalFields & { readonly kind: "proposal"; readonly v: 1 }
export type Statement = AnnouncementStatement | ProposalStatement

/** Copies field by field, so that nothing else of a wider object is signed. */
const issued = ({ body, community, id, issuer, networkId, nonce, publishAt, title }: Issued): Issued => ({
  networkId,
  community,
  id,
  issuer,
  title,
  body,
  publishAt,
  nonce
})

export const announcementStatement = (fields: AnnouncementFields): AnnouncementStatement => ({
  kind: "announcement",
  v: 1,
  ...issued(fields)
})

export const proposalStatement = (fields: ProposalFields): ProposalStatement => {
  const { closesAt, maxSelections, opensAt, quorumPct, resultsVisibility, reviewHours } = fields.rules
  const { seats, thresholdPct, voteType, weightMode } = fields.rules
  return {
    kind: "proposal",
    v: 1,
    ...issued(fields),
    choices: fields.choices.map(({ end, key, label, note, start }) => ({
      key,
      label,
      note,
      ...(start !== undefined && { start }),
      ...(end !== undefined && { end })
    })),
    rules: {
      voteType,
      maxSelections,
      seats,
      reviewHours,
      opensAt,
      closesAt,
      quorumPct,
      thresholdPct,
      weightMode,
      resultsVisibility
    },
    actionHash: fields.actionHash
  }
}

const ruleMembers = (rules: StatedRules): Json => ({ ...rules })

/** 64 hex digits: the challenge for the author's wallet. */
export const statementDigest = (statement: Statement): string =>
  statement.kind === "announcement"
    ? hashOf({ ...statement })
    : hashOf({
        ...statement,
        choices: statement.choices.map((choice) => ({ ...choice })),
        rules: ruleMembers(statement.rules)
      })
