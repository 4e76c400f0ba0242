/** Migration 91 merges the escrows of payouts, bonds and budgets, in every state, with what their transactions store. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { Escrow, EscrowPlan } from "~/effects/treasury/escrow/Escrow"
import { BackDetail } from "~/effects/treasury/escrow/escrowTransactions.server"
import { asAccount } from "../../../addresses"
import { describeOnEmptyDatabases } from "../../../databases"
import { ADA } from "../../chain/ledger/transactions"
import { XRD } from "../../treasury/payouts/escrowWorld"
import { community, NOW, series } from "./oldRows"

const CLUB = "clubaaaaaaaa"
const club = { communityId: CLUB }
const states = ["asked", "parked", "returning", "ended"] as const
const present = { asked: "asked", parked: "funded", returning: "refunding", ended: "ended" } as const

const money = { resource: XRD, total: "10", fees: "2", treasury: ADA, digest: "d", account: ADA }
/** What every escrow had, by its state; the relayer had sent something from those that are live. */
const lifeOf = (state: (typeof states)[number]) => {
  const isFunded = state !== "asked"
  const isLive = state === "parked" || state === "returning"
  return {
    ...club,
    state,
    settler: "[00]",
    kept: state === "parked" ? "2 of #1# #2# #3#" : null,
    parked: isFunded ? ADA : null,
    stepId: `step-${state}`,
    workStep: isLive ? `work-${state}` : null,
    payload: isLive ? "4d22" : null,
    spent: isFunded ? "0.5" : "0",
    returned: state === "ended" ? "4" : "0",
    returnedFees: state === "ended" ? "1.25" : "0",
    moves: state === "ended" ? 1 : 0,
    tries: isLive ? 2 : 0,
    nextAt: isLive ? NOW + 5 : 0,
    problem: isLive ? "The ledger did not accept it." : null,
    parkedAt: isFunded ? NOW : null,
    endedAt: state === "ended" ? NOW + 9 : null,
    createdAt: NOW,
    updatedAt: NOW + 1
  }
}

const idOf = (state: string) => `${state}aaaaaaaaaaaa`.slice(0, 12)
const budgetIdOf = (state: string) => `${state}bbbbbbbbbbbb`.slice(0, 12)
const payout = (state: string, number: number) => ({
  ...club,
  id: idOf(state),
  number,
  account: ADA,
  purpose: "grant",
  title: "Seeds",
  note: "",
  resource: XRD,
  symbol: "XRD",
  divisibility: 18,
  source: "csv",
  mode: "direct",
  chunkSize: 40,
  total: "10",
  remainder: "0",
  state: "running",
  createdAt: NOW,
  updatedAt: NOW
})
const terms = {
  title: "Repairs",
  symbol: "XRD",
  divisibility: 18,
  most: null,
  payments: 3,
  untilAt: NOW,
  proposalId: null
}

const transaction = (id: string, kind: string, related: string, detail: unknown) => ({
  ...club,
  id,
  kind,
  related,
  onceKey: id,
  account: ADA,
  manifest: "m",
  fingerprint: id,
  detail: JSON.stringify(detail),
  state: "waiting",
  createdAt: NOW,
  updatedAt: NOW
})
const back = { treasury: ADA, resource: XRD, amounts: [[XRD, "4"]] }
const { account: _, ...ofBudget } = money
const transactions = [
  transaction("fund1", "park", idOf("asked"), {
    ...money,
    ...club,
    distributionId: idOf("asked"),
    fee: "0.5",
    settler: "[00]",
    locker: null
  }),
  transaction("fund2", "bond-park", "series1", {
    ...money,
    ...club,
    id: "series1-redeem-0",
    seriesId: "series1",
    direction: "redeem",
    settler: "[00]",
    kept: "2 of #1# #2# #3#"
  }),
  transaction("fund3", "budget-park", budgetIdOf("asked"), {
    ...ofBudget,
    ...club,
    id: budgetIdOf("asked"),
    settler: "[0f]",
    kept: null,
    proposalId: null
  }),
  transaction("back1", "park-back", idOf("parked"), { ...back, distribution: idOf("parked") }),
  transaction("back2", "bond-park-return", "series1", { ...back, parking: "series1-buy-0" }),
  transaction("back3", "budget-return", budgetIdOf("parked"), { ...back, budget: budgetIdOf("parked") }),
  transaction("drop1", "drop", `${idOf("parked")}00001`, {
    distribution: idOf("parked"),
    n: 1,
    treasury: ADA,
    locker: "LOCKER",
    isParked: true
  }),
  transaction("drop2", "drop", `${idOf("parked")}00001`, {
    distribution: idOf("parked"),
    n: 1,
    treasury: ADA,
    locker: "LOCKER"
  })
]

