/** Secured bonds on the real local ledger: what wallets would sign is signed here with keys of the test. */
import { assert } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { isOnLedger } from "~/effects/treasury/bonds/manifests"
import type { SeriesTerms } from "~/effects/treasury/bonds/Series"
import { Collateral } from "~/effects/treasury/bonds/secured/Collateral.server"
import { securityOf } from "~/effects/treasury/bonds/secured/secured"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { encodeTransaction, type Signer } from "~/ledger/index"
import { asResource } from "../../../addresses"
import { accountOf, signedV1 } from "../../../ledger/signing"
import { FAUCET } from "../../chain/ledger/transactions"
import { garden } from "../deployment/world"
import { buyer, deployed, fund, hereOf, issueIn, minute, order, SERIES, seriesNow, settleNext, terms } from "./world"

export const [bea, cas, dan] = [buyer(1), buyer(2), buyer(3)] as const
export const GRACE = 14
export const PROMISED = terms.maturesAt + GRACE * DAY_MS

export const secured = ({ tokenResource }: Pick<Community, "tokenResource">, amount = "120") => ({
  units: 3,
  minRaiseUnits: 0,
  maxPerBuyer: 3,
  collateral: asResource(tokenResource ?? ""),
  collateralSymbol: "GRD",
  collateralAmount: AmountText.make(amount),
  graceDays: GRACE
})

/** A later moment of the ledger, too: its time is that of its newest transaction. */
export const at = (moment: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(moment)
    yield* fund(accountOf(buyer(9)))
    yield* minute
  })

export const sent = (manifest: string, by: Signer) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { epoch } = yield* ledger.currentState()
    const window = { startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 90n }
    const text = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("20");\n${manifest}`
    const payload = encodeTransaction({ kind: "notarizedV1", body: signedV1(text, [by], window) })
    yield* ledger.submit(payload)
    return yield* intentHashOf(payload)
  })

export const signed = (step: Step, by: Signer) =>
  Effect.gen(function* () {
    return yield* (yield* TransactionChecks).report(step, yield* sent(step.manifest, by))
  })

export const onLedger = Effect.filterOrDieMessage(seriesNow(), isOnLedger, "it has no resource")

export const take = (by: Signer) =>
  Effect.gen(function* () {
    return yield* (yield* Collateral).take(yield* onLedger, accountOf(by))
  })
export const release = (community: Community) =>
  Effect.gen(function* () {
    const held = yield* (yield* TreasuryHolders).requireMaySpend(hereOf(community), "release collateral")
    return yield* (yield* Collateral).release(held, community, yield* onLedger)
  })

export const vaults = Effect.gen(function* () {
  const series = yield* onLedger
  return yield* (yield* Collateral).read(series, asResource(securityOf(series)?.resource ?? ""))
})
export const locked = Effect.map(vaults, (all) =>
  all.map(({ amount }) => Number(amount)).reduce((sum, each) => sum + each, 0)
)

/** A deployed community whose series of three bonds is on sale. */
export const onSale = (changes: Partial<SeriesTerms> = {}) =>
  Effect.gen(function* () {
    const community = yield* deployed(garden)
    const { step } = yield* issueIn(community, SERIES, { ...secured(community), ...changes })
    assert.strictEqual(step.state, "verified", step.problem ?? "")
    yield* at(terms.saleOpensAt)
    return community
  })

/** Bea and Cas have one bond each; the third stays in the treasury. */
export const twoSold = Effect.gen(function* () {
  const community = yield* onSale()
  for (const who of [bea, cas]) {
    yield* fund(accountOf(who))
    yield* order(community, who, 1)
  }
  yield* at(terms.saleClosesAt)
  yield* settleNext(community)
  yield* minute
  assert.strictEqual((yield* seriesNow()).state, "active")
  return community
})

export const refusalOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)
