/** A community deployed with our own templates, for tests that need no other folder. */
import {
  type Manifest,
  ONE,
  renderManifest,
  type SignedPartial,
  type Signer,
  subintentHash,
  writeHash
} from "~/ledger/index"
import { asAccount, asLocker, asResource } from "../../addresses"
import { Bench } from "../bench"
import { accountOf, STOKENET, signedPartial, signedV2 } from "../signing"

export class Community extends Bench {
  constructor() {
    super()
    this.fund(this.founder, this.ada, this.ben)
    this.found({
      networkId: STOKENET,
      founder: asAccount(this.name("ADMIN_ACCOUNT")),
      name: "Harbour Commons",
      description: "We share a harbour.",
      iconUrl: "https://commons.example/icon.png",
      siteOrigin: "https://commons.example",
      communityId: "c-1",
      token: { symbol: "HARB", supply: 1000n * ONE, divisibility: 2, isMintable: false },
      isRecoverable: true
    })
  }

  get admin() {
    return { account: asAccount(this.name("ADMIN_ACCOUNT")), badge: asResource(this.name("OWNER_BADGE")), id: "#1#" }
  }
  get treasury() {
    return asAccount(this.name("TREASURY"))
  }
  get token() {
    return asResource(this.name("TOKEN"))
  }
  get locker() {
    return asLocker(this.name("LOCKER"))
  }

  sign = (manifest: Manifest, ...signers: ReadonlyArray<Signer>) => this.run(renderManifest(manifest), ...signers)
  done = (manifest: Manifest, ...signers: ReadonlyArray<Signer>) => this.ok(renderManifest(manifest), ...signers)

  /** A pre-authorization with its hash. */
  part(manifest: Manifest, ...signers: ReadonlyArray<Signer>) {
    const partial = signedPartial(renderManifest(manifest), signers)
    return { partial, hash: writeHash("subtxid", subintentHash(partial.partial.root), STOKENET) }
  }

  join = (root: Manifest, ...parts: ReadonlyArray<{ readonly partial: SignedPartial }>) =>
    this.submitV2(
      signedV2(
        renderManifest(root),
        parts.map(({ partial }) => partial)
      )
    )

  /** Pays money into a treasury from a member who has some. */
  pay(resource: string, amount: bigint, from: Signer) {
    this.ok(
      `CALL_METHOD Address("${accountOf(from)}") "withdraw" Address("${resource}") Decimal("${amount}");
       CALL_METHOD Address("${this.treasury}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
      from
    )
  }
}