describeOnEmptyDatabases("escrows of the former tables", (database) => {
  it.scoped("are in one table, whatever their state", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0091")
      yield* sql`INSERT INTO communities ${sql.insert(community(CLUB))}`
      yield* sql`INSERT INTO bond_series ${sql.insert(series("series1", CLUB))}`
      for (const [index, state] of states.entries()) {
        const life = lifeOf(state)
        const stepId = state === "asked" ? "fund3" : life.stepId
        yield* sql`INSERT INTO distributions ${sql.insert(payout(state, index + 1))}`
        const given = { ...life, ...money, batches: 3, paid: "3", fee: "0.5" }
        yield* sql`INSERT INTO parkings ${sql.insert({ ...given, distributionId: idOf(state), locker: null })}`
        for (const direction of ["buy", "redeem"]) {
          const ofSeries = { id: `series1-${direction}-${index}`, seriesId: "series1", direction }
          yield* sql`INSERT INTO bond_parkings ${sql.insert({ ...life, ...money, ...ofSeries, batches: 2, orders: 5, handed: "6" })}`
        }
        const budget = {
          ...life,
          ...money,
          ...terms,
          id: budgetIdOf(state),
          number: index + 1,
          stepId,
          made: 1,
          paid: "1"
        }
        // Its request had no badge: that was written when it was funded.
        const settler = state === "asked" ? null : life.settler
        yield* sql`INSERT INTO budgets ${sql.insert({ ...budget, settler, paused: state === "parked" ? 1 : 0 })}`
      }
      for (const [n, state] of ["draft", "withdrawn"].entries()) {
        const without = {
          ...money,
          ...terms,
          ...club,
          id: budgetIdOf(state),
          number: 8 + n,
          state,
          createdAt: NOW,
          updatedAt: NOW
        }
        yield* sql`INSERT INTO budgets ${sql.insert(without)}`
      }
      yield* sql`INSERT INTO prepared_transactions ${sql.insert(transactions)}`
      yield* sql`INSERT INTO work_items ${sql.insert({ job: "bonds.parked", piece: "series1-buy-1", holder: "", leasedUntil: 0, nextAt: NOW, tries: 1, reason: "away" })}`
      yield* Effect.provide(Effect.void, MigrationsLive)

      const found = yield* sql`SELECT * FROM escrows`
      const escrows = yield* Effect.forEach(found, (row) => Schema.decodeUnknown(Escrow)(row))
      assert.lengthOf(escrows, 16)
      const of = (purpose: string, state: string) =>
        escrows.find((each) => each.purpose === purpose && each.state === state)
      for (const state of states) {
        const { kept, parked: escrow, parkedAt, payload, settler, stepId, workStep, ...same } = lifeOf(state)
        const life = {
          ...same,
          ...money,
          state: present[state],
          signerRule: kept,
          address: escrow === null ? null : asAccount(escrow),
          fundedAt: parkedAt,
          payload,
          relayerBadge: settler,
          pendingId: workStep,
          transactionId: stepId,
          orders: 0,
          paused: 0,
          fee: null,
          locker: null
        }
        const own = {
          payout: { id: idOf(state), subjectId: idOf(state), batches: 3, paid: "3", fee: "0.5" },
          bondSale: { subjectId: "series1", batches: 2, orders: 5, paid: "6" },
          bondRedemption: { subjectId: "series1", batches: 2, orders: 5, paid: "6" },
          budget: {
            id: budgetIdOf(state),
            subjectId: budgetIdOf(state),
            batches: 1,
            paid: "1",
            paused: state === "parked" ? 1 : 0,
            ...(state === "asked" && { transactionId: "fund3", relayerBadge: "[0f]" })
          }
        }
        for (const [purpose, its] of Object.entries(own)) {
          assert.deepInclude(
            { ...of(purpose, present[state]) } as object,
            { ...life, ...its, purpose },
            `${purpose} ${state}`
          )
        }
      }
      const budgets = yield* sql<{
        state: string
        n: number
      }>`SELECT state, COUNT(*) AS n FROM budgets GROUP BY state ORDER BY state`
      assert.deepStrictEqual(
        budgets.map(({ n, state }) => [state, Number(n)]),
        [
          ["draft", 5],
          ["withdrawn", 1]
        ]
      )
      const items = yield* sql`SELECT job FROM work_items`
      assert.deepStrictEqual(
        items.map(({ job }) => job),
        ["escrow.bonds"]
      )

      const rows = yield* sql<{ id: string; detail: string }>`SELECT id, detail FROM prepared_transactions ORDER BY id`
      const details = new Map(rows.map(({ detail, id }) => [id, detail]))
      const planIn = (id: string) => Schema.decodeUnknown(Schema.parseJson(EscrowPlan))(details.get(id))
      assert.deepInclude((yield* planIn("fund1")) as object, {
        purpose: "payout",
        subjectId: idOf("asked"),
        signerRule: null
      })
      assert.deepInclude((yield* planIn("fund2")) as object, {
        id: "series1-redeem-0",
        purpose: "bondRedemption",
        subjectId: "series1",
        signerRule: "2 of #1# #2# #3#"
      })
      assert.deepInclude((yield* planIn("fund3")) as object, { purpose: "budget", account: ADA, relayerBadge: "[0f]" })
      const backIn = (id: string) => Schema.decodeUnknown(BackDetail)(details.get(id))
      assert.strictEqual((yield* backIn("back1")).escrow, idOf("parked"))
      assert.strictEqual((yield* backIn("back2")).escrow, "series1-buy-0")
      assert.strictEqual((yield* backIn("back3")).escrow, budgetIdOf("parked"))
      const Paid = Schema.parseJson(Schema.Struct({ escrow: Schema.optional(Schema.String) }))
      assert.strictEqual((yield* Schema.decodeUnknown(Paid)(details.get("drop1"))).escrow, idOf("parked"))
      assert.isUndefined((yield* Schema.decodeUnknown(Paid)(details.get("drop2"))).escrow)
    }).pipe(Effect.provide(database))
  )
})
