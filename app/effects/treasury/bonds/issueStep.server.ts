/** Confirms the transaction that issues a series (template 29 of docs/ledger.md) and records what follows. */
import { Effect, Option, Schema } from "effect"
import { AccountAddress, ControllerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { type CommittedTransaction, detailsIn } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { amountOf, bondIdOf, NOTHING } from "~/ledger/index"
import { symbolOf } from "./codes"
import { ISSUE_KIND } from "./manifests"
import { SeriesRepo } from "./SeriesRepo.server"
import { Collateral, type Vault } from "./secured/Collateral.server"
import { isClosed, promiseOf, riskOf, timerOf } from "./secured/controllerFacts"
import { promisedFrom, type Security, securityOf } from "./secured/secured"
import { termsDigest } from "./terms"

export const IssueDetail = Schema.parseJson(
  Schema.Struct({
    digest: Schema.String,
    treasury: AccountAddress,
    /** The multisig rule of the signers who issue it together, as `ruleText` writes it; null for a single admin. */
    kept: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
  })
)
/** As stored with a prepared transaction. */
export type IssueOf = typeof IssueDetail.Type

const isResource = Schema.is(ResourceAddress)
const mismatch = (what: string) => new TransactionMismatch({ what })

interface Expected {
  readonly symbol: string
  readonly units: number
  readonly treasury: AccountAddress
  readonly maturesAt: number
  readonly security: Security
}

const CLOSED = ["minter", "burner", "freezer", "recaller"]

/** Reads back a secured series after its issue: the bonds, and the controller of each with its collateral. */
export const makeLockedCollateral = Effect.gen(function* () {
  const ledger = yield* Ledger
  const down = (cause: unknown) => new GatewayDown({ cause })

  const read = Effect.fn("issueStep.read")(function* (
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

export const issueStep = Effect.gen(function* () {
  const ledger = yield* Ledger
  const repo = yield* SeriesRepo
  const executions = yield* Executions
  const collateral = yield* Collateral
  const locked = yield* makeLockedCollateral
  const down = (cause: unknown) => new GatewayDown({ cause })

  /** The one resource that it created: indivisible, all of it in the treasury, with the series' symbol. */
  const made = Effect.fnUntraced(function* (
    { created, stateVersion }: CommittedTransaction,
    expected: { readonly symbol: string; readonly units: number; readonly treasury: AccountAddress }
  ) {
    const resources = created.map(({ address }) => address).filter(isResource)
    const [first] = resources
    if (first === undefined || resources.length > 1) return yield* mismatch("it created no single resource.")
    const resource = yield* Effect.mapError(ledger.resource(first), down)
    if (!resource.isFungible || resource.divisibility !== 0) return yield* mismatch("its units can be divided.")
    if (resource.symbol !== expected.symbol) return yield* mismatch("its symbol is different.")
    const { byAccount } = yield* Effect.mapError(ledger.balancesOf(first, [expected.treasury], stateVersion), down)
    if (byAccount.get(expected.treasury) !== String(expected.units)) {
      return yield* mismatch("its units are not all in the treasury.")
    }
    return first
  })

  const kind: TransactionKind = {
    kind: ISSUE_KIND,
    prove: (step, transaction) =>
      Effect.gen(function* () {
        const { digest, treasury } = yield* Effect.orDie(Schema.decode(IssueDetail)(step.detail))
        const found = yield* repo.find(step.related)
        if (Option.isNone(found)) return yield* mismatch("there is no such series.")
        const { code, maturesAt, units } = found.value
        // A wallet may still have had the transaction for an earlier draft.
        if (termsDigest(found.value) !== digest) return yield* mismatch("the draft has different terms by now.")
        const security = securityOf(found.value)
        const expected = { symbol: symbolOf(code), units, treasury }
        const { bondResource, from, vaults } =
          security === null
            ? { bondResource: yield* made(transaction, expected), from: null, vaults: [] }
            : yield* locked(transaction, { ...expected, maturesAt, security })
        return Effect.gen(function* () {
          yield* repo.move(step.related, ["draft", "approved", "issuing"], {
            state: "scheduled",
            bondResource,
            collateralFrom: from,
            termsDigest: digest,
            issueTxId: transaction.intentHash
          })
          if (vaults.length > 0) yield* collateral.record(step.related, vaults)
          const { communityId, proposalId } = found.value
          if (proposalId === null) return
          const ran = { ok: true, txId: transaction.intentHash, manifestMatches: null }
          // A change of the proposal in the meantime does not undo what is on the ledger.
          yield* Effect.catchTag(executions.report(communityId, proposalId, ran), "WrongState", () => Effect.void)
        })
      }),
    sent: ({ related }) => Effect.asVoid(repo.move(related, ["draft", "approved"], { state: "issuing" })),
    ended: ({ related }) =>
      Effect.gen(function* () {
        const series = Option.getOrUndefined(yield* repo.find(related))
        const state = series?.proposalId == null ? "draft" : "approved"
        yield* repo.move(related, ["issuing"], { state })
      })
  }
  return kind
})
