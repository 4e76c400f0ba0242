/** A community whose treasury opens for two of three keepers, in the engine alone. */
import { badgeOfKey, ONE, renderManifest, type SignedPartial, type Signer, Templates } from "~/ledger/index"
import { accountOf, STOKENET, signedV2, signer } from "../signing"
import { Community } from "./ownTemplates"

export class Council extends Community {
  readonly settler = signer(40)
  readonly third = signer(41)
  readonly keepers = [this.founder, this.ada, this.third] as const
  readonly numbers = ["#1#", "#2#", "#3#"]

  /** `before`: what happens while one badge still opens it. */
  constructor(before: (council: Council) => void = () => {}) {
    super()
    this.fund(this.third)
    for (const n of [2, 3]) {
      const account = accountOf(this.keeper(n))
      const more = { id: `#${n}#`, name: `Keeper ${n}`, role: "keeper", iconUrl: "https://commons.example/icon.png" }
      this.done(Templates.addAdmin({ admin: this.admin, account, ...more }), this.founder)
    }
    before(this)
    this.done(Templates.guardTreasury({ admin: this.admin, ...this.rule() }), this.founder)
  }

  keeper = (n: number): Signer => this.keepers[n - 1] ?? this.founder
  side = (n: number) => ({ ...this.admin, account: accountOf(this.keeper(n)), id: `#${n}#` })
  rule = (ids: ReadonlyArray<string> = this.numbers, needed = 2) => ({
    treasury: this.treasury,
    badge: this.admin.badge,
    ids,
    needed
  })

  get settlerBadge() {
    const { id = "", resource } = badgeOfKey(this.settler.publicKey, STOKENET)
    return { id, resource }
  }

  lends = (n: number) => ({
    ...this.part(Templates.lendBadge({ keeper: this.side(n), settler: this.settlerBadge }), this.keeper(n)),
    id: `#${n}#`
  })
  pays = (n: number, amount = 5n, onceKey = "proposal:p1") =>
    this.part(
      Templates.councilPayment({
        keeper: this.side(n),
        treasury: this.treasury,
        resource: this.token,
        amount: amount * ONE,
        payee: accountOf(this.ben),
        onceKey,
        digest: "00"
      }),
      this.keeper(n)
    )
  root = (payer: { readonly hash: string }, lenders: ReadonlyArray<{ readonly hash: string; readonly id: string }>) =>
    renderManifest(
      Templates.councilRoot({
        networkId: STOKENET,
        badge: this.admin.badge,
        payer: payer.hash,
        lenders: lenders.map(({ hash, id }) => ({ subintent: hash, id })),
        fee: 10n * ONE
      })
    )
  submitted = (
    text: string,
    parts: ReadonlyArray<{ readonly partial: SignedPartial }>,
    signers: ReadonlyArray<Signer> = [this.settler]
  ) =>
    this.submitV2(
      signedV2(
        text,
        parts.map(({ partial }) => partial),
        signers
      )
    )
  acts = (payer: ReturnType<Council["pays"]>, ...lenders: ReadonlyArray<ReturnType<Council["lends"]>>) =>
    this.submitted(this.root(payer, lenders), [payer, ...lenders])
  held = (n: number) => this.ids(accountOf(this.keeper(n)), this.admin.badge)
}
