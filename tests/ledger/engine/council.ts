/** A community whose treasury opens with two of three signers, in the engine alone. */
import { badgeOfKey, type Signer, Templates } from "~/ledger/index"
import { accountOf, STOKENET, signer } from "../signing"
import { Community } from "./ownTemplates"

export class Council extends Community {
  readonly relayer = signer(40)
  readonly third = signer(41)
  readonly signers = [this.founder, this.ada, this.third] as const
  readonly numbers = ["#1#", "#2#", "#3#"]

  /** `before` runs while a single badge still opens the treasury. */
  constructor(before: (council: Council) => void = () => {}) {
    super()
    this.fund(this.third)
    for (const n of [2, 3]) {
      const account = accountOf(this.signer(n))
      const more = { id: `#${n}#`, name: `Signer ${n}`, role: "signer", iconUrl: "https://commons.example/icon.png" }
      this.done(Templates.addAdmin({ admin: this.admin, account, ...more }), this.founder)
    }
    before(this)
    this.done(Templates.guardTreasury({ admin: this.admin, ...this.rule() }), this.founder)
  }

  signer = (n: number): Signer => this.signers[n - 1] ?? this.founder
  side = (n: number) => ({ ...this.admin, account: accountOf(this.signer(n)), id: `#${n}#` })
  rule = (ids: ReadonlyArray<string> = this.numbers, needed = 2) => ({
    treasury: this.treasury,
    badge: this.admin.badge,
    ids,
    needed
  })

  get relayerBadge() {
    const { id = "", resource } = badgeOfKey(this.relayer.publicKey, STOKENET)
    return { id, resource }
  }

  held = (n: number) => this.ids(accountOf(this.signer(n)), this.admin.badge)
}
