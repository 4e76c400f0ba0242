/**
 * Refusals as the routes return them: not permitted, too early or too late (docs/product/bonds.md;
 * docs/product/conversation.md; docs/product/errors.md).
 */
import { assert, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { dayText } from "~/effects/treasury/bonds/codes"
import { OrdersRepo } from "~/effects/treasury/bonds/OrdersRepo.server"
import { bondissuedAction, prepareOrder } from "~/effects/treasury/bonds/pages/actions.server"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import { bondreciptPage } from "~/effects/treasury/bonds/pages/receipts.server"
import { ReceiptsRepo } from "~/effects/treasury/bonds/ReceiptsRepo.server"
import { Sales } from "~/effects/treasury/bonds/Sales.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { NO_SETTLER } from "~/effects/treasury/relayer/errors"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { member, ORIGIN, signIn, visit } from "../../publishing/dashboard/visits"
import {
  ADA,
  ask,
  buyer,
  closed,
  fund,
  hereOf,
  minute,
  opened,
  order,
  SERIES,
  settleNext,
  terms,
  withPayouts,
  withRelayer,
  world
} from "./world"

const [bea, cas] = [buyer(1), buyer(2)]
const BEA = accountOf(bea)

/** A POST of JSON to the orders of a community. */
const posted = (id: string, body: object, token = "") =>
  prepareOrder.pipe(
    Effect.provideService(RouteArgs, {
      request: new Request(`${ORIGIN}/api/bonds/${id}/orders`, {
        method: "POST",
        headers: { "Content-Type": "application/json", cookie: `__Host-session=${token}` },
        body: JSON.stringify({ series: SERIES, direction: "buy", units: 5, hasRead: true, ...body })
      }),
      params: { id },
      context: { requestId: "a request", nonce: "", address: "127.0.0.1" }
    }),
    Effect.provideService(ReplyHeaders, new Headers())
  )

/** Status, code and message of a refusal, with the message of its one field. */
const said = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), (error) => {
    const fields = "fields" in error ? error.fields : undefined
    const [first] = typeof fields === "object" && fields !== null ? Object.values(fields) : []
    return typeof first === "string" ? first : error.message
  })

