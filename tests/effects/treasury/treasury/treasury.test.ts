/** The balances and movements of a treasury, from a real local ledger, by the real flow. */

import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { readable } from "~/effects/base/amounts/readable"
import { treasuryDays } from "~/effects/base/db/migrations/0038-treasury-days.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { movementsOf } from "~/effects/chain/movements/TreasuryMovements.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { ISSUE_KIND } from "~/effects/treasury/bonds/manifests"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { afterOf, afterText, exportMovements } from "~/effects/treasury/treasury/pages/exportMovements.server"
import { treasuryPage } from "~/effects/treasury/treasury/pages/settingsTreasury.server"
import { Treasury } from "~/effects/treasury/treasury/Treasury.server"
import { TreasuryPlans } from "~/effects/treasury/treasury/TreasuryPlans.server"
import { movementWords } from "~/effects/treasury/treasury/view"
import { amountOf, formatAmount, ONE, renderManifest, Templates } from "~/ledger/index"
import { asAccount, asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { XRD } from "../../chain/ledger/transactions"
import { counting } from "../../communities/founding/counting"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { ADA, world as deployWorld, garden, prepared, sign, stateOf } from "../deployment/world"

const world = (database: Parameters<typeof deployWorld>[0]) =>
  Layer.mergeAll(Treasury.Default, TreasuryPlans.Default, ApprovalRequestsRepo.Default).pipe(
    Layer.provideMerge(deployWorld(database))
  )

const deployed = Effect.gen(function* () {
  const { id } = yield* garden
  const checks = yield* TransactionChecks
  const step = yield* prepared({ id })
  yield* checks.report(step, yield* sign(step.manifest))
  return yield* stateOf(id)
})

const askFor = (query: string) =>
  exportMovements.pipe(
    Effect.provideService(RouteArgs, {
      request: new Request(`http://127.0.0.1:3000/api/exports/movements${query}`),
      params: {},
      context: { requestId: "a request", nonce: "", address: "127.0.0.1" }
    }),
    Effect.provideService(ReplyHeaders, new Headers()),
    Effect.flatMap((response) => Effect.promise(() => response.text()))
  )

describe("words and sums of a treasury", () => {
  it("sum up what one account gave and received, with the fee it paid, and omit the rest", () => {
    const change = (entity: string, resource: string, text: string) => ({
      entity,
      resource,
      change: AmountText.make(text)
    })
    assert.deepStrictEqual(
      movementsOf("treasury", {
        fungibleChanges: [
          change("treasury", "a", "-10.5"),
          change("other", "a", "10.5"),
          change("treasury", "b", "1"),
          change("treasury", "b", "-1")
        ],
        feeChanges: [change("treasury", "a", "-0.5")]
      }),
      [["a", AmountText.make("-11")]]
    )
  })
  it("write amounts for people, and movements in words", () => {
    assert.deepStrictEqual(["0", "1234567.891", "-1000"].map(readable), ["0", "1,234,567.891", "−1,000"])
    assert.strictEqual(movementWords({ kind: "deploy", change: "5" }), "Deployment")
    for (const [kind, words] of [
      ["drop", "Payout"],
      ["recover", "Withdrawn unclaimed"],
      [ISSUE_KIND, "Bond issued"],
      ["bond-settlement", "Bond settlement"],
      ["bond-redemption", "Bond redemption"]
    ] as const) {
      assert.strictEqual(movementWords({ kind, change: "5" }), words)
    }
    assert.strictEqual(movementWords({ kind: "seen", change: "-5" }), "Sent")
    assert.strictEqual(movementWords({ kind: "seen", change: "5" }), "Received")
  })
  it("read a page position, or none", () => {
    assert.deepStrictEqual(afterOf(`12~${XRD}`), { stateVersion: 12, resource: XRD })
    for (const odd of [null, "", "x", "12~", "12~account_tdx_2_1", "1e9~resource_a", `-1~${XRD}`])
      assert.isNull(afterOf(odd))
  })
})

describeOnBothDatabases("Treasury", (database) => {
  it.effect(
    "caches holdings with their time for a minute, and returns the last known ones while the gateway is down",
    () =>
      Effect.gen(function* () {
        const treasury = yield* Treasury
        const faults = yield* Faults
        assert.deepStrictEqual(yield* treasury.shown({ treasuryAccount: null }), { state: "none" })
        const community = yield* deployed
        const shown = yield* treasury.shown(community)
        assert(shown.state === "known")
        assert.isTrue(shown.time.isFresh)
        assert.deepStrictEqual(
          shown.holdings.map(({ amount, name }) => [name, amount as string]),
          [["GRD", "1000.5"]]
        )
        yield* faults.change({ gateway: "down" })
        yield* TestClock.adjust("61 seconds")
        const later = yield* inTime(treasury.shown(community))
        assert(later.state === "known")
        assert.isFalse(later.time.isFresh)
        assert.deepStrictEqual(yield* inTime(treasury.shown({ treasuryAccount: ADA })), { state: "down" })
      }).pipe(Effect.provide(world(database)))
  )

  it.effect("adds up twelve thousand movements by day in a migration, exactly", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id: communityId } = yield* deployed
      yield* sql`DELETE FROM treasury_movements`
      const rows = Array.from({ length: 12_000 }, (_, n) => ({
        communityId,
        txId: `txid_${n}`,
        resource: "resource_many",
        change: n % 2 === 0 ? "0.100000000000000001" : "-0.05",
        stateVersion: 100 + n,
        at: (n % 30) * 86_400_000 + n
      }))
      for (let at = 0; at < rows.length; at += 100) {
        yield* sql`INSERT INTO treasury_movements ${sql.insert(rows.slice(at, at + 100))}`
      }
      yield* sql`DROP TABLE treasury_days`
      yield* treasuryDays
      const days = yield* sql<{ readonly change: string }>`SELECT change FROM treasury_days`
      assert.lengthOf(days, 30)
      const sum = days.reduce((all, { change }) => all + amountOf(AmountText.make(change)), 0n)
      assert.strictEqual(formatAmount(sum) as string, "300.000000000000006")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("stores movements once, in words, newest first, page by page and as a file", () =>
    Effect.gen(function* () {
      const treasury = yield* Treasury
      const indexer = yield* Indexer
      const sql = yield* SqlClient.SqlClient
      const community = yield* deployed
      const account = community.treasuryAccount ?? asAccount("")
      const { badge } = { badge: community.ownerBadge ?? asResource("") }
      const token = community.tokenResource ?? asResource("")
      const pay = Templates.executePayment({
        admin: { account: ADA, badge, id: "#1#" },
        treasury: account,
        resource: token,
        amount: 100n * ONE,
        payee: ADA,
        proposalId: "p-1",
        proposalHash: "00"
      })
      yield* sign(renderManifest(pay))
      yield* sign(renderManifest(Templates.fromFaucet(account, 2)))
      yield* (yield* FollowedAddresses).follow(community.id, [account], 1)
      yield* Effect.all([indexer.round, indexer.round], { concurrency: "unbounded" })
      yield* indexer.round
      const all = yield* treasury.movements(community.id, null, 10)
      assert.deepStrictEqual(
        all.map((movement) => [movementWords(movement), movement.change, movement.name]),
        [
          ["Received", "10000", "XRD"],
          ["Sent", "-100", "GRD"],
          ["Deployment", "1000.5", "GRD"]
        ]
      )
      const [first, second] = all
      assert(first !== undefined && second !== undefined)
      const rest = yield* treasury.movements(community.id, first, 1)
      assert.deepStrictEqual(rest, [second])

      // The same as a page of the community, for everyone who may read it, with few statements.
      const session = yield* signIn(ADA)
      const seen = (query: string) =>
        Effect.gen(function* () {
          const params = { id: community.id }
          const { statements, value } = yield* counting(
            visit(`/community/detail/${community.id}${query}`, treasuryPage, { token: session, params })
          )
          assert.isAtMost(statements, 6)
          return value.value
        })
      const shown = yield* seen("/treasury")
      assert.deepInclude(shown, { movements: all, next: null, isFirstPage: true, slug: "garden" })
      // Ada holds the badge of the deployment, and there are no other signers yet.
      assert.deepInclude(shown, { isHolder: true, opens: "one", waiting: [] })
      assert.deepStrictEqual(shown.holders, [{ address: ADA, badges: "1", name: null }])
      const lines = shown.lines.map(({ isBehind, name, points }) => [name, points.at(-1)?.balance as string, isBehind])
      assert.deepStrictEqual(lines, [
        ["GRD", "900.5", false],
        ["XRD", "10000", false]
      ])
      const days = sql`SELECT resource, day, change FROM treasury_days ORDER BY resource, day`
      const kept = yield* days
      yield* sql`DROP TABLE treasury_days`
      yield* treasuryDays
      assert.deepStrictEqual(yield* days, kept)
      const older = yield* seen(`/treasury?after=${encodeURIComponent(afterText(second))}`)
      assert.deepStrictEqual(older.movements, all.slice(2))
      assert.deepInclude(older, { isFirstPage: false, opens: "one" })

      const csv = (yield* askFor("?community=garden")).split("\r\n")
      assert.strictEqual(csv[0], "at,ledger_version,transaction,what,token,resource,change")
      assert.lengthOf(csv, 5)
      const json = JSON.parse(yield* askFor("?community=garden&format=json"))
      assert.deepInclude(json, { schema: "movements/1", community: "garden", next: null })
      assert.deepInclude(json.movements[1], { change: "-100", token: "GRD", what: "Sent" })
      assert.strictEqual((yield* Effect.flip(askFor("?community=nothing")))._tag, "NotThere")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("records no movement for a replayed idempotency key", () =>
    Effect.gen(function* () {
      const treasury = yield* Treasury
      const indexer = yield* Indexer
      const community = yield* deployed
      const manifest = renderManifest(
        Templates.executePayment({
          admin: { account: ADA, badge: community.ownerBadge ?? asResource(""), id: "#1#" },
          treasury: community.treasuryAccount ?? asAccount(""),
          resource: community.tokenResource ?? asResource(""),
          amount: ONE,
          payee: ADA,
          proposalId: "p-1",
          proposalHash: "00"
        })
      )
      yield* sign(manifest)
      yield* sign(manifest)
      yield* indexer.round
      const all = yield* treasury.movements(community.id, null, 10)
      assert.deepStrictEqual(
        all.map(({ change }) => change),
        ["-1", "1000.5"]
      )
    }).pipe(Effect.provide(world(database)))
  )
})
