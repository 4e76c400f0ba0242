/** Proofs of ownership (docs/connector.md): a signature of a challenge with the key of an account or persona. */
import { Schema } from "effect"

export const Curve = Schema.Literal("curve25519", "secp256k1")
export type Curve = typeof Curve.Type

/** Key and signature are hex. */
export const Proof = Schema.Struct({ publicKey: Schema.String, signature: Schema.String, curve: Curve })
export type Proof = typeof Proof.Type

export const AccountProof = Schema.Struct({ accountAddress: Schema.String, proof: Proof })
export type AccountProof = typeof AccountProof.Type

export const PersonaProof = Schema.Struct({ identityAddress: Schema.String, proof: Proof })
export type PersonaProof = typeof PersonaProof.Type

/** A proof with its challenge and address: what is stored, and what a server verifies. */
export const SignedChallenge = Schema.Struct({
  type: Schema.Literal("persona", "account"),
  /** 64 hex characters. */
  challenge: Schema.String,
  address: Schema.String,
  proof: Proof
})
export type SignedChallenge = typeof SignedChallenge.Type
