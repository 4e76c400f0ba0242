/**
 * The balance of an escrow account is read from the ledger; what leaves it by a transaction that this site did not make
 * is named on its page, in the activity and once to the admins, and its plan is paused until one of them has confirmed
 * it.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Faults } from "~/effects/local/Faults.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { escrowSummary } from "~/effects/treasury/escrow/view.server"
import { WithdrawalNoticesLive } from "~/effects/treasury/escrow/withdrawalNews.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { member } from "../../publishing/dashboard/visits"
import {
  balanceOf,
  budgetOf,
  funded as escrowBudget,
  order,
  paymentsOf,
  settled as settledBudget,
  world
} from "../budgets/world"
import { approved, begun, escrowFoundOf, people, settled, withXrd } from "../payouts/escrowWorld"
import { ADA, garden, held } from "../payouts/world"
import { steal } from "./stealing"

const place = Effect.tap(garden, (made) => withXrd(made))

const notified = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const events = yield* sql<{ data: string }>`SELECT data FROM activity_events WHERE type = 'escrowMoved'`
  const inbox = yield* sql<{
    account: string
    text: string
    times: number
  }>`SELECT account_address AS account, text, times
    FROM notifications WHERE type = 'escrow'`
  return { events: events.map(({ data }) => data), inbox }
})

const round = Effect.flatMap(Indexer, (indexer) => indexer.round)
const viewOf = (id: string) => Effect.flatMap(escrowFoundOf(id), escrowSummary)

describeOnBothDatabases("what leaves an escrow by another party's transaction", (database) => {
  const Live = world(database)

  it.effect(
    "is on the payout's page immediately, in the activity and once in the admins' notifications, and pauses the payout",
    () =>
      Effect.gen(function* () {
        const where = yield* place
        yield* member(ADA)
        const run = yield* begun(where, 4)
        yield* approved(where, run)
        const token = where.treasury.token ?? ""
        const { address: escrowed } = yield* escrowFoundOf(run.id)
        const txId = yield* steal(escrowed, token, 6n * ONE)
        // Before the indexer runs, the page shows what the ledger holds.
        const before = yield* viewOf(run.id)
        assert.strictEqual(before.account?.held?.token as string, "4")
        assert.strictEqual(before.account?.missing?.token as string, "6")
        assert.deepStrictEqual(before.account?.unknown, [])
        // Two servers, and again.
        const servers = yield* Effect.all(
          [1, 2].map(() =>
            Indexer.pipe(Effect.provide(Layer.fresh(Indexer.Default).pipe(Layer.provide(WithdrawalNoticesLive))))
          )
        )
        yield* Effect.all(
          servers.map((server) => server.round),
          { concurrency: "unbounded" }
        )
        yield* round
        const { account: escrow } = yield* viewOf(run.id)
        assert.strictEqual(escrow?.haltedTx, txId)
        assert.lengthOf(escrow?.unknown ?? [], 1)
        assert.match(escrow?.unknown[0]?.amount ?? "", /^6 GRD and 0\.\d+ XRD$/)
        const { events, inbox } = yield* notified
        assert.lengthOf(events, 1)
        assert.include(events[0], "the payout “Harvest share”")
        assert.deepStrictEqual(
          inbox.map(({ account, times }) => [account, Number(times)]),
          [[ADA, 1]]
        )
        assert.match(inbox[0]?.text ?? "", /^6 GRD and .+ left the escrow account of the payout “Harvest share”/)

        yield* settled(run.id)
        yield* TestClock.adjust("1 hour")
        yield* settled(run.id)
        const halted = yield* escrowFoundOf(run.id)
        assert.match(halted.problem ?? "", /^6 GRD and .+ Nothing more is paid until someone/)
        assert.strictEqual(halted.state, "funded")
        const accounts = people(4).map(({ account }) => account)
        assert.deepStrictEqual(yield* held(where.treasury.token, accounts), ["0", "0", "0", "0"])

        // Another one was confirmed: it stays paused.
        const escrows = yield* PayoutEscrows
        yield* escrows.wake(run, "txid_other")
        yield* settled(run.id)
        assert.deepStrictEqual(yield* held(where.treasury.token, accounts), ["0", "0", "0", "0"])
        yield* escrows.wake(run, txId)
        yield* settled(run.id)
        assert.deepStrictEqual(yield* held(where.treasury.token, accounts), ["1", "2", "0", "0"])
        assert.match((yield* escrowFoundOf(run.id)).problem ?? "", /holds less than the next batch pays/)
        const after = yield* viewOf(run.id)
        assert.isNull(after.account?.haltedTx)
        assert.lengthOf(after.account?.unknown ?? [], 1, "it stays on the page")
        assert.lengthOf((yield* notified).events, 1)
      }).pipe(Effect.provide(Live))
  )

  it.effect("is named also if it takes all that is left during the refund", () =>
    Effect.gen(function* () {
      const where = yield* place
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      const { address: escrowed } = yield* escrowFoundOf(run.id)
      yield* (yield* PayoutEscrows).withdrawFromEscrow(run)
      const txId = yield* steal(escrowed, where.treasury.token ?? "", 3n * ONE)
      yield* settled(run.id)
      yield* round
      const { account: escrow } = yield* viewOf(run.id)
      assert.deepStrictEqual(
        escrow?.unknown.map((each) => each.txId),
        [txId]
      )
      assert.lengthOf((yield* notified).events, 1)
    }).pipe(Effect.provide(Live))
  )

  it.effect("excludes what the site paid, what failed or was refunded, and what others deposited", () =>
    Effect.gen(function* () {
      const where = yield* place
      const sql = yield* SqlClient.SqlClient
      const faults = yield* Faults
      const run = yield* begun(where, 5)
      yield* approved(where, run)
      const { address: escrowed } = yield* escrowFoundOf(run.id)
      yield* round
      yield* withXrd({ ...where, treasury: { ...where.treasury, treasury: escrowed ?? where.treasury.treasury } })
      yield* faults.change({ nextTransaction: "CommittedFailure" })
      yield* settled(run.id)
      yield* round
      yield* TestClock.adjust("5 minutes")
      yield* settled(run.id)
      const followed = sql`SELECT address FROM ledger_followed WHERE address = ${escrowed}`
      yield* round
      const end = yield* escrowFoundOf(run.id)
      assert.deepInclude({ ...end } as Record<string, unknown>, { state: "ended", paid: "15", problem: null })
      const { account: escrow } = yield* viewOf(run.id)
      assert.deepInclude({ ...escrow } as Record<string, unknown>, { unknown: [], haltedTx: null })
      assert.deepStrictEqual(yield* notified, { events: [], inbox: [] })
      // The refund exceeded the books by others' 10,000 XRD, so the account is still tracked.
      assert.lengthOf(yield* followed, 1)
      const other = yield* begun(where, 2)
      yield* approved(where, other)
      yield* settled(other.id)
      assert.strictEqual((yield* escrowFoundOf(other.id)).state, "ended")
      const gone = (yield* escrowFoundOf(other.id)).address
      assert.lengthOf(yield* sql`SELECT address FROM ledger_followed WHERE address = ${gone}`, 0)
      yield* round
      assert.deepStrictEqual(yield* notified, { events: [], inbox: [] })
    }).pipe(Effect.provide(Live))
  )

  it.effect("is not guessed while the ledger does not respond, and the page dates its figure", () =>
    Effect.gen(function* () {
      const where = yield* place
      const faults = yield* Faults
      const run = yield* begun(where, 4)
      yield* approved(where, run)
      yield* faults.change({ gateway: "down" })
      const unread = yield* inTime(viewOf(run.id))
      assert.isNull(unread.account?.held)
      assert.isNull(unread.account?.missing)
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("10 seconds")
      yield* viewOf(run.id)
      yield* steal((yield* escrowFoundOf(run.id)).address, where.treasury.token ?? "", ONE)
      yield* faults.change({ gateway: "down" })
      const { account: escrow } = yield* inTime(viewOf(run.id))
      assert.strictEqual(escrow?.held?.token as string, "10")
      assert.isFalse(escrow?.held?.time.isFresh)
    }).pipe(Effect.provide(Live))
  )

  it.effect("pauses a budget until a holder has confirmed it", () =>
    Effect.gen(function* () {
      const where = yield* place
      const budgets = yield* Budgets
      const budget = yield* escrowBudget(where)
      const txId = yield* steal(budget.address ?? null, where.treasury.token ?? "", 40n * ONE)
      yield* round
      yield* order(budget.id, "30")
      yield* settledBudget(budget.id)
      assert.match((yield* budgetOf(budget.id)).problem ?? "", /^40 GRD and .+ Nothing more is paid/)
      assert.strictEqual((yield* paymentsOf(budget.id))[0]?.state, "waiting")
      yield* budgets.wake(yield* budgetOf(budget.id))
      yield* settledBudget(budget.id)
      assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "0")
      yield* budgets.wake(yield* budgetOf(budget.id), txId)
      yield* settledBudget(budget.id)
      assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "30")
      assert.include((yield* notified).events[0], "the budget “Repairs of the greenhouse”")
    }).pipe(Effect.provide(Live))
  )

  it.effect("is distinguished from deposits, which are recorded with the escrow", () =>
    Effect.gen(function* () {
      const where = yield* place
      const sql = yield* SqlClient.SqlClient
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      const moved = yield* sql`SELECT change FROM escrow_movements`
      assert.sameMembers(
        moved.map(({ change }) => change),
        ["3", (yield* escrowFoundOf(run.id)).fees]
      )
    }).pipe(Effect.provide(Live))
  )
})
