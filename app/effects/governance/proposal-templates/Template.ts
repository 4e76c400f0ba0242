/**
 * A template for proposals (docs/product/votes.md, "Templates"): what is asked of the author, and how the proposal is
 * set up at first. Types and schemas; pages load the types alone.
 */
import { Schema } from "effect"
import { ProposalKind, VoteType } from "~/effects/governance/votes/proposal/Proposal"

/** `line`: short text. `text`: paragraphs. `number`: also an amount. `date`: a day. `member`: an active member. */
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

/** What a template holds besides its name. */
export const TemplateContent = Schema.Struct({
  /** What it is for, in a sentence; empty for none. */
  about: Schema.String,
  kind: ProposalKind,
  voteType: VoteType,
  /** What stands in the form at first; empty for votes by yes or no, and where each proposal has its own. */
  choices: Schema.Array(Schema.Struct({ label: Schema.String, note: Schema.String })),
  /** Voting time; null for what the community asks for. */
  periodHours: Schema.NullOr(Schema.Int),
  /** What the title begins with; empty for none. */
  titleStart: Schema.String,
  fields: Schema.Array(TemplateField)
})
export type TemplateContent = typeof TemplateContent.Type

/** One that can be filled in: a community's own, or a built-in one, whose id is its kind and whose version is 0. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly content: TemplateContent
}
