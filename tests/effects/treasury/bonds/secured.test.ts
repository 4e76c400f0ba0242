/** Secured bonds from the draft to the last collateral, on the real local ledger. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { dayText } from "~/effects/treasury/bonds/codes"
import { DAY_MS, HOUR_MS } from "~/effects/treasury/bonds/limits"
import { ownHoldings } from "~/effects/treasury/bonds/pages/ownHoldings.server"
import { Sales } from "~/effects/treasury/bonds/Sales.server"
import { Collateral } from "~/effects/treasury/bonds/secured/Collateral.server"
import { securedView } from "~/effects/treasury/bonds/secured/secured"
import { termsText } from "~/effects/treasury/bonds/terms"
import { asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { garden } from "../deployment/world"
import {
  at,
  bea,
  cas,
  dan,
  locked,
  onLedger,
  onSale,
  PROMISED,
  refusalOf,
  release,
  secured,
  sent,
  signed,
  take,
  twoSold,
  vaults
} from "./securedWorld"
import {
  ADA,
  ada,
  ask,
  balance,
  deployed,
  due,
  fund,
  hereOf,
  issueIn,
  minute,
  order,
  orderNow,
  SERIES,
  seriesNow,
  settleNext,
  terms,
  transfer,
  world,
  XRD
} from "./world"

describeOnBothDatabases("secured bonds", (database) => {
  it.effect("are redeemed, or their holder takes the collateral, and what comes back is released", () =>
    Effect.gen(function* () {
      const community = yield* twoSold
      const { bondResource } = yield* onLedger
      const { tokenResource, treasuryAccount } = community
      const [token, treasury] = [tokenResource ?? "", treasuryAccount ?? ""]
      assert.strictEqual(yield* locked, 360)
      assert.strictEqual(yield* balance(treasury, token), 640.5)
      assert.deepStrictEqual(
        (yield* vaults).map(({ from, isConfirmed, isWithdrawing }) => ({ from, isConfirmed, isWithdrawing })),
        [1, 2, 3].map(() => ({ from: PROMISED, isConfirmed: false, isWithdrawing: false }))
      )
      yield* due(community)
      yield* order(community, bea, 1, "redeem")
      const paidBefore = yield* balance(accountOf(bea), XRD)
      yield* settleNext(community, "redeem")
      yield* minute
      assert.strictEqual((yield* balance(accountOf(bea), XRD)) - paidBefore, 250)
      assert.strictEqual(yield* balance(treasury, bondResource ?? ""), 2)
      assert.strictEqual((yield* seriesNow()).redeemedUnits, 1)
      // Outside this site, to an account that it does not know.
      yield* transfer(cas, accountOf(dan), bondResource ?? "", 1)
      yield* at(PROMISED)
      assert.strictEqual((yield* seriesNow()).state, "collateral")
      assert.deepEqual<unknown>(
        (yield* ownHoldings(accountOf(dan))).rows.map(({ next, symbol, units }) => ({ next, symbol, units })),
        [{ next: { kind: "collateral", dueAt: PROMISED, amount: "120", isDue: true }, symbol: "GRD", units: 1 }]
      )
      assert.include(yield* refusalOf(take(cas)), "holds no bond")
      assert.strictEqual((yield* signed(yield* take(dan), dan)).state, "verified")
      assert.strictEqual(yield* balance(accountOf(dan), token), 120)
      assert.include(yield* refusalOf(take(dan)), "holds no bond")
      assert.strictEqual((yield* signed(yield* release(community), ada)).state, "verified")
      assert.strictEqual(yield* balance(treasury, token), 880.5)
      assert.strictEqual(yield* locked, 0)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("give nothing before the day, and no money from that day on", () =>
    Effect.gen(function* () {
      const community = yield* twoSold
      yield* due(community)
      assert.include(yield* refusalOf(take(cas)), "can be taken from")
      assert.include(yield* refusalOf(release(community)), "can be taken from")
      yield* at(PROMISED - DAY_MS)
      const { expiration } = yield* ask(community, cas, 1, "redeem")
      assert.strictEqual(expiration, PROMISED / 1000)
      yield* at(PROMISED)
      assert.include(yield* refusalOf(ask(community, cas, 1, "redeem")), "their holders can take the collateral")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("tolerate a request that is still waiting when the day comes: the holder gets the collateral only", () =>
    Effect.gen(function* () {
      const community = yield* twoSold
      yield* due(community, PROMISED - DAY_MS)
      yield* order(community, cas, 1, "redeem")
      yield* at(PROMISED)
      assert.strictEqual((yield* signed(yield* take(cas), cas)).state, "verified")
      assert.isTrue((yield* Effect.either(settleNext(community, "redeem")))._tag === "Left")
      assert.strictEqual(yield* balance(accountOf(cas), community.tokenResource ?? ""), 120)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("let the holder take it after a stranger has confirmed the recovery", () =>
    Effect.gen(function* () {
      const community = yield* twoSold
      yield* at(PROMISED)
      const [confirm = ""] = (yield* take(cas)).manifest.split(/(?<=;)\n/)
      yield* fund(accountOf(dan))
      yield* sent(confirm, dan)
      assert.strictEqual((yield* vaults).filter(({ isConfirmed }) => isConfirmed).length, 1)
      assert.strictEqual((yield* signed(yield* take(cas), cas)).state, "verified")
      assert.strictEqual(yield* balance(accountOf(cas), community.tokenResource ?? ""), 120)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are not prepared without their collateral, nor with a token that its owner can take", () =>
    Effect.gen(function* () {
      const community = yield* deployed(garden)
      const tooMuch = issueIn(community, SERIES, secured(community, "400"))
      assert.strictEqual(yield* refusalOf(tooMuch), "The treasury holds 1,000.5 GRD; 1,200 is needed as collateral.")
      assert.strictEqual((yield* seriesNow()).state, "draft")
      const roles = ["freezer", "recaller", "burner", "withdrawer"]
      for (const [index, role] of roles.entries()) {
        const own = `Some(Tuple(Some(Enum<2u8>(Enum<0u8>(Enum<0u8>(Enum<1u8>(Address("${XRD}")))))), Some(Enum<1u8>())))`
        const places = ["minter", "burner", "freezer", "recaller", "withdrawer", "depositor"]
        const given = places.map((each) => (each === role ? own : "None")).join(", ")
        yield* fund(accountOf(dan))
        const made = yield* sent(
          `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY Enum<0u8>() true 18u8 Decimal("${index + 1}") Tuple(${given}) Tuple(Map<String, Tuple>(), Map<String, Enum>()) None;
CALL_METHOD Address("${accountOf(dan)}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
          dan
        )
        const { transaction } = yield* (yield* Ledger).committedDetails(made)
        const resource = transaction.created.map(({ address }) => address).find((each) => each.startsWith("resource_"))
        const refusal = yield* refusalOf((yield* Collateral).requireSafe(asResource(resource ?? "")))
        assert.include(refusal, `Its role ${role}`)
      }
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are not redeemed once they were moved, and their new holder takes the collateral", () =>
    Effect.gen(function* () {
      const community = yield* twoSold
      const { bondResource } = yield* onLedger
      yield* due(community)
      const id = yield* order(community, bea, 1, "redeem")
      const before = yield* balance(accountOf(bea), XRD)
      yield* transfer(bea, accountOf(dan), bondResource, 1)
      yield* Effect.ignore(settleNext(community, "redeem"))
      yield* minute
      assert.notStrictEqual((yield* orderNow(community, id)).state, "settled")
      assert.strictEqual(yield* balance(accountOf(bea), XRD), before)
      assert.strictEqual((yield* seriesNow()).redeemedUnits, 0)
      yield* at(PROMISED)
      assert.include(yield* refusalOf(take(bea)), "holds no bond")
      yield* fund(accountOf(dan))
      assert.strictEqual((yield* signed(yield* take(dan), dan)).state, "verified")
      assert.strictEqual(yield* balance(accountOf(dan), community.tokenResource ?? ""), 120)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("cannot share their collateral with another series: the second one is refused", () =>
    Effect.gen(function* () {
      const community = yield* deployed(garden)
      const { step } = yield* issueIn(community, SERIES, secured(community, "200"))
      assert.strictEqual(step.state, "verified", step.problem ?? "")
      const second = yield* Effect.either(issueIn(community, "seriesbbbbbb", secured(community, "200")))
      assert.include(JSON.stringify(second), "The treasury holds 400.5 GRD; 600 is needed as collateral.")
      assert.strictEqual((yield* seriesNow("seriesbbbbbb")).state, "draft")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("open later if their issue was signed later, and say so", () =>
    Effect.gen(function* () {
      const community = yield* deployed(garden)
      const bonds = yield* Bonds
      yield* bonds.saveDraft(community, ADA, { id: SERIES, version: 0, terms: { ...terms, ...secured(community) } })
      const step = yield* bonds.issue(hereOf(community), SERIES)
      yield* TestClock.adjust("7 hours")
      assert.strictEqual((yield* signed(step, ada)).state, "verified")
      const { collateralFrom } = yield* seriesNow()
      assert.strictEqual(collateralFrom, PROMISED + 7 * HOUR_MS)
      assert.include(securedView(yield* seriesNow())?.sentences[1], dayText(collateralFrom ?? 0))
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are not offered to holders while the ledger's own clock is behind", () =>
    Effect.gen(function* () {
      yield* twoSold
      yield* at(PROMISED)
      const ledger = yield* Ledger
      const behind = new Ledger({
        ...ledger,
        entityDetails: (addresses, options) =>
          Effect.map(ledger.entityDetails(addresses, options), (found) => ({
            ...found,
            time: { ...found.time, at: new Date(PROMISED - 1_000).toISOString() }
          }))
      })
      const lagging = Collateral.Default.pipe(Layer.fresh, Layer.provide(Layer.succeed(Ledger, behind)))
      assert.include(yield* refusalOf(take(cas).pipe(Effect.provide(lagging))), "can be taken from")
      const series = yield* onLedger
      const seen = yield* Effect.flatMap(Collateral, ({ views }) => views(series, [])).pipe(Effect.provide(lagging))
      assert.isTrue(seen?.every(({ isOpen, manifest }) => !isOpen && manifest === null))
      assert.strictEqual((yield* take(cas)).state, "waiting")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are issued by one transaction only, and none of the terms of other series change", () =>
    Effect.gen(function* () {
      const community = yield* onSale()
      const again = yield* Effect.either((yield* Bonds).issue(hereOf(community), SERIES))
      assert.strictEqual(again._tag, "Left")
      const series = yield* seriesNow()
      assert.include(termsText(series), '"schema":"bond-terms/2"')
      const plain = { ...series, collateral: null }
      assert.include(termsText(plain), '"schema":"bond-terms/1"')
      assert.notInclude(termsText(plain), "secured")
      yield* Sales
    }).pipe(Effect.provide(world(database)))
  )
})
