/** The collateral of secured bonds: what is locked, read from the ledger, and the transactions that take it. */
import { Effect, Option, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { AccountAddress, ControllerAddress, type ResourceAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { detailsIn } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { type HeldTreasury, openerOf } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { amountOf, bondIdOf, formatAmount, NOTHING, renderManifest, Templates, wellKnown } from "~/ledger/index"
import { dayText } from "../codes"
import { CollateralRefused } from "../errors"
import type { OnLedgerSeries } from "../manifests"
import { wholeText } from "../money"
import type { Series } from "../Series"
import type { VaultView } from "../views"
import { COLLATERAL_KIND, type TakenOf } from "./collateralStep.server"
import { controllerFacts, riskOf } from "./controllerFacts"
import { type Security, securityOf, sumIn, totalCollateral, type VaultFacts } from "./secured"

const XRD = wellKnown("xrd", NETWORK_ID)

const Vault = Schema.Struct({ number: Schema.Int, vault: ControllerAddress }).annotations(rowOf("bond_collateral"))
export type Vault = typeof Vault.Type

/** Idempotency key of a release, locked on the treasury. */
export const releaseKey = (seriesId: string, numbers: ReadonlyArray<number>) =>
  `release:${seriesId}:${numbers.join("-")}`

export class Collateral extends Effect.Service<Collateral>()("treasury/bonds/Collateral", {
  dependencies: [PreparedTransactions.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const steps = yield* PreparedTransactions
    const down = (cause: unknown) => new GatewayDown({ cause })
    const refused = (message: string) => new CollateralRefused({ message })

    const vaultsOf = findAll({
      Request: Schema.String,
      Result: Vault,
      execute: (seriesId) =>
        sql`SELECT number, vault FROM bond_collateral WHERE series_id = ${seriesId} ORDER BY number`
    })

    const record = (seriesId: string, vaults: ReadonlyArray<Vault>) =>
      Effect.asVoid(sql`INSERT INTO bond_collateral ${sql.insert(vaults.map((vault) => ({ seriesId, ...vault })))}`)

    /** A fungible token that nobody else can freeze, recall, burn or hold back, by its name for pages. */
    const requireSafe = Effect.fn("Collateral.requireSafe")(function* (resource: ResourceAddress) {
      const details = detailsIn(yield* Effect.mapError(ledger.entityDetails([resource]), down), resource)
      if (details?.type !== "FungibleResource") return yield* refused("There is no such token on the test network.")
      // The network itself burns its fees, and nobody else can burn XRD.
      const risk = resource === XRD ? null : riskOf(details.role_assignments)
      if (risk !== null) return yield* refused(`This token cannot be collateral. ${risk}`)
      const { divisibility, name, symbol } = yield* Effect.mapError(ledger.resource(resource), down)
      return { resource, divisibility, symbol: symbol ?? name ?? `…${resource.slice(-6)}` }
    })

    const requireHeld = Effect.fn("Collateral.requireHeld")(function* (
      treasury: AccountAddress,
      security: Security,
      bonds: number
    ) {
      const { byAccount } = yield* Effect.mapError(ledger.balancesOf(security.resource, [treasury]), down)
      const held = byAccount.get(treasury) ?? NOTHING
      const needed = formatAmount(totalCollateral(security, bonds))
      if (amountOf(held) >= amountOf(needed)) return
      return yield* refused(
        `The treasury holds ${wholeText(held)} ${security.symbol}; ${wholeText(needed)} is needed as collateral.`
      )
    })

    /** What the ledger says about the collateral of each bond now. Fails if it does not answer. */
    const read = Effect.fn("Collateral.read")(function* (
      { bondResource, id }: Pick<Series, "bondResource" | "id">,
      resource: ResourceAddress
    ) {
      const vaults = yield* vaultsOf(id)
      if (bondResource === null || vaults.length === 0) return []
      const addresses = vaults.map(({ vault }) => vault)
      const ids = vaults.map(({ number }) => bondIdOf(number))
      const [entities, { byAccount }, { owners }] = yield* Effect.mapError(
        Effect.all([
          ledger.entityDetails(addresses),
          ledger.heldBy(resource, addresses),
          ledger.itemLocations(bondResource, ids)
        ]),
        down
      )
      // A clock that runs ahead of the ledger's would offer what the ledger refuses.
      const ledgerNow = Date.parse(entities.time.at)
      return vaults.map(({ number, vault }): VaultFacts => {
        const details = detailsIn(entities, vault)
        const facts = Option.getOrNull(controllerFacts(details?.type === "Component" ? details.state : undefined))
        const amount = byAccount.get(vault) ?? NOTHING
        const from = facts?.recovery?.from ?? null
        const isConfirmed = facts !== null && facts.recovery === null
        return {
          number,
          vault,
          amount,
          from,
          isConfirmed,
          isOpen: amountOf(amount) > 0n && (isConfirmed || (from !== null && ledgerNow >= from)),
          isWithdrawing: facts?.isWithdrawing ?? false,
          holder: owners.get(bondIdOf(number)) ?? null
        }
      })
    })

    /** The vaults whose collateral this account can take now; fails with why there are none. */
    const requireOpen = Effect.fn("Collateral.requireOpen")(function* (
      series: OnLedgerSeries,
      account: AccountAddress
    ) {
      const security = securityOf(series)
      if (security === null) return yield* refused("This series has no collateral.")
      const vaults = yield* read(series, security.resource)
      const own = vaults.filter(({ amount, holder }) => holder === account && amountOf(amount) > 0n)
      if (own.length === 0) {
        return yield* refused(`This account holds no bond of ${series.code} whose collateral is still there.`)
      }
      const open = own.filter(({ isOpen }) => isOpen)
      if (open.length > 0) return { open, security }
      return yield* refused(
        `The collateral of ${series.code} can be taken from ${dayText(series.collateralFrom ?? 0)} on.`
      )
    })

    const inManifest = (vaults: ReadonlyArray<VaultFacts>) =>
      vaults.map(({ isConfirmed, isWithdrawing, number, vault }) => ({
        vault: ControllerAddress.make(vault),
        id: bondIdOf(number),
        isConfirmed,
        isWithdrawing
      }))

    /** For pages. `ours`: the treasury and its escrow accounts. */
    const views = Effect.fn("Collateral.views")(function* (series: Series, ours: ReadonlyArray<string | null>) {
      const security = securityOf(series)
      const bond = series.bondResource
      if (security === null || bond === null) return null
      return (yield* read(series, security.resource)).map((facts): VaultView => {
        const { amount, holder, isOpen, number, vault } = facts
        const isIssuers = ours.includes(holder)
        const account = Option.getOrNull(Schema.decodeUnknownOption(AccountAddress)(holder))
        const manifest =
          isOpen && !isIssuers && account !== null
            ? renderManifest(Templates.takeCollateral(account, bond, inManifest([facts])))
            : null
        return { amount, holder, number, vault, isOpen, isIssuers, manifest }
      })
    })

    const detailOf = (to: AccountAddress, { resource }: Security, open: ReadonlyArray<VaultFacts>, by: TakenOf["by"]) =>
      ({ to, resource, amount: sumIn(open), numbers: open.map(({ number }) => number), by }) satisfies TakenOf

    /** Prepares what a holder signs to take the collateral of all their bonds. */
    const take = Effect.fn("Collateral.take")(function* (series: OnLedgerSeries, account: AccountAddress) {
      const { open, security } = yield* requireOpen(series, account)
      const detail = detailOf(account, security, open, "holder")
      return yield* steps.open({
        idempotencyKey: `collateral:${series.id}:${detail.numbers.join("-")}:${account.slice(-8)}`,
        kind: COLLATERAL_KIND,
        communityId: series.communityId,
        related: series.id,
        account,
        manifest: Templates.takeCollateral(account, series.bondResource, inManifest(open)),
        detail
      })
    })

    /** Prepares the release of the collateral of all bonds that the treasury holds. */
    const release = Effect.fn("Collateral.release")(function* <E = never, R = never>(
      held: HeldTreasury,
      { id }: Pick<Community, "id">,
      series: OnLedgerSeries,
      free: (idempotencyKey: string) => Effect.Effect<void, E, R> = () => Effect.void
    ) {
      const { open, security } = yield* requireOpen(series, held.treasury)
      const detail = detailOf(held.treasury, security, open, "issuer")
      const idempotencyKey = releaseKey(series.id, detail.numbers)
      yield* free(idempotencyKey)
      return yield* steps.open({
        idempotencyKey,
        kind: COLLATERAL_KIND,
        communityId: id,
        related: series.id,
        account: held.admin.account,
        manifest: Templates.releaseCollateral({
          by: openerOf(held),
          treasury: held.treasury,
          bond: series.bondResource,
          vaults: inManifest(open),
          idempotencyKey,
          digest: series.termsDigest ?? ""
        }),
        detail
      })
    })

    return { record, requireSafe, requireHeld, read, views, take, release }
  })
}) {}
