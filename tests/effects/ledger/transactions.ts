/** Transactions of one person, for tests of what stands in front of the ledger. */
import { encodeTransaction, wellKnown } from "~/ledger/index"
import { accountOf, signedV1, signer, type Window } from "../../ledger/signing"

export const ada = signer(12)
export const ADA = accountOf(ada)
export const FAUCET = wellKnown("faucet", 2)
export const XRD = wellKnown("xrd", 2)

/** Ten thousand test XRD for an account; the faucet pays the fee. */
export const freeManifest = (account = ADA) => `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CALL_METHOD Address("${FAUCET}") "free";
CALL_METHOD Address("${account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`

export const payloadOf = (manifest: string, window: Window = {}) =>
  encodeTransaction({ kind: "notarizedV1", body: signedV1(manifest, [ada], window) })

/** Another one at every call. */
export const faucetPayload = () => payloadOf(freeManifest())
