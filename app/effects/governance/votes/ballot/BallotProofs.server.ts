/**
 * Checks that the voters' wallets signed these ballots, for this site, with keys that own the accounts now
 * (docs/product/votes.md).
 */
import { Effect, Either } from "effect"
import type { GatewayDown } from "~/effects/base/failures/failures"
import { ProofRefused } from "~/effects/people/wallet-session/errors"
import type { SeenKeys } from "~/effects/people/wallet-session/proof/OwnerKeys.server"
import { type Claim, Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import { type RolaContext, rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { areSignedBy } from "~/effects/people/wallet-session/proof/signature.server"
import type { CheckedBallot } from "./intake"

/** The account's owner keys, with the ledger's state version at which they were read. */
export type Verified = Either.Either<SeenKeys, ProofRefused | GatewayDown>

const claimOf = ({ ballot, proof }: CheckedBallot): Claim => ({
  kind: "account",
  address: ballot.account,
  curve: proof.curve,
  publicKey: Uint8Array.from(Buffer.from(proof.publicKey, "hex"))
})

export class BallotProofs extends Effect.Service<BallotProofs>()("governance/votes/BallotProofs", {
  dependencies: [Ownership.Default],
  effect: Effect.gen(function* () {
    const ownership = yield* Ownership

    /**
     * Checks the signatures first: each takes a tenth of a millisecond, and a wrong one needs no ledger request.
     * Results are in the same order.
     */
    const verifyAll = (all: ReadonlyArray<CheckedBallot>, site: RolaContext): Effect.Effect<ReadonlyArray<Verified>> =>
      Effect.gen(function* () {
        const statements = all.map(({ digest, proof }) => ({ proof, hash: rolaHash(digest, site) }))
        const rights = yield* Effect.promise(() => areSignedBy(statements))
        const signed = all.filter((_, at) => rights[at])
        const owned = yield* ownership.ownsAll(signed.map(claimOf))
        const verified = new Map(signed.map((accepted, at) => [accepted, owned[at]]))
        return all.map((accepted): Verified => {
          const found = verified.get(accepted)
          if (found === undefined) return Either.left(new ProofRefused())
          return Either.flatMap(found, ({ owns, seen }) =>
            owns && seen !== null ? Either.right(seen) : Either.left(new ProofRefused())
          )
        })
      })

    return { verifyAll }
  })
}) {}
