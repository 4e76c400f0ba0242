/**
 * Tasks from bonds appear on people's dashboards until they are done; events of their bonds are notified once
 * (docs/product/notifications.md).
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { DAY_MS, HOUR_MS } from "~/effects/treasury/bonds/limits"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { join } from "../../communities/communities/world"
import { member } from "../../publishing/dashboard/visits"
import {
  ADA,
  buyer,
  closed,
  fund,
  issued,
  minute,
  opened,
  order,
  SERIES,
  seriesNow,
  settleNext,
  terms,
  world
} from "./world"

const [bea, cas] = [buyer(1), buyer(2)]

/** A person's new notifications since the last call: text, importance, and how they are e-mailed. */
const news = (account: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly text: string; readonly importance: string; readonly email: string }>`
      SELECT text, importance, email FROM notifications
      WHERE account_address = ${account} AND type <> 'claim' ORDER BY created_at, id`
    yield* sql`DELETE FROM notifications WHERE account_address = ${account}`
    return rows.map(({ email, importance, text }) => [text, importance, email])
  })

/** Runs the minute job twice: nothing is notified twice. */
const later = (at: number) => Effect.zipRight(TestClock.setTime(at), Effect.zipRight(minute, minute))

describeOnBothDatabases("tasks and notifications of bonds", (database) => {
  it.effect("list orders to settle, the maturity, and units to redeem", () =>
    Effect.gen(function* () {
      const { code, community } = yield* opened()
      const by = buyer(1)
      const agenda = yield* Agenda
      const kinds = (account: string) =>
        Effect.map(agenda.needs(asAccount(account)), (needs) => needs.map(({ kind }) => kind))
      yield* fund(accountOf(by))
      yield* order(community, by, 40)
      assert.deepStrictEqual(yield* kinds(ADA), [])
      // Its end is a date for buyers who ordered, and for nobody else.
      const ends = Effect.map(agenda.dates(accountOf(by), "60 days"), (all) => all.map(({ at, path }) => [at, path]))
      const path = `/community/detail/${community.id}/bondissued?series=${code}`
      assert.deepStrictEqual(yield* ends, [[terms.saleClosesAt, path]])
      assert.deepStrictEqual(yield* agenda.dates(accountOf(cas), "60 days"), [])
      yield* closed
      assert.deepStrictEqual(yield* ends, [])
      assert.deepStrictEqual(yield* kinds(ADA), ["orders"])
      yield* settleNext(community)
      yield* minute
      assert.deepStrictEqual(yield* kinds(ADA), [])
      const dates = yield* agenda.dates(accountOf(by), "60 days")
      assert.deepStrictEqual(
        dates.map(({ at }) => at),
        [terms.maturesAt]
      )
      yield* TestClock.setTime(terms.maturesAt)
      yield* minute
      assert.deepStrictEqual(yield* kinds(accountOf(by)), ["redeem"])
      yield* order(community, by, 40, "redeem")
      assert.deepStrictEqual(yield* kinds(accountOf(by)), [])
    }).pipe(Effect.provide(Agenda.Default.pipe(Layer.provideMerge(world(database)))))
  )

  it.effect("notify each person concerned once of a sale, a settlement and an unpaid maturity", () =>
    Effect.gen(function* () {
      const { code, community } = yield* issued()
      const BEA = accountOf(bea)
      yield* Effect.forEach([ADA, BEA] as const, (each) => member(each, each === ADA ? "Ada Main" : "Bea Lind"))
      yield* fund(BEA)
      yield* join(community.id, ADA, { role: "owner" })
      yield* news(ADA)
      yield* later(terms.saleOpensAt)
      assert.deepStrictEqual(yield* news(ADA), [[`The sale of ${code} is open.`, "normal", "digest"]])
      assert.isEmpty(yield* news(BEA), "who is no member is not told of sales")
      yield* order(community, bea, 40)
      yield* later(terms.saleClosesAt - DAY_MS)
      assert.deepStrictEqual(yield* news(ADA), [[`The sale of ${code} closes within 24 hours.`, "normal", "digest"]])
      yield* closed
      yield* settleNext(community)
      assert.deepStrictEqual(yield* news(BEA), [[`Your order of 40 units of ${code} was settled.`, "important", "now"]])
      yield* later(terms.maturesAt - 7 * DAY_MS)
      assert.deepStrictEqual(yield* news(BEA), [[`${code} matures within 7 days.`, "important", "now"]])
      yield* later(terms.maturesAt)
      assert.deepStrictEqual(yield* news(BEA), [[`Redeem your units of ${code} now.`, "important", "now"]])
      yield* order(community, bea, 40, "redeem")
      yield* later(terms.maturesAt + 72 * HOUR_MS)
      assert.deepStrictEqual(yield* news(BEA), [[`A payment of ${code} is overdue.`, "important", "now"]])
      // The request expires after two weeks, but its payment is still late. This is only a flag: it can be paid.
      const defaultedAt = terms.maturesAt + 30 * DAY_MS
      yield* later(defaultedAt - HOUR_MS)
      assert.deepInclude(yield* seriesNow(), { state: "overdue", defaultedAt: null })
      yield* later(defaultedAt)
      assert.deepInclude(yield* seriesNow(), { state: "overdue", defaultedAt, lateSince: terms.maturesAt })
      assert.deepStrictEqual(yield* news(BEA), [
        [`Your request to redeem ${code} expired unused. Nothing left your wallet.`, "important", "now"]
      ])
      yield* fund(community.treasuryAccount ?? "")
      yield* order(community, bea, 40, "redeem")
      yield* settleNext(community, "redeem")
      yield* minute
      assert.deepInclude(yield* seriesNow(), { state: "redeemed", lateSince: null })
      const paid = `40 units of ${code} were redeemed for 10,000 XRD.`
      assert.deepStrictEqual(yield* news(BEA), [[paid, "important", "now"]])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("notify buyers whose orders end unused", () =>
    Effect.gen(function* () {
      const { code, community } = yield* opened()
      const CAS = accountOf(cas)
      yield* member(CAS, "Cas Moor")
      yield* fund(CAS)
      yield* order(community, cas, 40)
      const bonds = yield* Bonds
      yield* bonds.cancel(community.id, SERIES, ADA, "Another way was found.")
      const words = `Your order of ${code} expired unused. Nothing left your wallet.`
      assert.deepStrictEqual(yield* news(CAS), [[words, "important", "now"]])
    }).pipe(Effect.provide(world(database)))
  )
})
