import { randomInt } from "node:crypto"
import { Effect } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { encodeTransaction } from "~/ledger/index"
import { signedV1 } from "../../../ledger/signing"
import { ada, FAUCET } from "./transactions"

/** A different transaction at each call, as a wallet that is asked again signs another one. Returns its id. */
export const signAnew = (manifest: string) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const startEpoch = BigInt((yield* ledger.currentState()).epoch)
    const text = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("50");\n${manifest}`
    const body = signedV1(text, [ada], { startEpoch, endEpoch: startEpoch + BigInt(randomInt(10, 99)) })
    const payload = encodeTransaction({ kind: "notarizedV1", body })
    yield* ledger.submit(payload)
    return yield* intentHashOf(payload)
  })
