/** Opening and closing: the frozen list, a gateway outage, rule changes that apply automatically, and reminders. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { GatewayDown } from "~/effects/base/failures/failures"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { actionWords } from "~/effects/governance/proposals/action.server"
import { actionOf } from "~/effects/governance/proposals/actionOf"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { changeAction } from "~/effects/governance/proposals/settingsAction.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { describeOnBothDatabases } from "../../../databases"
import { club, HOUR, ledgerTime, propose, rowOf, rules, TODAY, TOKEN, vote, voter, world } from "./world"

const MINUTE = 60_000

describeOnBothDatabases("Opening and closing", (database) => {
  it.effect("delays the close by the length of a gateway outage, and uses the balances of the first response", () => {
    const gateway = { isUp: false, asked: [] as (number | undefined)[] }
    const on = world(database, {
      currentState: () => (gateway.isUp ? Effect.succeed({ time: ledgerTime, epoch: 40 }) : new GatewayDown({})),
      balancesOf: (_, accounts, at) =>
        Effect.sync(() => {
          gateway.asked.push(at)
          const held = (account: string) => AmountText.make(account === voter("Eva").account ? "0" : "16.5")
          return { time: ledgerTime, byAccount: new Map(accounts.map((account) => [account, held(account)] as const)) }
        })
    })
    return Effect.gen(function* () {
      const community = yield* club({ governance: rules({ weightMode: "token" }), tokenResource: TOKEN })
      const { id, number } = yield* propose(community)
      const waiting = yield* rowOf(community, number)
      assert.deepEqual([waiting.status, waiting.isDelayed], ["review", true])
      gateway.isUp = true
      yield* TestClock.setTime(TODAY + 7 * MINUTE)
      yield* (yield* Openings).openDue
      const open = yield* rowOf(community, number)
      assert.deepEqual([open.status, open.isDelayed], ["active", false])
      assert.deepEqual([open.opensAt, open.closesAt], [TODAY + 7 * MINUTE, TODAY + 24 * HOUR + 7 * MINUTE])
      // A voter's open tasks are found by the end that is stored with each.
      const sql = yield* SqlClient.SqlClient
      const ends = yield* sql<{ readonly closesAt: number }>`SELECT DISTINCT closes_at FROM voters
        WHERE proposal_id = ${id}`
      assert.deepEqual(
        ends.map(({ closesAt }) => Number(closesAt)),
        [open.closesAt]
      )
      assert.deepEqual([open.snapshot?.eligibleCount, open.snapshot?.eligibleWeight], [4, "66"])
      assert.deepEqual(gateway.asked, [7_000])
      assert.strictEqual((yield* vote(id, "Ana", "yes")).weight, "16.5")
      assert.strictEqual((yield* Effect.flip(vote(id, "Eva", "yes"))).code, "NO_WEIGHT")
    }).pipe(Effect.provide(on))
  })

  it.effect("keeps the assigned weights that members had when the vote opened", () =>
    Effect.gen(function* () {
      const community = yield* club({ governance: rules({ weightMode: "assigned" }) })
      const { id } = yield* propose(community)
      const batches = yield* MembershipsRepo
      yield* batches.setWeights(community, [{ account: voter("Ana").account, weight: 1000 }])
      assert.strictEqual((yield* vote(id, "Ana", "yes")).weight, "1")
      const later = yield* propose(community)
      assert.strictEqual((yield* vote(later.id, "Ana", "yes")).weight, "1000")
    }).pipe(Effect.provide(MembershipsRepo.Default), Effect.provide(world(database)))
  )

  it.effect("applies a passed change of the rules automatically, once", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const governance = rules({ reviewHours: 48 })
      const action = actionOf("settings", { template: "club", governance: { ...governance } })
      const { id, number } = yield* propose(community, {}, { action })
      for (const name of ["Ana", "Ben", "Cho"]) yield* vote(id, name, "yes")
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      const closings = yield* Closings
      yield* Effect.all([closings.closeDue, closings.closeDue], { concurrency: "unbounded" })
      const row = yield* rowOf(community, number)
      assert.deepEqual([row.status, row.execution?.state], ["executed", "done"])
      assert.strictEqual(row.frozen?.actionHash, action.hash)
      const sql = yield* SqlClient.SqlClient
      const [now] = yield* sql<{ readonly governance: string; readonly openProposals: number; readonly n: number }>`
        SELECT governance, open_proposals, governance_version AS n FROM communities WHERE id = ${community}`
      assert.strictEqual(JSON.parse(now?.governance ?? "{}").reviewHours, 48)
      assert.deepEqual([now?.openProposals, now?.n], [0, 2])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("applies only what the change names, and keeps what another vote changed meanwhile", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { kinds } = rules()
      const stricter = { ...kinds, decision: { ...kinds.decision, quorumPct: 35, thresholdPct: "2/3" as const } }
      const before = { template: "club", governance: rules() }
      const { action, words } = changeAction(before, { ...before, governance: rules({ kinds: stricter }) })
      assert.deepEqual(words, [
        "Quorum of decisions: 10% → 35%",
        "Agreement of decisions: more than 50% → at least 2/3"
      ])
      assert.deepEqual(actionWords(action), words)
      const slower = changeAction(before, { ...before, governance: rules({ reviewHours: 48 }) }).action
      const votes = [yield* propose(community, {}, { action }), yield* propose(community, {}, { action: slower })]
      for (const { id } of votes) for (const name of ["Ana", "Ben", "Cho"]) yield* vote(id, name, "yes")
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      yield* (yield* Closings).closeDue
      const sql = yield* SqlClient.SqlClient
      const [now] = yield* sql<{ readonly governance: string }>`
        SELECT governance FROM communities WHERE id = ${community}`
      const after = JSON.parse(now?.governance ?? "{}")
      assert.deepEqual(
        [after.reviewHours, after.kinds.decision.quorumPct, after.kinds.decision.thresholdPct, after.kinds.rule],
        [48, 35, "2/3", kinds.rule]
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("stores, freezes and counts a fraction exactly: two thirds of six are four", () =>
    Effect.gen(function* () {
      const names = ["Ana", "Ben", "Cho", "Dev", "Eva", "Fay"]
      const community = yield* club({}, names)
      const thirds = yield* propose(community, { thresholdPct: "2/3" })
      const almost = yield* propose(community, { thresholdPct: 66.67 })
      for (const { id } of [thirds, almost]) {
        for (const [at, name] of names.entries()) yield* vote(id, name, at < 4 ? "yes" : "no")
      }
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      yield* (yield* Closings).closeDue
      const [one, other] = [yield* rowOf(community, thirds.number), yield* rowOf(community, almost.number)]
      assert.deepEqual([one.status, one.thresholdPct, one.frozen?.v], ["passed", "2/3", 2])
      assert.deepEqual([other.status, other.thresholdPct, other.frozen?.v], ["failed", 66.67, 1])
      assert.include(one.tally?.words, "at least 2/3 was needed. Passed.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("reminds only those who have not voted, once", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id } = yield* propose(community, { closesAt: TODAY + 48 * HOUR })
      yield* vote(id, "Ana", "yes")
      const closings = yield* Closings
      yield* closings.remindDue
      const sql = yield* SqlClient.SqlClient
      const reminded = Effect.map(
        sql<{ readonly accountAddress: string }>`SELECT account_address FROM notifications
          WHERE type = 'proposalEnding'`,
        (rows) => rows.map(({ accountAddress }) => accountAddress).sort()
      )
      assert.deepEqual(yield* reminded, [])
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      yield* closings.remindDue
      yield* closings.remindDue
      const others = ["Ben", "Cho", "Dev", "Eva"].map((name) => voter(name).account).sort()
      assert.deepEqual(yield* reminded, others)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("counts other votes when one cannot be counted, and that one when it can be", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const votes = yield* Effect.forEach([1, 2, 3], () => propose(community))
      const sql = yield* SqlClient.SqlClient
      const [broken] = votes
      const choicesOf = sql<{ readonly choices: string }>`SELECT choices FROM proposals WHERE id = ${broken?.id ?? ""}`
      const kept = (yield* choicesOf)[0]?.choices ?? ""
      yield* sql`UPDATE proposals SET choices = '[{' WHERE id = ${broken?.id ?? ""}`
      yield* TestClock.setTime(TODAY + 24 * HOUR)
      const closings = yield* Closings
      const { setBack } = yield* Effect.provide(JobReports, JobReports.Default)
      const open = Effect.map(
        sql<{ readonly id: ProposalId }>`SELECT id FROM proposals WHERE status = 'active'`,
        (rows) => rows.map(({ id }) => id)
      )
      yield* closings.closeDue
      assert.deepEqual(yield* open, [broken?.id])
      const [notified] = yield* setBack(10)
      assert.deepEqual([notified?.job, notified?.item, notified?.tries], ["proposals.close", broken?.id, 1])
      yield* sql`UPDATE proposals SET choices = ${kept} WHERE id = ${broken?.id ?? ""}`
      yield* TestClock.adjust("1 minute")
      yield* closings.closeDue
      assert.deepEqual(yield* open, [])
      assert.deepEqual(yield* setBack(10), [])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("opens other votes when the ledger does not know the token of one", () => {
    const on = world(database, {
      currentState: () => Effect.succeed({ time: ledgerTime, epoch: 40 }),
      balancesOf: () => new GatewayDown({})
    })
    return Effect.gen(function* () {
      const community = yield* club()
      const later = { opensAt: TODAY + MINUTE, closesAt: TODAY + 24 * HOUR + MINUTE }
      const { id } = yield* propose(community, later)
      const sql = yield* SqlClient.SqlClient
      const [found] = yield* sql<Readonly<Record<string, string | number | null>>>`
        SELECT * FROM proposals WHERE id = ${id}`
      // A generated column of the database.
      const { shelf: _, ...row } = found ?? {}
      const weighed = { ...row, weightMode: "token", tokenResource: TOKEN, tokenSymbol: "T" }
      const idOf = (n: number) => `copy${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`.padEnd(12, "a")
      const copies = Array.from({ length: 60 }, (_, n) => ({
        ...weighed,
        id: idOf(n),
        number: 100 + n,
        dueAt: TODAY
      }))
      yield* sql`INSERT INTO proposals ${sql.insert(copies)}`
      yield* TestClock.adjust("1 minute")
      yield* (yield* Openings).openDue
      const states = yield* sql`SELECT status, is_delayed, COUNT(*) AS n FROM proposals GROUP BY status, is_delayed`
      assert.strictEqual((yield* rowOf(community, 1)).status, "active", JSON.stringify(states))
      assert.strictEqual((yield* rowOf(community, 100)).isDelayed, true)
    }).pipe(Effect.provide(on))
  })
})
