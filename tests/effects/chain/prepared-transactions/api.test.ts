/** /api/prepared-transactions/{id}: what a page may report about a prepared transaction, and what it is told. */
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { LEASE_MS } from "~/effects/chain/prepared-transactions/lease"
import { readStep, reportStep } from "~/effects/chain/prepared-transactions/pages/api.server"
import { Faults } from "~/effects/local/Faults.server"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { ORIGIN, signIn } from "../../publishing/dashboard/visits"
import { ADA, garden, sign } from "../../treasury/payouts/world"
import { BEN, kinds, world } from "./kinds"

const batch = kinds.drop ?? (() => Effect.dieMessage("no kind of step pays a batch"))
const [TAB, OTHER] = ["firsttab1", "othertab2"]

/** A page that reports on a prepared transaction, with a session of this token. */
const saying = (token: string, id: string) => (body?: object) =>
  Effect.gen(function* () {
    const request = new Request(`${ORIGIN}/api/prepared-transactions/${id}`, {
      headers: { cookie: `__Host-session=${token}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    const context = { requestId: "a request", nonce: "", address: "127.0.0.1" }
    return yield* (body === undefined ? readStep : reportStep).pipe(
      Effect.provideService(RouteArgs, { request, params: { id }, context }),
      Effect.provideService(ReplyHeaders, new Headers())
    )
  })

describeOnBothDatabases("a page and its prepared transaction", (database) => {
  it.effect("takes the lease before its wallet is asked, reports the result, and is told who has the lease", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const faults = yield* Faults
      const { prepare } = yield* batch(place)
      const step = yield* prepare
      const say = saying(yield* signIn(ADA), step.id)
      assert.isNull((yield* say()).lease)
      // While the ledger cannot be read, no wallet is asked.
      yield* faults.change({ gateway: "down" })
      const unread = yield* inTime(Effect.flip(say({ ask: TAB, takeOver: false })))
      assert.strictEqual(unread._tag, "GatewayDown")
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("30 seconds")
      assert.isNull((yield* say()).lease)

      const asked = yield* say({ ask: TAB, takeOver: false })
      assert.deepInclude(asked.lease, { account: ADA, holder: TAB, left: LEASE_MS })
      assert.deepInclude(yield* Effect.flip(say({ ask: OTHER, takeOver: true })), { code: "E-LEASED", status: 409 })
      assert.strictEqual((yield* say()).lease?.holder, TAB)
      // Another page cannot release this page's lease.
      yield* say({ release: OTHER })
      assert.strictEqual((yield* say()).lease?.holder, TAB)
      assert.isNull((yield* say({ release: TAB })).lease)
      assert.strictEqual((yield* say({ ask: OTHER, takeOver: false })).lease?.holder, OTHER)

      // It was committed without a report: the next page that requests the lease is told so, and its wallet is not
      // asked.
      const txId = yield* sign(step.manifest)
      yield* TestClock.adjust(LEASE_MS)
      const done = yield* say({ ask: TAB, takeOver: true })
      assert.deepInclude(done, { state: "verified", txId, lease: null })
      for (const odd of [{ ask: "", takeOver: false }, { ask: TAB }, { release: "x".repeat(99) }, {}]) {
        assert.strictEqual((yield* Effect.flip(say(odd)))._tag, "InvalidFields")
      }
      const stranger = saying(yield* signIn(BEN.account), step.id)
      for (const said of [undefined, { ask: TAB, takeOver: true }, { release: TAB }]) {
        assert.strictEqual((yield* Effect.flip(stranger(said)))._tag, "NotThere")
      }
    }).pipe(Effect.provide(world(database)))
  )
})
