/** Did the voter's wallet sign this ballot, for this site, with a key that owns the account now (product 3.5.4, point 4)? */
import { Effect } from "effect"
import { ProofRefused } from "../../wallet-session/errors"
import { Ownership } from "../../wallet-session/proof/Ownership.server"
import { type RolaContext, rolaHash } from "../../wallet-session/proof/rola"
import { isSignedBy } from "../../wallet-session/proof/signature.server"
import type { AcceptedBallot } from "./intake"

/** The signature first: it costs a fifth of a millisecond, and a wrong one asks no ledger. */
export const proveBallot = Effect.fn("votes.proveBallot")(function* (
  { ballot, digest, proof }: AcceptedBallot,
  site: RolaContext
) {
  if (!isSignedBy(proof, rolaHash(digest, site))) return yield* new ProofRefused()
  const ownership = yield* Ownership
  const publicKey = Uint8Array.from(Buffer.from(proof.publicKey, "hex"))
  const owns = yield* ownership.owns({ kind: "account", address: ballot.account, curve: proof.curve, publicKey })
  if (!owns) return yield* new ProofRefused()
})
