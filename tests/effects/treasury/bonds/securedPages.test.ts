/** What holders, issuers and strangers are told of secured bonds: pages, files, the checker, and e-mails. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { prepareCollateral } from "~/effects/treasury/bonds/pages/actions.server"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import { seriesDates } from "~/effects/treasury/bonds/pages/calendar.server"
import { check, controllerIn } from "~/effects/treasury/bonds/pages/checkCollateral.server"
import { heldPage } from "~/effects/treasury/bonds/pages/held.server"
import { partsOf } from "~/effects/treasury/statements/reasons"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { member, ORIGIN, signIn, visit } from "../../publishing/dashboard/visits"
import { at, bea, cas, dan, onLedger, PROMISED, sent, signed, take, twoSold, vaults } from "./securedWorld"
import { ADA, buyer, fund, minute, seriesNow, transfer, world } from "./world"

/** A person's new notifications since the last call. */
const news = (account: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly text: string }>`SELECT text FROM notifications
      WHERE account_address = ${account} AND text LIKE '%ollateral%' ORDER BY created_at, id`
    yield* sql`DELETE FROM notifications WHERE account_address = ${account}`
    return rows.map(({ text }) => text)
  })

/** Runs the minute job twice: nothing is notified twice. */
const later = (moment: number) => Effect.zipRight(at(moment), minute)

const asked = (id: string, series: string, token: string, who = "holder") =>
  prepareCollateral.pipe(
    Effect.provideService(RouteArgs, {
      request: new Request(`${ORIGIN}/api/bonds`, {
        method: "POST",
        headers: { "Content-Type": "application/json", cookie: `__Host-session=${token}` },
        body: JSON.stringify({ series, for: who })
      }),
      params: { id },
      context: { requestId: "a request", nonce: "", address: "127.0.0.1" }
    }),
    Effect.provideService(ReplyHeaders, new Headers())
  )

