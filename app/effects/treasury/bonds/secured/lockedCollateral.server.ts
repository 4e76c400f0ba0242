/** Reads back a secured series after its issue: the bonds, and the controller of each with its collateral. */
import { Effect } from "effect"
import { type AccountAddress, ControllerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { type CommittedTransaction, detailsIn } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import { amountOf, bondIdOf, NOTHING } from "~/ledger/index"
import type { Vault } from "./Collateral.server"
import { isClosed, promiseOf, riskOf, timerOf } from "./controllerFacts"
import { promisedFrom, type Security } from "./secured"

interface Expected {
  readonly symbol: string
  readonly units: number
  readonly treasury: AccountAddress
  readonly maturesAt: number
  readonly security: Security
}

const mismatch = (what: string) => new TransactionMismatch({ what })

const CLOSED = ["minter", "burner", "freezer", "recaller"]

export const makeLockedCollateral = Effect.gen(function* () {
  const ledger = yield* Ledger
  const down = (cause: unknown) => new GatewayDown({ cause })

  const read = Effect.fn("lockedCollateral.read")(function* (
    { created, stateVersion: at }: CommittedTransaction,
    { maturesAt, security, symbol, treasury, units }: Expected
  ) {
    const addresses = created.map(({ address }) => address)
    const resources = yield* Effect.mapError(
      ledger.entityDetails(
        addresses.filter((address) => address.startsWith("resource_")),
        { at, metadata: ["symbol"] }
      ),
      down
    )
    const bonds = [...resources.byAddress.values()].filter(({ metadata }) => textIn(metadata, "symbol") === symbol)
    const [bond] = bonds
    const details = bond === undefined ? null : detailsIn(resources, bond.address)
    if (bond === undefined || bonds.length > 1 || details?.type !== "NonFungibleResource") {
      return yield* mismatch("it created no numbered bonds of this symbol.")
    }
    const open = CLOSED.find((role) => !isClosed(details.role_assignments, role))
    if (open !== undefined) return yield* mismatch(`the bonds have a ${open}.`)
    const risk = riskOf(details.role_assignments)
    if (risk !== null) return yield* mismatch(`its bonds do not move freely. ${risk}`)
    const bondResource = ResourceAddress.make(bond.address)
    const { byAccount } = yield* Effect.mapError(ledger.balancesOf(bondResource, [treasury], at), down)
    if (details.total_supply !== String(units) || byAccount.get(treasury) !== String(units)) {
      return yield* mismatch("its bonds are not all in the treasury.")
    }

    const controllers = addresses.filter((address) => address.startsWith("accesscontroller_"))
    const [found, held] = yield* Effect.mapError(
      Effect.all([ledger.entityDetails(controllers, { at }), ledger.heldBy(security.resource, controllers, at)]),
      down
    )
    const promises = controllers.map((vault) => {
      const details = detailsIn(found, vault)
      const promise = promiseOf(details, detailsIn(resources, timerOf(details) ?? ""))
      return { vault, promise: typeof promise === "object" && promise.from === null ? "is open already" : promise }
    })
    const wrong = promises.find(({ promise }) => typeof promise === "string")
    if (wrong !== undefined) return yield* mismatch(`the collateral in ${wrong.vault} ${wrong.promise}.`)
    const vaults: Array<Vault> = []
    const promised = promisedFrom(maturesAt, security)
    let from = promised
    for (const number of Array.from({ length: units }, (_, index) => index + 1)) {
      const mine = promises.find(
        ({ promise }) => typeof promise === "object" && promise.item === `${bondResource}:${bondIdOf(number)}`
      )
      const opens = typeof mine?.promise === "object" ? mine.promise.from : null
      if (mine === undefined || opens === null) return yield* mismatch(`bond ${number} has no collateral.`)
      if (opens < promised) return yield* mismatch(`the collateral of bond ${number} opens too early.`)
      if (amountOf(held.byAccount.get(mine.vault) ?? NOTHING) !== amountOf(security.amount)) {
        return yield* mismatch(`the collateral of bond ${number} is not ${security.amount} ${security.symbol}.`)
      }
      from = Math.max(from, opens)
      vaults.push({ number, vault: ControllerAddress.make(mine.vault) })
    }
    if (promises.length !== units) return yield* mismatch("it created more access controllers than bonds.")
    return { bondResource, vaults, from }
  })

  return read
})
