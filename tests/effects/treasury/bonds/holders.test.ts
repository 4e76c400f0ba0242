/**
 * Holders of units are owed their payments, whether they bought or received them, with or without a profile or
 * membership.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { GatewayDown } from "~/effects/base/failures/failures"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Coupons } from "~/effects/treasury/bonds/Coupons.server"
import { DAY_MS, HOUR_MS } from "~/effects/treasury/bonds/limits"
import { bondissuedAction, prepareOrder, signOrder } from "~/effects/treasury/bonds/pages/actions.server"
import { heldAction, heldPage } from "~/effects/treasury/bonds/pages/held.server"
import { purchasedbondPage } from "~/effects/treasury/bonds/pages/holdings.server"
import { bondreciptPage, receiptFile } from "~/effects/treasury/bonds/pages/receipts.server"
import { SeriesLife } from "~/effects/treasury/bonds/SeriesLife.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import type { Signer } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { member, ORIGIN, signIn, submitted, visit } from "../../publishing/dashboard/visits"
import { payCoupon } from "./paying"
import {
  ada,
  balance,
  bought,
  buyer,
  closed,
  due,
  fund,
  hereOf,
  minute,
  opened,
  order,
  orderNow,
  SERIES,
  seriesNow,
  settleNext,
  signPart,
  terms,
  transfer,
  withCoupon,
  withPayouts,
  XRD
} from "./world"

const [bea, cas, dan] = [buyer(1), buyer(2), buyer(4)]
const [BEA, DAN] = [accountOf(bea), accountOf(dan)]

/** A POST of JSON with a session. */
const posted = <A, E, R>(
  program: Effect.Effect<A, E, R>,
  params: Readonly<Record<string, string>>,
  body: object,
  token: string
) =>
  program.pipe(
    Effect.provideService(RouteArgs, {
      request: new Request(`${ORIGIN}/api/bonds`, {
        method: "POST",
        headers: { "Content-Type": "application/json", cookie: `__Host-session=${token}` },
        body: JSON.stringify(body)
      }),
      params: { ...params },
      context: { requestId: "a request", nonce: "", address: "127.0.0.1" }
    }),
    Effect.provideService(ReplyHeaders, new Headers())
  )

const asked = (id: string, units: number, token: string, direction = "redeem") =>
  posted(prepareOrder, { id }, { series: SERIES, direction, units, hasRead: true }, token)

/** Requests a redemption and signs it, over the routes. Returns the order's id. */
const redeemed = (id: string, by: Signer, units: number, token: string) =>
  Effect.gen(function* () {
    const { expiration, manifest, orderId } = yield* asked(id, units, token)
    const signedPartialTransaction = yield* signPart(manifest, expiration, by)
    yield* posted(signOrder, { id, order: orderId }, { signedPartialTransaction }, token)
    return orderId
  })

/** A person's new notifications since the last call. */
const notified = (account: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly text: string }>`
      SELECT text FROM notifications WHERE account_address = ${account} ORDER BY created_at, id`
    yield* sql`DELETE FROM notifications WHERE account_address = ${account}`
    return rows.map(({ text }) => text)
  })

/** Bea bought forty units and gave fifteen of them to Dan, who has nothing here. The series has matured. */
const matured = Effect.gen(function* () {
  const { community } = yield* opened()
  yield* bought(community, [bea, 40])
  yield* transfer(bea, DAN, (yield* seriesNow()).bondResource ?? "", 15)
  yield* due(community)
  return community
})

