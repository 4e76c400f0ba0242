/** Signers who collect their signatures themselves, and a stranger who submits what they signed. */
import { Effect } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { ApprovalRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { headerOf } from "~/effects/treasury/multisig/request"
import {
  encodeTransaction,
  intentHashV2,
  ONE,
  renderManifest,
  type SignedPartial,
  type Signer,
  Templates,
  writeHash
} from "~/ledger/index"
import { signedRequest, signedV2 } from "../../../ledger/signing"
import { eve } from "./world"

/** Under a root that only a stranger signs. Returns the transaction's id. */
export const submitPart = (part: SignedPartial, subintent: string) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const root = renderManifest(Templates.requestRoot({ networkId: NETWORK_ID, subintent, fee: 10n * ONE }))
    const { epoch } = yield* ledger.currentState()
    const window = { startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 4n }
    const body = signedV2(root, [part], [eve], window)
    yield* ledger.submit(encodeTransaction({ kind: "notarizedV2", body }))
    return writeHash("txid", intentHashV2(body.signedIntent.intent), NETWORK_ID)
  })

export const submitElsewhere = ({ request }: Pick<ApprovalRequest, "request">, ...by: ReadonlyArray<Signer>) => {
  if (request === null) return Effect.dieMessage("nothing was asked for")
  return submitPart(signedRequest({ ...request, header: headerOf(request) }, ...by), request.hash)
}
