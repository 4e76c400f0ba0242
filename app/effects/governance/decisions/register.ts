/**
 * The register of a community's decisions of one year (docs/product/votes.md#register-of-decisions): what the page, the
 * file `decisions/1` and the checker share. Pure.
 */
import { Schema } from "effect"
import type { Json } from "~/effects/base/text/canonical"
import { hashOf } from "~/effects/base/text/digest"

export const REGISTER_SCHEMA = "decisions/1"

const Moment = Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
const Hash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))

/** One counted vote. */
export const Decision = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  kind: Schema.String,
  closedAt: Moment,
  /** "Passed and executed" */
  state: Schema.String,
  /** The count in sentences. */
  result: Schema.String,
  voters: Schema.Int,
  eligible: Schema.Int,
  /** Of the proposal's frozen text and rules. */
  proposalDigest: Schema.NullOr(Hash),
  /** Of the last ballot in the vote's chain; null without ballots. */
  headHash: Schema.NullOr(Hash),
  /** The transaction that carried it out; null if none did. */
  transaction: Schema.NullOr(Schema.String),
  /** The public record, where the ballot file is. */
  url: Schema.String
})
export type Decision = typeof Decision.Type

export const RegisterFile = Schema.Struct({
  schema: Schema.Literal(REGISTER_SCHEMA),
  origin: Schema.String,
  community: Schema.Struct({ slug: Schema.String, name: Schema.String }),
  year: Schema.String.pipe(Schema.pattern(/^\d{4}$/)),
  /** The first moment that the register does not cover: the year's end, or when it was made. */
  until: Moment,
  decisions: Schema.Array(Decision),
  /** Of all other members. */
  checksum: Hash
})
export type RegisterFile = typeof RegisterFile.Type
export type Register = Omit<RegisterFile, "checksum">

/** 64 hexadecimal digits. */
export const checksumOf = ({ community, decisions, origin, schema, until, year }: Register): string =>
  hashOf({ schema, origin, community, year, until, decisions } as unknown as Json) // the schemas allow only JSON
