/** The bodies of the sign-in calls. */
import { Schema } from "effect"
import { Proof } from "~/connector/index"

/** Purpose of a challenge; a proof for one purpose is not valid for another. */
export const Purpose = Schema.Literal("sign-in")
export type Purpose = typeof Purpose.Type

export const ChallengeForm = Schema.Struct({ purpose: Purpose })

const MAX_PROOFS = 40
const text = Schema.String.pipe(Schema.maxLength(300))

/** Keys and signatures may be any text here: malformed ones fail as proofs, not as a form. */
const SignedProof = Schema.Struct({
  type: Schema.Literal("persona", "account"),
  address: text,
  challenge: text,
  proof: Schema.Struct({ ...Proof.fields, publicKey: text, signature: text })
})
export type SignedProof = typeof SignedProof.Type

/** All proofs of one wallet response. The session is for the first account among them. */
export const SessionForm = Schema.Struct({
  proofs: Schema.Array(SignedProof).pipe(
    Schema.maxItems(MAX_PROOFS),
    Schema.filter((proofs) => proofs.some(({ type }) => type === "account") || "The proof of an account is missing.")
  ),
  /** The wallet's name for the persona. It is not part of any proof. */
  personaLabel: Schema.optionalWith(Schema.NullOr(text), { default: () => null })
})
export type SessionForm = typeof SessionForm.Type
