/** Checks the parts that wallets sign before anything is stored or sent. */

import { Effect, Either } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import type { Manifest } from "~/ledger/index"
import { PartRefused } from "./errors"
import { readSignedPart } from "./signedPart"

/** The manifest that was requested, and the account that should sign it. */
interface AskedPart {
  readonly account: AccountAddress
  readonly manifest: Manifest
  /** Unix milliseconds. */
  readonly expiresAt: number
}

export class SignedParts extends Effect.Service<SignedParts>()("treasury/bonds/SignedParts", {
  dependencies: [Ownership.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const ownership = yield* Ownership

    /** Fails with PartRefused unless it is exactly what was requested, signed by the account's own key. */
    const read = Effect.fn("SignedParts.read")(function* (
      signedHex: string,
      { account, expiresAt, manifest }: AskedPart
    ) {
      const { epoch } = yield* Effect.mapError(ledger.currentState(), (cause) => new GatewayDown({ cause }))
      const part = readSignedPart(signedHex, { manifest, expiry: expiresAt / 1000, epoch })
      if (Either.isLeft(part)) return yield* new PartRefused({ what: part.left })
      const owned = yield* Effect.forEach(part.right.signers, ({ bytes, curve }) =>
        ownership.owns({ kind: "account", address: account, curve, publicKey: bytes })
      )
      if (!owned.includes(true)) return yield* new PartRefused({ what: "the key is not this account's" })
      return { ...part.right, epoch }
    })

    return { read }
  })
}) {}
