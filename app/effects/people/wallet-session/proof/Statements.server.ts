/**
 * Signatures over statements: ballots, proposals, announcements (docs/product/votes.md). The wallet signs a statement's
 * hash like a sign-in challenge, over our dApp and origin; the key must own the account on the ledger now.
 */
import { Effect } from "effect"
import type { Proof } from "~/connector/index"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { GatewayDown } from "~/effects/base/failures/failures"
import { Settings } from "~/effects/base/settings/Settings.server"
import { ProofRefused } from "../errors"
import { isClaimable, Ownership } from "./Ownership.server"
import { rolaHash } from "./rola.server"
import { isSignedBy } from "./signature.server"

export interface SignedDigest {
  readonly account: AccountAddress
  /** 64 hex digits. */
  readonly digest: string
  readonly proof: Proof
}

export class Statements extends Effect.Service<Statements>()("people/wallet-session/Statements", {
  dependencies: [Ownership.Default],
  effect: Effect.gen(function* () {
    const ownership = yield* Ownership
    const { appOrigin, dAppDefinitionAddress } = yield* Settings
    const ours = { origin: appOrigin, dAppDefinitionAddress }

    /** Succeeds if this account signed this hash. */
    const check = Effect.fn("Statements.check")(function* ({ account, digest, proof }: SignedDigest) {
      const claim = {
        kind: "account",
        address: account,
        curve: proof.curve,
        publicKey: Buffer.from(proof.publicKey, "hex")
      } as const
      if (!isClaimable(claim) || !isSignedBy(proof, rolaHash(digest, ours))) return yield* new ProofRefused()
      if (!(yield* ownership.owns(claim))) return yield* new ProofRefused()
    })

    return { check: check satisfies (signed: SignedDigest) => Effect.Effect<void, ProofRefused | GatewayDown>, ours }
  })
}) {}
