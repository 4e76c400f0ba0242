/** A ballot's sealed part as written, and the choices that it may contain. Isomorphic. */
import { Schema } from "effect"
import { ChoiceKey } from "../proposal/Proposal"
import { type LengthRules, sealedLength } from "./length"

/** basic and single: a key; approval and ranked: keys, ranked in order; weighted: points by key. */
export const Choice = Schema.Union(
  ChoiceKey,
  Schema.Array(ChoiceKey).pipe(Schema.maxItems(20)),
  Schema.Record({ key: ChoiceKey, value: Schema.Int.pipe(Schema.between(0, 100)) })
)
export type Choice = typeof Choice.Type

const hex = (digits: number) => Schema.String.pipe(Schema.pattern(new RegExp(`^[0-9a-f]{${digits}}$`)))

/** Lower-case hex: U of 96 bytes, V and W of 32, nonce of 24; the body has the same length in all ballots of a vote. */
export const Sealed = Schema.Struct({
  U: hex(192),
  V: hex(64),
  W: hex(64),
  nonce: hex(48),
  body: Schema.String.pipe(Schema.pattern(/^([0-9a-f]{2}){1,8192}$/))
})
export type Sealed = typeof Sealed.Type

export const OTHER_LENGTH =
  "The sealed part of this ballot does not have the length that every ballot of this vote has. Reload the page and vote again."

/** The message for the voter if the size is wrong; nothing if it is right. */
export const lengthProblem = (rules: LengthRules, { body }: Sealed): string | undefined =>
  body.length === 2 * sealedLength(rules) ? undefined : OTHER_LENGTH
