/**
 * Reserve coverage day by day, and the history of a series, as its page shows them (docs/product/bonds.md).
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { Limits } from "~/effects/base/limits/Limits.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { Faults } from "~/effects/local/Faults.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { besideOf } from "~/effects/treasury/bonds/beside.server"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { makeCoverHistory } from "~/effects/treasury/bonds/CoverHistory.server"
import { DAY_MS, HOUR_MS } from "~/effects/treasury/bonds/limits"
import { apiBond } from "~/effects/treasury/bonds/pages/api.server"
import { bondissuedPage, publicBond } from "~/effects/treasury/bonds/pages/bonds.server"
import { bondissuePage } from "~/effects/treasury/bonds/pages/issue.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf } from "../../../ledger/signing"
import { found, join } from "../../communities/communities/world"
import { member, visit } from "../../publishing/dashboard/visits"
import { garden } from "../deployment/world"
import {
  ADA,
  buyer,
  closed,
  deployed,
  fund,
  issueIn,
  minute,
  opened,
  order,
  SERIES,
  seriesNow,
  settleNext,
  terms,
  world
} from "./world"

const bea = buyer(1)
const hour = Effect.flatMap(makeCoverHistory, ({ hour }) => hour).pipe(
  Effect.provide(Layer.merge(CouponsRepo.Default, WorkQueue.Default))
)

describeOnBothDatabases("the reserve coverage of a series", (database) => {
  it.effect("is recorded once a day from the ledger, and not while that does not respond", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const faults = yield* Faults
      yield* fund(accountOf(bea))
      yield* order(community, bea, 40)
      const beside = Effect.flatMap(seriesNow(), (series) => besideOf(series))
      yield* hour
      // 40 units owe 250 each at maturity, and nothing is paid yet.
      const [first, ...none] = (yield* beside).cover
      assert.isEmpty(none)
      assert.deepInclude(first, { owed: "10000", share: 0, held: "0" })

      yield* closed
      yield* settleNext(community)
      yield* minute
      yield* hour
      yield* fund(terms.reserveAccount)
      yield* TestClock.adjust(HOUR_MS)
      yield* hour
      const after = (yield* beside).cover
      // Payments received meanwhile count, and each day has one point however often the job ran.
      assert.deepInclude(after.at(-1), { held: "10000", owed: "10000", share: 1000 })
      assert.strictEqual(new Set(after.map(({ at }) => at)).size, after.length)

      yield* faults.change({ gateway: "down" })
      yield* TestClock.adjust(2 * DAY_MS)
      yield* inTime(hour)
      assert.lengthOf((yield* beside).cover, after.length)
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("30 seconds")
      yield* hour
      assert.lengthOf((yield* beside).cover, after.length + 1)

      yield* TestClock.setTime(terms.maturesAt)
      yield* minute
      const { events } = yield* beside
      const face = yield* visit("/", publicBond, { params: { slug: community.slug, code: (yield* seriesNow()).code } })
      assert.deepStrictEqual(face.value.cover, (yield* beside).cover, "the public page tells the same")
      assert.deepStrictEqual(face.value.events, events)
      assert.deepInclude(face.value.series, { orders: 1, owed: "10000", paidOut: "0", isTreasuryReserve: false })
      assert.strictEqual(face.value.holders, 1)
      const { code } = yield* seriesNow()
      assert.includeMembers(
        events.map(({ words }) => words),
        ["opened", "closed"].map((what) => `The sale of ${code} ${what}`)
      )
      assert.deepStrictEqual(
        events.map(({ seq }) => seq),
        events.map(({ seq }) => seq).toSorted((one, other) => other - one)
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("counts what all series of a reserve account owe, and names them", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const sql = yield* SqlClient.SqlClient
      yield* fund(accountOf(bea))
      yield* fund(terms.reserveAccount)
      yield* order(community, bea, 40)
      // For one series: the same 40 units of 250; for another reserve or currency: nothing.
      const copy = (id: string, code: string, changes: Readonly<Record<string, string>> = {}) =>
        Effect.gen(function* () {
          const [row] = yield* sql<Record<string, string>>`SELECT * FROM bond_series WHERE id = ${SERIES}`
          yield* sql`INSERT INTO bond_series ${sql.insert({ ...row, id, code, ...changes })}`
        })
      yield* copy("seriesbbbbbb", "GRD-1970B")
      yield* copy("seriescccccc", "GRD-1970C", { reserveAccount: accountOf(buyer(8)) })
      yield* copy("seriesdddddd", "GRD-1970D", { currency: "resource_tdx_2_other" })
      yield* copy("serieseeeeee", "GRD-1970E", { state: "redeemed" })
      const shared = [{ code: "GRD-1970B", owed: "10000" }]
      const whole = { held: "10000", owed: "20000", share: "50%", label: "Partly covered", shared }

      const { code } = yield* seriesNow()
      const params = { id: community.id, slug: community.slug, code }
      const { value: inside } = yield* visit(`/bondissued?series=${code}`, bondissuedPage, { params })
      assert.deepInclude(inside.view === "single" && inside.series.cover, whole)
      const { value: list } = yield* visit("/bondissued", bondissuedPage, { params })
      const card = list.view === "list" ? list.cards.find((each) => each.code === code) : undefined
      assert.deepInclude(card?.cover, whole)
      const { value: face } = yield* visit("/", publicBond, { params })
      assert.deepInclude(face.series.cover, whole)
      const { value: response } = yield* visit("/api", apiBond, { params })
      assert.deepNestedInclude(yield* Effect.promise((): Promise<unknown> => response.json()), {
        reserve: { held: "10000", owed: "20000", owedHere: "10000", alsoOwed: shared, cover: "50%" }
      })
      yield* hour
      const { cover } = yield* Effect.flatMap(seriesNow(), (series) => besideOf(series))
      assert.deepInclude(cover.at(-1), { held: "10000", owed: "20000", share: 500 })

      // Another community's series counts, and is not named.
      const { id } = yield* found({ slug: "elsewhere", visibility: "private" })
      yield* sql`UPDATE bond_series SET community_id = ${id} WHERE code = 'GRD-1970B'`
      const { value: later } = yield* visit("/", publicBond, { params })
      assert.deepInclude(later.series.cover, { ...whole, shared: [{ code: null, owed: "10000" }] })
    }).pipe(
      Effect.provide(
        CommunitiesRepo.Default.pipe(Layer.provideMerge(Limits.Default), Layer.provideMerge(world(database)))
      )
    )
  )

  it.effect("measures a draft by everything that its reserve account owes", () =>
    Effect.gen(function* () {
      const community = yield* deployed(garden)
      const { id, treasuryAccount } = community
      const reserveAccount = treasuryAccount ?? asAccount("")
      const { code } = yield* issueIn(community, SERIES, { reserveAccount })
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      yield* Effect.forEach([accountOf(bea), reserveAccount], fund)
      yield* join(id, ADA, { role: "owner" })
      const token = yield* member(ADA)
      const bonds = yield* Bonds
      const warningsOf = (draft: string, units: number) =>
        Effect.gen(function* () {
          const drafted = { ...terms, units, minRaiseUnits: 0, reserveAccount }
          yield* bonds.saveDraft(community, ADA, { id: draft, version: 0, terms: drafted })
          const { value } = yield* visit(`/bondissue?draft=${draft}`, bondissuePage, { token, params: { id } })
          return value.review?.warnings ?? assert.fail("no review")
        })
      // The treasury holds 10,000, exactly what 40 units will be paid.
      assert.deepStrictEqual(yield* warningsOf("seriesbbbbbb", 40), [
        "It yields more than 50% a year. Can the community earn that?"
      ])
      yield* order(community, bea, 1)
      assert.include(
        yield* warningsOf("seriescccccc", 40),
        `Its debt, with the 250 XRD already owed out of its reserve account (${code}), is more than the treasury holds today.`
      )
      assert.include(yield* warningsOf("seriesdddddd", 41), "Its debt is more than the treasury holds today.")
    }).pipe(Effect.provide(world(database)))
  )
})
