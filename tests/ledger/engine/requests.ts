/**
 * A treasury that opens with two of three signers, and requests to them: one subintent that each signs with their own
 * wallet.
 */
import { Either } from "effect"
import {
  type Manifest,
  mergeSigned,
  ONE,
  parseManifest,
  type ResourceAddress,
  renderManifest,
  type SignedPartial,
  type Signer,
  type Subintent,
  signPartial,
  subintentHash,
  Templates,
  writeHash
} from "~/ledger/index"
import { accountOf, STOKENET, signedV2, subintentOf, type Window } from "../signing"
import { Council } from "./council"

export const hashOf = (request: Subintent) => writeHash("subtxid", subintentHash(request), STOKENET)

/** The response of each signer's wallet. */
export const signedBy = (request: Subintent, ...signers: ReadonlyArray<Signer>): SignedPartial =>
  Either.getOrThrow(signPartial(request, signers))

export const merged = (request: Subintent, ...parts: ReadonlyArray<SignedPartial>): SignedPartial =>
  Either.getOrThrow(mergeSigned(request, parts, () => true))

export class Requests extends Council {
  /** As it is stored between the proposal and the signatures. */
  request = (numbers: ReadonlyArray<number>, act: Manifest, window: Window = {}): Subintent =>
    this.requestBy(numbers.map(this.side), act, window)
  requestBy = (
    signers: Parameters<typeof Templates.signersRequest>[0],
    act: Manifest,
    window: Window = {}
  ): Subintent => {
    const kept = Either.getOrThrow(parseManifest(renderManifest(act)))
    return subintentOf(renderManifest(Templates.signersRequest(signers, kept)), window)
  }

  paying = (
    amount = 5n,
    idempotencyKey = "request:a",
    payee = this.ben,
    resource: ResourceAddress = this.token
  ): Manifest =>
    Templates.paymentsRequest({
      treasury: this.treasury,
      payments: [{ resource, amount: amount * ONE, payee: accountOf(payee) }],
      idempotencyKey,
      digest: "00"
    })
  becomes = (ids: ReadonlyArray<string>, idempotencyKey: string, needed = 2) =>
    Templates.ruleRequest({ ...this.rule(ids, needed), idempotencyKey, digest: "00" })

  rootOf = (request: Subintent) =>
    renderManifest(Templates.requestRoot({ networkId: STOKENET, subintent: hashOf(request), fee: 10n * ONE }))

  /** The request as it is, under a root with a one-hour window signed by `by`. */
  sent = (request: Subintent, given: SignedPartial, by: ReadonlyArray<Signer> = [this.relayer], root?: string) => {
    const startEpoch = BigInt(Math.floor(this.now / 300))
    const window = { startEpoch, endEpoch: startEpoch + 12n }
    return this.submitV2(signedV2(root ?? this.rootOf(request), [given], by, window))
  }

  /** Each signer signs it with their own wallet, and the relayer submits it. */
  happens = (request: Subintent, ...signers: ReadonlyArray<Signer>) =>
    this.sent(request, merged(request, ...signers.map((each) => signedBy(request, each))))

  /** These signers by number, each with their own proof and signature. */
  together = (act: Manifest, ...numbers: ReadonlyArray<number>) =>
    this.happens(this.request(numbers, act), ...numbers.map(this.signer))

  paid = () => this.balance(accountOf(this.ben), this.token)
}
