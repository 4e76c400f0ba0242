/** A community with three secured bonds of the app's own templates, for tests of who can do what with the collateral. */
import { type ControllerAddress, ONE, type SecuredVault, type Signer, Templates } from "~/ledger/index"
import { asResource } from "../../addresses"
import { XRD } from "../bench"
import { accountOf, STOKENET } from "../signing"
import { Community } from "./ownTemplates"

export const MINUTE = 60
export const DELAY_MINUTES = 100
export const COLLATERAL = 120n * ONE
export const PRICE = 92n * ONE
export const FACE = 100n * ONE
const FEE = 10n * ONE

export class SecuredBonds extends Community {
  readonly bond: ReturnType<typeof asResource>
  /** By number, from 1. */
  readonly vaults: ReadonlyArray<ControllerAddress>
  readonly issuedAt = this.now

  constructor() {
    super()
    const made = this.done(Templates.issueSecured(this.terms()), this.founder)
    this.bond = asResource(this.createdAs("NonFungibleResourceManager", made.created, "SB1"))
    this.vaults = made.created.filter((address) => address.startsWith("accesscontroller_")) as Array<ControllerAddress>
  }

  /** Controllers have resources of their own, so the bond is known by its symbol. */
  private createdAs(blueprint: string, created: ReadonlyArray<string>, symbol: string): string {
    return (
      created.find(
        (address) =>
          this.rows.get("entity", address)?.blueprint === blueprint &&
          this.rows.get("metadata", `${address}/symbol`)?.value?.includes(Buffer.from(symbol).toString("hex"))
      ) ?? ""
    )
  }

  terms = (amount = COLLATERAL, units = 3n) => ({
    networkId: STOKENET,
    by: this.admin,
    treasury: this.treasury,
    communityName: "Harbour Commons",
    seriesId: `SB-${units}-${amount}`,
    name: "Secured 1",
    symbol: "SB1",
    iconUrl: "https://commons.example/icon.png",
    units,
    currency: XRD,
    faceValue: FACE,
    issuePrice: PRICE,
    maturesAt: 1_900_000_000n,
    termsUrl: "https://commons.example/terms.json",
    termsHash: "ab".repeat(32),
    collateral: { resource: this.token, amount, delayMinutes: DELAY_MINUTES }
  })

  vaultOf = (number: number, done: Partial<SecuredVault> = {}): SecuredVault => {
    const vault = this.vaults[number - 1]
    if (vault === undefined) throw new Error(`there is no vault ${number}`)
    return { vault, id: `#${number}#`, isConfirmed: false, isWithdrawing: false, ...done }
  }

  collateral = (number: number) => this.balance(this.vaultOf(number).vault, this.token)

  take = (who: Signer, numbers: ReadonlyArray<number>, done: Partial<SecuredVault> = {}) =>
    Templates.takeCollateral(
      accountOf(who),
      this.bond,
      numbers.map((number) => this.vaultOf(number, done))
    )
  release = (numbers: ReadonlyArray<number>, key = "release:1") =>
    Templates.releaseCollateral({
      by: this.admin,
      treasury: this.treasury,
      bond: this.bond,
      vaults: numbers.map((number) => this.vaultOf(number)),
      idempotencyKey: key,
      digest: "cd".repeat(32)
    })

  private swap(who: Signer, units: bigint, isSale: boolean) {
    const bonds = { resource: this.bond, amount: units * ONE }
    const money = { resource: XRD, amount: units * (isSale ? PRICE : FACE) }
    const [gives, gets] = isSale ? [money, bonds] : [bonds, money]
    const order = this.part(Templates.order({ account: accountOf(who), gives, gets }), who)
    const { admin, treasury } = this
    const offer = this.part(Templates.batchOffer({ admin, treasury, gives: gets, gets: gives }), this.founder)
    const root = Templates.settleBatch({
      networkId: STOKENET,
      treasury: offer.hash,
      orders: [{ subintent: order.hash, amount: gets.amount }],
      units: gets.resource,
      payments: gives.resource,
      fee: FEE
    })
    return this.join(root, offer, order)
  }
  /** The orders and settlements of every series, by number of bonds. */
  sell = (who: Signer, units = 1n) => this.swap(who, units, true)
  redeem = (who: Signer, units = 1n) => this.swap(who, units, false)

  send = (from: Signer, id: string, to: string) =>
    this.run(
      `CALL_METHOD Address("${accountOf(from)}") "withdraw_non_fungibles" Address("${this.bond}") Array<NonFungibleLocalId>(NonFungibleLocalId("${id}"));
       CALL_METHOD Address("${to}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
      from
    )

  wait(minutes: number) {
    this.now += minutes * MINUTE
  }
}