describeOnBothDatabases("responses of bond routes", (database) => {
  it.effect("cover orders: who may order, what a form requires, how many a day, and the end of the sale", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ audience: "members", maxPerBuyer: 100 })
      const { id } = community
      assert.strictEqual(yield* said(posted(id, {})), "Sign in with your wallet to buy bonds.")
      const stranger = yield* signIn(accountOf(cas))
      assert.strictEqual(yield* said(posted(id, {}, stranger)), "Complete your profile to buy bonds.")
      const token = yield* member(BEA, "Bea")
      assert.strictEqual(yield* said(posted(id, {}, token)), `Join ${community.name} to buy bonds.`)
      for (const units of [1.5, "many", "", null]) {
        assert.strictEqual(yield* said(posted(id, { units }, token)), "Units: a whole number.", String(units))
      }
      const unread = yield* said(posted(id, { hasRead: false }, token))
      assert.strictEqual(unread, "Please read the terms, then tick the box.")

      yield* fund(BEA)
      for (let n = 0; n < 20; n += 1) yield* order(community, bea, 1)
      const limit = "You have reached today's limit of 20 orders. It resets at 2 Jan 1970, 01:00 UTC."
      assert.strictEqual(yield* said(ask(community, bea, 1)), limit)
      const early = `This bond matures on ${dayText(terms.maturesAt)}. Units can be redeemed from then on.`
      assert.strictEqual(yield* said(ask(community, bea, 1, "redeem")), early)
      yield* TestClock.setTime(terms.saleClosesAt)
      const over = "This bond series is being settled; ordering is no longer possible."
      assert.strictEqual(yield* said(ask(community, cas, 1)), over)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("cover settling, cancelling and withdrawing: too early, too late, or with nothing to do", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ minRaiseUnits: 0 })
      const settlements = yield* Settlements
      const sales = yield* Sales
      const bonds = yield* Bonds
      const here = hereOf(community)
      const settle = (direction: "buy" | "redeem") => said(settlements.prepare(here, SERIES, direction))
      const early = `The sale of this bond closes on ${dayText(terms.saleClosesAt)}. Orders are settled after that.`
      assert.strictEqual(yield* settle("buy"), early)
      const later = `This bond matures on ${dayText(terms.maturesAt)}. Units can be redeemed from then on.`
      assert.strictEqual(yield* settle("redeem"), later)
      yield* Effect.forEach([bea, cas], (by) => fund(accountOf(by)))
      const gone = yield* order(community, bea, 5)
      yield* sales.withdraw(community.id, BEA, gone)
      const twice = "This order is withdrawn; withdrawing it is no longer possible."
      assert.strictEqual(yield* said(sales.withdraw(community.id, BEA, gone)), twice)
      yield* order(community, cas, 10)
      yield* closed
      const { after, batchId } = yield* settleNext(community)
      assert.strictEqual(after.state, "committed")
      // A reloaded page signs a settled batch again: it receives the result, and nothing else happens.
      assert.deepStrictEqual(yield* settlements.sign(here, batchId, "00"), after)
      assert.strictEqual(yield* settle("buy"), "No orders are waiting.")
      const cancelling = "This bond series is being settled; cancelling it is no longer possible."
      assert.strictEqual(yield* said(bonds.cancel(community.id, SERIES, ADA, "Too late for that")), cancelling)

      yield* minute
      yield* TestClock.setTime(terms.maturesAt)
      yield* minute
      yield* order(community, cas, 10, "redeem")
      // The treasury has what the sale raised, 2,300; ten units are owed 2,500.
      assert.strictEqual(yield* settle("redeem"), "The treasury holds 2,300 XRD; 2,500 is needed.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("cover a cancelled series, whose reason is public and whose orders end unused", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const token = yield* member(ADA)
      yield* fund(BEA)
      const id = yield* order(community, bea, 40)
      const post = (reason: string) =>
        visit("/", bondissuedAction, {
          token,
          params: { id: community.id },
          form: [
            ["intent", "cancel"],
            ["series", SERIES],
            ["reason", reason]
          ]
        })
      const { value } = yield* post(" no ")
      assert.deepStrictEqual(value.data.fields, { reason: "Reason: 5 to 300 characters." })
      assert.strictEqual(value.data.sent.reason, " no ")
      yield* Effect.exit(post("The school has found other money."))
      const orders = yield* OrdersRepo
      assert.strictEqual((yield* orders.findOrFail(community.id, id)).state, "lapsed")
      const page = yield* visit("/bondissued?series=GRD-1970A", bondissuedPage, { params: { id: community.id } })
      assert.isTrue(
        page.value.view === "single" && page.value.series.endedReason === "The school has found other money."
      )
      assert.strictEqual(
        yield* said((yield* Sales).withdraw(community.id, BEA, id)),
        "This order is lapsed; withdrawing it is no longer possible."
      )
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("show a receipt to the buyer and the issuer only", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ minRaiseUnits: 0 })
      yield* fund(BEA)
      yield* order(community, bea, 5)
      yield* closed
      yield* settleNext(community)
      const [receipt] = yield* (yield* ReceiptsRepo).page(BEA, community.id, null, 1)
      const params = { id: community.id }
      const read = (token: string) => visit(`/bondrecipt?purchase=${receipt?.id}`, bondreciptPage, { token, params })
      const [own, issuer, other] = [yield* signIn(BEA), yield* signIn(ADA), yield* signIn(accountOf(cas))]
      for (const token of [own, issuer]) assert.strictEqual((yield* read(token)).value.view, "single")
      assert.strictEqual(yield* said(read(other)), "This receipt belongs to another account.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("disable buying without a relayer key, with the reason on the page", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const token = yield* member(BEA, "Bea")
      const { value } = yield* visit("/bondissued?series=GRD-1970A", bondissuedPage, {
        token,
        params: { id: community.id }
      })
      assert.isTrue(value.view === "single" && value.buy.refusal === NO_SETTLER)
      assert.strictEqual(yield* said(ask(community, bea, 5)), NO_SETTLER)
      const words = "Bond sales need a relayer key, which the operator of this site has not set up."
      assert.strictEqual(NO_SETTLER, words)
    }).pipe(Effect.provide(world(database, { ...withRelayer, relayerKey: Option.none() })))
  )
})