describeOnBothDatabases("secured bonds, as people see them", (database) => {
  it.effect("are announced to holders and the issuer 30 and 7 days before, and on the day", () =>
    Effect.gen(function* () {
      const community = yield* twoSold
      yield* member(ADA, "Ada")
      yield* member(accountOf(bea), "Bea")
      yield* member(accountOf(dan), "Dan")
      const { code } = yield* seriesNow()
      yield* later(PROMISED - 31 * DAY_MS)
      assert.deepStrictEqual([yield* news(ADA), yield* news(accountOf(bea))], [[], []])
      yield* later(PROMISED - 30 * DAY_MS)
      const first = yield* news(accountOf(bea))
      assert.match(
        first[0] ?? "",
        new RegExp(`^${code} can be redeemed until .* 1970. From then on you can take its collateral.$`)
      )
      assert.lengthOf(first, 1)
      assert.match(
        (yield* news(ADA))[0] ?? "",
        /^You can pay the holders of .* until .*\. From then on they can take the collateral\.$/
      )
      // The account that has the bond on the ledger is its holder.
      yield* transfer(bea, accountOf(dan), (yield* onLedger).bondResource, 1)
      yield* later(PROMISED - 7 * DAY_MS)
      assert.deepStrictEqual([yield* news(accountOf(bea)), (yield* news(accountOf(dan))).length], [[], 1])
      assert.lengthOf(yield* news(ADA), 1)
      yield* later(PROMISED)
      assert.deepStrictEqual(yield* news(accountOf(dan)), [
        `You can take the collateral of ${code} now, with one transaction of your own.`
      ])
      assert.deepStrictEqual(yield* news(ADA), [`Collateral of ${code} can return to the treasury now.`])
      yield* later(PROMISED + 40 * DAY_MS)
      assert.deepStrictEqual([yield* news(ADA), yield* news(accountOf(dan))], [[], []])
      assert.strictEqual((yield* seriesNow()).communityId, community.id)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("show their collateral to everyone, and offer it to holders from the day on only", () =>
    Effect.gen(function* () {
      const { id } = yield* twoSold
      const { code, id: series } = yield* seriesNow()
      const token = yield* member(accountOf(cas), "Cas")
      const page = Effect.map(
        visit(`/bondissued?series=${code}`, bondissuedPage, { token, params: { id } }),
        ({ value }) => (value.view === "single" ? value : assert.fail("no series"))
      )
      const before = yield* page
      assert.deepStrictEqual(
        before.vaults?.map(({ amount, isIssuers, isOpen, manifest }) => [amount, isIssuers, isOpen, manifest]),
        [false, false, true].map((isIssuers) => ["120", isIssuers, false, null])
      )
      assert.deepStrictEqual(before.takes, { own: false, treasury: false })
      assert.lengthOf(before.series.secured?.sentences ?? [], 4)
      assert.deepStrictEqual(before.series.securedBy, { amount: "120", symbol: "GRD" })
      assert.deepInclude(yield* Effect.flip(asked(id, series, token)), { status: 409, code: "E-COLLATERAL" })
      const held = Effect.map(visit("/userDashboard/bonds", heldPage, { token }), ({ value }) => value.holdings[0])
      assert.isFalse((yield* held)?.mayTake)

      yield* at(PROMISED)
      const after = yield* page
      assert.deepStrictEqual(after.takes, { own: true, treasury: false })
      assert.isTrue((yield* held)?.mayTake)
      const [again, stranger] = [yield* signIn(accountOf(cas)), yield* signIn(accountOf(buyer(7)))]
      assert.deepInclude(yield* Effect.flip(asked(id, series, stranger)), { code: "E-COLLATERAL" })
      assert.deepInclude(yield* Effect.flip(asked(id, series, again, "treasury")), { status: 403 })
      // The page's own manifest, sent with another wallet and without this site.
      const own = after.vaults?.find(({ holder }) => holder === accountOf(cas))
      yield* fund(accountOf(cas))
      yield* sent(own?.manifest ?? "", cas)
      const taken = (yield* page).vaults?.find(({ number }) => number === own?.number)
      assert.deepStrictEqual([taken?.amount, taken?.isOpen, taken?.manifest], ["0", false, null])
      assert.deepInclude(yield* Effect.flip(asked(id, series, again)), { code: "E-COLLATERAL" })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are checked from the ledger alone: locked, open, empty, and never for another address", () =>
    Effect.gen(function* () {
      const community = yield* twoSold
      const [first] = yield* vaults
      const address = first?.vault ?? ""
      const locked = yield* check(` https://commons.example/verify?collateral=${address}#top`)
      assert.deepInclude(locked.verdict, { tone: "ok", title: "Locked" })
      assert.strictEqual(locked.from, new Date(PROMISED).toISOString())
      assert.deepInclude(locked.bond, { number: "#1#", holder: first?.holder ?? "" })
      assert.deepStrictEqual(
        locked.holds.map(({ amount }) => amount),
        ["120"]
      )
      yield* at(PROMISED)
      assert.deepInclude((yield* check(address)).verdict, { tone: "ok", title: "Open" })
      const holder = [bea, cas].find((who) => accountOf(who) === first?.holder) ?? bea
      yield* signed(yield* take(holder), holder)
      const empty = yield* check(address)
      assert.deepInclude(empty.verdict, { tone: "warn", title: "Empty" }, empty.verdict.text)
      assert.strictEqual(empty.from, null)
      // Two addresses in one text; an address of a run may itself end with "q".
      const other = `${address.slice(0, -1)}${address.endsWith("q") ? "p" : "q"}`
      for (const wrong of ["", "nothing", community.treasuryAccount ?? "", `${address} ${other}`]) {
        assert.deepInclude(yield* Effect.flip(check(wrong)), { status: 422, code: "E-UNCHECKED" })
      }
      assert.strictEqual(controllerIn(address.slice(0, -1))._tag, "Left")
      assert.strictEqual(controllerIn(address.replace("tdx_2_", "rdx"))._tag, "Left")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("have their day in the calendar, and a reason of their own in statements", () =>
    Effect.gen(function* () {
      const { id } = yield* twoSold
      const dates = yield* seriesDates(id, "riverside", ORIGIN)
      const days = dates.filter(({ key }) => key.endsWith("-collateral"))
      assert.deepStrictEqual(
        days.map(({ at }) => at),
        [PROMISED]
      )
      const moved = { resource: "resource_x", fee: 0n, purpose: null, transactionFee: null }
      const reason = (kind: string, change: bigint) => partsOf({ ...moved, kind, change })[0]?.reason
      assert.strictEqual(reason("bond-series", -360n), "collateral")
      assert.strictEqual(reason("bond-series", 100n), "series")
      assert.strictEqual(reason("bond-collateral", 240n), "collateral")
    }).pipe(Effect.provide(world(database)))
  )
})
