/** An escrow of two of three signers, which opens for two of them or for the relayer, and its locker. */
import { type Manifest, ONE, renderManifest, type Signer, Templates } from "~/ledger/index"
import { asAccount, asLocker } from "../../addresses"
import { XRD } from "../bench"
import { accountOf, STOKENET, signedV1 } from "../signing"
import { Requests } from "./requests"

export const FEE = 5n * ONE

export class EscrowCouncil extends Requests {
  escrow = this.treasury
  payouts = this.locker

  constructor() {
    super((early) => early.pay(XRD, 200n, early.ada))
    this.fundEscrow()
  }

  get opener() {
    return { badge: this.admin.badge, ids: this.numbers, needed: 2 }
  }

  funding = (idempotencyKey = "park:p1"): Manifest =>
    Templates.moveToEscrow({
      networkId: STOKENET,
      by: this.opener,
      treasury: this.treasury,
      relayer: this.relayerBadge,
      resource: this.token,
      total: 90n * ONE,
      fees: 40n * ONE,
      idempotencyKey,
      digest: "ab".repeat(32),
      siteOrigin: "https://commons.example"
    })
  back = (token = 90n): Manifest =>
    Templates.withdrawEscrow({
      by: this.opener,
      escrow: this.escrow,
      treasury: this.treasury,
      amounts: [[this.token, token * ONE]]
    })

  fundEscrow = () => {
    const done = this.together(this.funding(), 2, 1)
    if (done.status !== "CommittedSuccess") throw new Error(done.error)
    this.escrow = asAccount(this.made(done, "account_"))
    this.payouts = asLocker(this.made(done, "locker_"))
  }

  batch = (batchId: string, each = 30n): Manifest =>
    Templates.escrowBatch({
      escrow: this.escrow,
      locker: this.payouts,
      resource: this.token,
      shares: [
        [accountOf(this.ada), each * ONE],
        [accountOf(this.ben), each * ONE]
      ],
      isDirect: true,
      batchId,
      batchHash: "00",
      fee: FEE
    })
  byKey = (text: string | Manifest) =>
    this.submit(signedV1(typeof text === "string" ? text : renderManifest(text), [this.relayer]))
  proof = (n: number) =>
    `CALL_METHOD Address("${this.side(n).account}") "create_proof_of_non_fungibles" Address("${this.admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#${n}#"));\n`
  /** Withdraws to Ben; the proofs come before it. */
  withdrawn = (account: string) => `CALL_METHOD Address("${account}") "withdraw" Address("${this.token}") Decimal("1");
    CALL_METHOD Address("${accountOf(this.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
  alone = (n: number, text: string) => this.run(this.proof(n) + text, this.signer(n) as Signer)
}
