/** Downloads about bonds: one's holdings as a table and a calendar, the list as JSON, and codes to scan. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { seriesCalendar, seriesDates } from "~/effects/treasury/bonds/pages/calendar.server"
import { exportBonds } from "~/effects/treasury/bonds/pages/exports.server"
import { ownFiles, purchasedbondPage } from "~/effects/treasury/bonds/pages/holdings.server"
import { bondreciptPage } from "~/effects/treasury/bonds/pages/receipts.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { join } from "../../communities/communities/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { buyer, closed, fund, issued, minute, opened, order, settleNext, terms, withCoupon, world } from "./world"

const bea = buyer(1)
const BEA = accountOf(bea)

const textOf = <A extends Response, E, R>(response: Effect.Effect<{ readonly value: A }, E, R>) =>
  Effect.flatMap(response, ({ value }) => Effect.promise(() => value.text()))
/** Calendar lines are folded. */
const unfolded = (file: string) => file.replaceAll("\r\n ", "").replaceAll("\\,", ",")

describeOnBothDatabases("files of bonds", (database) => {
  it.effect("agree with the holder's page about past, next and later payments, as a table and as a calendar", () =>
    Effect.gen(function* () {
      const { code, community } = yield* opened(withCoupon)
      yield* fund(BEA)
      yield* order(community, bea, 30)
      yield* closed
      yield* settleNext(community)
      yield* minute
      const params = { id: community.id }
      const token = yield* signIn(BEA)
      const { value: page } = yield* visit("/purchasedbond", purchasedbondPage, { token, params })
      const toCome = "3024.65753424657534246"
      const next = { dueAt: terms.maturesAt, amount: "24.65753424657534246" }
      const paid = { paid: "3000", received: "0" }
      assert.deepInclude(page.holdings[0], { held: "30", bought: 30, ...paid, next, toCome, atMaturity: "3000" })
      const csv = yield* textOf(visit("/mine.csv", ownFiles("csv"), { token, params }))
      assert.deepStrictEqual(csv.trim().split("\r\n"), [
        "series,state,held,bought,currency,paid,received,to_come,matures",
        `${code},active,30,30,XRD,3000,0,${toCome},1970-02-02T01:00:00.000Z`
      ])
      const ics = unfolded(yield* textOf(visit("/mine.ics", ownFiles("ics"), { token, params })))
      assert.deepStrictEqual(
        [...ics.matchAll(/SUMMARY:(.*)\r/g)].map(([, words]) => words),
        [`${code} pays its coupon`, `${code} matures`]
      )
      assert.include(ics, `/community/detail/${community.id}/purchasedbond`)
      assert.strictEqual((yield* Effect.flip(visit("/mine.csv", ownFiles("csv"), { params })))._tag, "NotSignedIn")
      const query = `?community=${community.slug}&format=json`
      const { value: exported } = yield* visit(`/bonds${query}`, exportBonds)
      assert.include(exported.headers.get("content-type"), "application/json")
      const json: unknown = yield* Effect.promise(() => exported.json())
      assert.deepNestedInclude(json, { schema: "bonds/1", "rows[0].code": code, "rows[0].holders": 1 })
      const { value: list } = yield* visit("/bondrecipt", bondreciptPage, { token, params })
      const [line] = list.view === "list" ? list.lines : []
      const { value: single } = yield* visit(`/bondrecipt?purchase=${line?.id}`, bondreciptPage, { token, params })
      // The dark frame in the corner by which a camera finds the code.
      assert.match((single.view === "single" && single.receipt.qr.path) || "", /^M0 0h1v1h-1zM1 0h1v1h-1z/)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect(
    "put the dates of a sale into calendars from its announcement on, for a private community only inside",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { code, community } = yield* issued()
        const dates = yield* seriesDates(community.id, community.slug, "http://x")
        assert.deepStrictEqual(
          dates.map(({ at, words }) => [at, words]),
          [
            [terms.saleOpensAt, `The sale of ${code} opens`],
            [terms.saleClosesAt, `The sale of ${code} closes`],
            [terms.maturesAt, `${code} matures`]
          ]
        )
        yield* join(community.id, BEA)
        const token = yield* signIn(BEA)
        const params = { id: community.id, code }
        const calendar = () => Effect.map(textOf(visit("/", seriesCalendar, { token, params })), unfolded)
        assert.include(yield* calendar(), `/explore/${community.slug}/bonds/${code}`)
        yield* sql`UPDATE communities SET visibility = 'private'`
        const inside = yield* calendar()
        assert.include(inside, `/community/detail/${community.id}/bondissued?series=${code}`)
        assert.notInclude(inside, "/explore/")
      }).pipe(Effect.provide(world(database)))
  )
})
