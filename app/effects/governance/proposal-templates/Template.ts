/**
 * A proposal template (docs/product/votes.md): the questions for the author, and the initial settings of the proposal.
 * Types and schemas; pages load the types only.
 */
import { Schema } from "effect"
import { ProposalKind, VoteType } from "~/effects/governance/votes/proposal/Proposal"

/**
 * `line`: short text. `text`: paragraphs. `number`: a number or an amount. `date`: a day. `member`: an active member.
 */
export const FieldKind = Schema.Literal("line", "text", "number", "date", "member")
export type FieldKind = typeof FieldKind.Type

export const TemplateField = Schema.Struct({
  label: Schema.String,
  /** Empty for none. */
  help: Schema.String,
  kind: FieldKind,
  isNeeded: Schema.Boolean
})
export type TemplateField = typeof TemplateField.Type

/** Everything in a template but its name. */
export const TemplateContent = Schema.Struct({
  /** What the template is for, in a sentence; empty for none. */
  about: Schema.String,
  kind: ProposalKind,
  voteType: VoteType,
  /** Choices that the form starts with; empty for yes-or-no votes, and if each proposal has its own. */
  choices: Schema.Array(Schema.Struct({ label: Schema.String, note: Schema.String })),
  /** Seats to be filled; absent for the author's own number. */
  seats: Schema.optionalWith(Schema.Int, { exact: true }),
  /** Voting time; null for the community's minimum. */
  periodHours: Schema.NullOr(Schema.Int),
  /** What the title starts with; empty for none. */
  titleStart: Schema.String,
  fields: Schema.Array(TemplateField)
})
export type TemplateContent = typeof TemplateContent.Type

/**
 * A template that can be filled in: a community's own, or a built-in one, whose id is its kind and whose version is 0.
 */
export interface Template {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly content: TemplateContent
}