const hide = ({ id }: Community) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE communities SET visibility = 'private' WHERE id = ${id}`)

describeOnBothDatabases("a holder", (database) => {
  it.effect("without a profile can redeem: order, signature, withdrawal, receipt", () =>
    Effect.gen(function* () {
      const community = yield* matured
      const { id } = community
      const params = { id }
      const token = yield* signIn(DAN)
      const { value: page } = yield* visit("/purchasedbond", purchasedbondPage, { token, params })
      assert.deepInclude(page.holdings[0], { held: "15", bought: 0, mayRedeem: true })

      const first = yield* redeemed(id, dan, 15, token)
      assert.strictEqual((yield* orderNow(community, first)).state, "signed")
      const path = `/community/detail/${id}/bondissued`
      const form = Object.entries({ intent: "withdraw", order: first })
      assert.strictEqual((yield* submitted(path, bondissuedAction, { token, params, form })).status, 303)
      assert.strictEqual((yield* orderNow(community, first)).state, "withdrawn")

      yield* redeemed(id, dan, 15, token)
      assert.strictEqual((yield* settleNext(community, "redeem")).after.state, "committed")
      assert.strictEqual(yield* balance(DAN, XRD), 15 * 250)
      const { value: list } = yield* visit("/bondrecipt", bondreciptPage, { token, params })
      const [line] = list.view === "list" ? list.lines : []
      assert.deepInclude(line, { kind: "redemption", units: 15, amount: "3750" })
      const receipt = line?.id ?? ""
      const { value: single } = yield* visit(`/bondrecipt?payment=${receipt}`, bondreciptPage, { token, params })
      assert.isTrue(single.view === "single" && single.receipt.account === DAN)
      const file = yield* visit("/file", receiptFile, { token, params: { id, receipt } })
      assert.strictEqual(file.value.status, 200)
      // Buying requires more than that.
      assert.deepInclude(yield* Effect.flip(asked(id, 1, token, "buy")), { status: 403, code: "E-PROFILE" })
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("has an order accepted once if its signature arrives twice", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* member(BEA, "Bea")
      yield* fund(BEA)
      const { id } = community
      const token = yield* signIn(BEA)
      const { expiration, manifest, orderId } = yield* asked(id, 10, token, "buy")
      const signedPartialTransaction = yield* signPart(manifest, expiration, bea)
      const send = Effect.suspend(() => posted(signOrder, { id, order: orderId }, { signedPartialTransaction }, token))
      const twice = yield* Effect.all([send, send], { concurrency: 2 })
      assert.deepStrictEqual(twice, [{ state: "signed" }, { state: "signed" }])
      const taken = yield* orderNow(community, orderId)
      assert.strictEqual(taken.state, "signed")
      assert.deepStrictEqual(yield* Effect.all([send, send]), [{ state: "signed" }, { state: "signed" }])
      assert.deepStrictEqual(yield* orderNow(community, orderId), taken)
      assert.strictEqual((yield* seriesNow()).sold, 10)
      // A signature that is already in one order is refused for another.
      const other = yield* asked(id, 10, token, "buy")
      const reused = posted(signOrder, { id, order: other.orderId }, { signedPartialTransaction }, token)
      assert.strictEqual((yield* Effect.flip(reused))._tag, "PartRefused")
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("has a batch submitted once if its signature arrives twice", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* fund(BEA)
      yield* order(community, bea, 40)
      yield* closed
      const settlements = yield* Settlements
      const { batchId, expiration, manifest } = yield* settlements.prepare(hereOf(community), SERIES, "buy")
      const signed = yield* signPart(manifest, expiration, ada)
      const first = yield* settlements.sign(hereOf(community), batchId, signed)
      const again = yield* settlements.sign(hereOf(community), batchId, signed)
      assert.deepStrictEqual([again.id, again.state], [first.id, first.state])
      assert.strictEqual(first.state, "committed")
      yield* minute
      assert.strictEqual(yield* balance(BEA, (yield* seriesNow()).bondResource ?? ""), 40)
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("without access to the community can redeem all the same, while others see nothing", () =>
    Effect.gen(function* () {
      const community = yield* matured
      const { id } = community
      yield* hide(community)
      const [holder, stranger] = [yield* signIn(DAN), yield* signIn(accountOf(buyer(7)))]
      for (const token of [stranger, ""]) {
        assert.strictEqual((yield* Effect.flip(asked(id, 15, token)))._tag, "NotThere")
        assert.strictEqual((yield* Effect.flip(posted(prepareOrder, { id }, {}, token)))._tag, "NotThere")
      }
      assert.strictEqual((yield* Effect.flip(asked(id, 1, holder, "buy")))._tag, "NotThere")
      const request = yield* redeemed(id, dan, 15, holder)
      const body = { signedPartialTransaction: "00" }
      const others = posted(signOrder, { id, order: request }, body, stranger)
      assert.strictEqual((yield* Effect.flip(others))._tag, "NotThere")
      assert.strictEqual((yield* settleNext(community, "redeem")).after.state, "committed")
      assert.strictEqual(yield* balance(DAN, XRD), 15 * 250)
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("has a page of their own, also for units of a community they cannot read", () =>
    Effect.gen(function* () {
      const community = yield* matured
      const { id } = community
      yield* hide(community)
      const [token, stranger] = [yield* signIn(DAN), yield* signIn(accountOf(buyer(7)))]
      const page = (of: string) =>
        Effect.map(visit("/userDashboard/bonds", heldPage, { token: of }), ({ value }) => value)
      const before = yield* page(token)
      assert.strictEqual(before.holdings.length, 1)
      assert.deepInclude(before.holdings[0], { communityId: id, held: "15", mayRedeem: true, orders: [] })
      assert.notInclude(JSON.stringify(before), community.name)
      const others = yield* page(stranger)
      assert.deepStrictEqual([others.holdings, others.receipts], [[], []])

      // Requested, withdrawn by nobody else, and requested again.
      const first = yield* redeemed(id, dan, 15, token)
      const [waiting] = (yield* page(token)).holdings
      assert.isFalse(waiting?.mayRedeem)
      assert.deepInclude(waiting?.orders[0], { id: first, state: "signed", units: 15 })
      const form = Object.entries({ intent: "withdraw", order: first, community: id })
      const posted = (by: string) => submitted("/userDashboard/bonds", heldAction, { token: by, form })
      assert.strictEqual((yield* posted(stranger)).status, 200)
      assert.strictEqual((yield* orderNow(community, first)).state, "signed")
      assert.deepInclude(yield* posted(token), { status: 303, to: "/userDashboard/bonds" })
      assert.strictEqual((yield* orderNow(community, first)).state, "withdrawn")
      assert.isTrue((yield* page(token)).holdings[0]?.mayRedeem)

      // Redeemed, with a receipt that only the holder can download.
      yield* redeemed(id, dan, 15, token)
      assert.strictEqual((yield* settleNext(community, "redeem")).after.state, "committed")
      const after = yield* page(token)
      assert.deepInclude(after.holdings[0], { held: "0", mayRedeem: false })
      const [paper] = after.receipts
      assert.deepInclude(paper, { kind: "redemption", units: 15 })
      assert.strictEqual(paper?.amount, "3750")
      const fetched = (by: string) =>
        visit("/file", receiptFile, { token: by, params: { id, receipt: paper?.id ?? "" } })
      assert.strictEqual((yield* fetched(token)).value.status, 200)
      assert.strictEqual((yield* Effect.flip(fetched(stranger)))._tag, "NotThere")
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("is notified of maturity, late payments and coupons, and no longer after selling", () =>
    Effect.gen(function* () {
      const { code, community } = yield* opened(withCoupon)
      yield* Effect.forEach([bea, cas, dan], (by, n) => member(accountOf(by), ["Bea", "Cas", "Dan"][n]))
      yield* bought(community, [bea, 20], [cas, 10])
      const bond = (yield* seriesNow()).bondResource ?? ""
      yield* transfer(bea, DAN, bond, 20)
      yield* notified(BEA)
      yield* notified(accountOf(cas))
      yield* TestClock.setTime(terms.maturesAt - 7 * DAY_MS)
      yield* minute
      const everybody = Effect.forEach([BEA, accountOf(cas), DAN], notified)
      const soon = `${code} matures within 7 days.`
      assert.deepStrictEqual(yield* everybody, [[], [soon], [soon]])

      // The coupon is prepared for Cas and Dan; those who buy from Dan afterwards get none of it.
      yield* TestClock.setTime(terms.maturesAt)
      yield* minute
      yield* everybody
      const number = yield* Coupons.prepare(hereOf(community), SERIES)
      yield* transfer(dan, BEA, bond, 20)
      yield* TestClock.adjust(72 * HOUR_MS)
      yield* minute
      yield* minute
      const late = `A payment of ${code} is overdue.`
      assert.deepStrictEqual(yield* everybody, [[], [late], [late]])

      yield* fund(community.treasuryAccount ?? "")
      yield* payCoupon(community, number)
      const paid = `${code} paid its coupon of 2 Feb 1970, 3 days late.`
      assert.deepStrictEqual(yield* everybody, [[], [paid], [paid]])
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("is notified once the ledger responds again", () =>
    Effect.gen(function* () {
      const { code, community } = yield* opened()
      yield* member(BEA, "Bea")
      yield* bought(community, [bea, 40])
      yield* notified(BEA)
      yield* TestClock.setTime(terms.maturesAt - 7 * DAY_MS)
      const ledger = yield* Ledger
      const down = new Ledger({ ...ledger, holders: () => Effect.fail(new GatewayDown({})) })
      yield* minute.pipe(Effect.provide(Layer.provide(SeriesLife.Default, Layer.succeed(Ledger, down))))
      assert.deepStrictEqual(yield* notified(BEA), [])
      yield* minute
      assert.deepStrictEqual(yield* notified(BEA), [`${code} matures within 7 days.`])
    }).pipe(Effect.provide(withPayouts(database)))
  )
})
