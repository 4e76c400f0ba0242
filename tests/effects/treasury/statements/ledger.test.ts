/** Statements of a treasury on a real local ledger, on both databases. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, FastCheck, Layer, Option, TestClock } from "effect"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { makeLedgerEnds } from "~/effects/treasury/statements/LedgerEnds.server"
import { TreasuryLive } from "~/effects/treasury/statements/layers.server"
import { exportStatement } from "~/effects/treasury/statements/pages/exportStatement.server"
import { statementPage } from "~/effects/treasury/statements/pages/statement.server"
import { periodNamed } from "~/effects/treasury/statements/period"
import { type Position, positionNamed } from "~/effects/treasury/statements/position"
import { makeStatementRows } from "~/effects/treasury/statements/StatementRows.server"
import { makeStatementSums, SLICE } from "~/effects/treasury/statements/StatementSums.server"
import { changesOf, type ReasonSum, reasonSums } from "~/effects/treasury/statements/sums"
import { TreasuryStatements } from "~/effects/treasury/statements/TreasuryStatements.server"
import { amountOf, formatAmount, NOTHING, ONE, renderManifest, Templates } from "~/ledger/index"
import { asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { runs } from "../../../sets"
import { counting } from "../../communities/founding/counting"
import { member, visit } from "../../publishing/dashboard/visits"
import { ADA, garden, world as payoutWorld, person, planned, report, sign } from "../payouts/world"

const world = (database: Parameters<typeof payoutWorld>[0]) =>
  TreasuryLive.pipe(Layer.provideMerge(payoutWorld(database)))

const on = (month: number, day: number) => TestClock.setTime(Date.UTC(2026, month - 1, day, 12))

/** Movements of a large treasury. */
const MANY = runs(10_000, 100_000)

/** Deployed on 5 October; a gift and a payout in October, an unexplained payment in November. */
const history = Effect.gen(function* () {
  yield* on(10, 5)
  const place = yield* garden
  const distributions = yield* Distributions
  const payouts = yield* Payouts
  const indexer = yield* Indexer
  const { community, treasury } = place
  yield* on(10, 6)
  yield* sign(renderManifest(Templates.fromFaucet(treasury.treasury, 2)))
  yield* on(10, 7)
  const run = yield* planned(place, [
    [person(0).account, 10n * ONE],
    [person(1).account, ONE / 4n]
  ])
  yield* distributions.start(run, 40, 1)
  const step = Option.getOrThrow(yield* payouts.next(treasury, run))
  assert.strictEqual((yield* report(step.id, yield* sign(step.manifest))).state, "verified")
  yield* on(11, 3)
  const pay = Templates.executePayment({
    admin: treasury.admin,
    treasury: treasury.treasury,
    resource: treasury.token ?? asResource(""),
    amount: 100n * ONE,
    payee: ADA,
    proposalId: "p-1",
    proposalHash: "00"
  })
  yield* sign(renderManifest(pay))
  yield* indexer.round
  yield* on(11, 23)
  return { community, token: yield* member(ADA, "Ada Main") }
})
type History = Effect.Effect.Success<typeof history>

const open = ({ community: { id }, token }: History, query: string, most = 6) =>
  Effect.gen(function* () {
    const asked = visit(`/community/detail/${id}/statement${query}`, statementPage, { token, params: { id } })
    const { statements, value } = yield* inTime(counting(asked))
    assert.isAtMost(statements, most, query)
    assert(value.value.state === "shown")
    return value.value
  })

const file = (query: string) =>
  inTime(visit(`/api/exports/statement?community=garden${query}`, exportStatement)).pipe(
    Effect.flatMap(({ value }) => Effect.promise(async () => ({ text: await value.text(), headers: value.headers })))
  )

const sorted = (changes: ReadonlyMap<string, unknown>) => [...changes].sort(([one], [other]) => (one < other ? -1 : 1))
const byName = (sums: ReadonlyArray<ReasonSum>) =>
  sums.map((each) => ({ ...each, sums: sorted(new Map(each.sums.map(({ amount, resource }) => [resource, amount]))) }))

describeOnBothDatabases("statements of a treasury", (database) => {
  it.effect("are confirmed at both ends, month by month and for the year, with every movement and its reason", () =>
    Effect.gen(function* () {
      const past = yield* history
      const { earlier, later, others, statement: october } = yield* open(past, "?month=2026-10")
      assert.isNull(earlier)
      assert.strictEqual(later?.search, "month=2026-11")
      assert.deepEqual(others, [{ search: "year=2026", title: "2026" }])
      assert.deepInclude(october, { proof: "proven", isRunning: false, count: 3, next: null, opening: null })
      assert.isNotNull(october.closing)
      assert.deepEqual(
        october.tokens.map(({ closing, name, opening, received, sent }) => [name, opening, received, sent, closing]),
        [
          ["GRD", "0", "100000", "-10.25", "99989.75"],
          ["XRD", "0", "10000", "0", "10000"]
        ] as Array<Array<string>> as never
      )
      assert.deepEqual(
        october.movements.map(({ about, balance, name, reason, signers }) => [
          reason,
          about,
          name,
          balance,
          signers[0]?.name
        ]),
        [
          ["made", "", "GRD", "100000", "Ada Main"],
          ["deposit", "", "XRD", "10000", undefined],
          ["payout", "No. 1, Harvest share", "GRD", "99989.75", "Ada Main"]
        ] as never
      )

      const { statement: november } = yield* open(past, "")
      assert.deepInclude(november, { proof: "proven", isRunning: true, count: 1 })
      assert.strictEqual(november.opening?.stateVersion, october.closing?.stateVersion)
      assert.deepEqual(
        november.movements.map(({ amount, fee, reason, signers }) => [reason, amount, fee, signers]),
        [["unexplained", "-100", "0", [{ account: ADA, name: "Ada Main" }]]] as never
      )
      const { others: months, statement: year } = yield* open(past, "?year=2026")
      assert.deepInclude(year, { proof: "proven", isRunning: true, count: 4 })
      assert.deepEqual(
        months.map(({ title }) => title),
        ["October 2026", "November 2026"]
      )
      assert.deepEqual(
        year.reasons?.map(({ movements, reason }) => [reason, movements]),
        [
          ["made", 1],
          ["payout", 1],
          ["deposit", 1],
          ["unexplained", 1]
        ]
      )

      // A month in which nothing moved.
      yield* TestClock.setTime(Date.UTC(2027, 0, 3))
      const { statement: december } = yield* open(past, "?month=2026-12")
      assert.deepInclude(december, { proof: "proven", count: 0, movements: [], isRunning: false })
      assert.deepEqual(
        december.tokens.map(({ closing, hasMoved, name, opening }) => [name, opening, closing, hasMoved]),
        [
          ["GRD", "99889.75", "99889.75", false],
          ["XRD", "10000", "10000", false]
        ] as never
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("report differences and failed queries, and are then confirmed again", () =>
    Effect.gen(function* () {
      const past = yield* history
      const sql = yield* SqlClient.SqlClient
      const faults = yield* Faults
      yield* faults.change({ gateway: "down" })
      const { statement: november } = yield* open(past, "?month=2026-11")
      assert.deepInclude(november, { proof: "unproven", opening: null, closing: null })
      assert.deepEqual(
        november.tokens.map(({ closing, difference, opening }) => [opening, closing, difference]).sort(),
        [
          ["10000", "10000", null],
          ["99989.75", "99889.75", null]
        ] as never
      )
      assert.include((yield* file("&month=2026-11")).text, "not proven: the ledger could not be read")
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* open(past, "?month=2026-11")).statement.proof, "proven")

      // A movement that was never recorded.
      yield* sql`DELETE FROM treasury_movements WHERE change = '10000'`
      const { statement: october } = yield* open(past, "?month=2026-10")
      assert.strictEqual(october.proof, "differs")
      assert.deepEqual(
        october.tokens.map(({ difference, name }) => [name, difference]),
        [
          ["GRD", "0"],
          ["XRD", "10000"]
        ] as never
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect(
    `of ${MANY.toLocaleString("en")} movements have exact sums, reasons and running balances, with six statements a page and one per slice`,
    () =>
      Effect.gen(function* () {
        const past = yield* history
        const sql = yield* SqlClient.SqlClient
        const at = Date.UTC(2026, 9, 20)
        // Besides the six, one for each slice of the sums, so that nobody waits for all of them.
        const SLICES = Math.floor(MANY / SLICE)
        // Rows are doubled by the database itself until there are enough.
        const copied = (from: number) => sql`INSERT INTO treasury_movements
          (community_id, tx_id, resource, change, fee, state_version, at)
          SELECT community_id, tx_id || '-' || ${String(from)}, resource,
            CASE WHEN change LIKE '-%' THEN '0.100000000000000001' ELSE '-0.05' END, fee, state_version + ${from}, at + ${from}
          FROM treasury_movements WHERE community_id = ${past.community.id} AND resource = 'resource_many'
            AND state_version < ${1_000 + MANY - from}`
        const row = { communityId: past.community.id, txId: "txid_0", resource: "resource_many", fee: "0" }
        yield* sql`INSERT INTO treasury_movements ${sql.insert({ ...row, change: "0.100000000000000001", stateVersion: 1_000, at })}`
        for (let many = 1; many < MANY; many *= 2) yield* copied(many)
        const { statement } = yield* open(past, "?month=2026-10", 6 + SLICES)
        assert.deepInclude(statement, { count: MANY + 3, curve: null, proof: "differs" })
        const half = BigInt(MANY / 2)
        const [received, sent] = [half * (ONE / 10n + 1n), half * (ONE / 20n)]
        const many = statement.tokens.find(({ resource }) => resource === "resource_many")
        assert.deepInclude(many, {
          received: formatAmount(received),
          sent: formatAmount(-sent),
          closing: formatAmount(received - sent),
          difference: formatAmount(sent - received)
        } as never)
        assert.strictEqual(statement.tokens.find(({ name }) => name === "GRD")?.difference as string, "0")
        const reasons = new Map(statement.reasons.map((each) => [each.reason, each.movements]))
        assert.deepEqual([reasons.get("deposit"), reasons.get("unexplained")], [MANY / 2 + 1, MANY / 2])
        assert.lengthOf(statement.movements, 100)
        const { statement: later } = yield* open(
          past,
          `?month=2026-10&after=${encodeURIComponent(statement.next ?? "")}`,
          6 + SLICES
        )
        assert.lengthOf(later.movements, 100)
        const [last, next] = [statement.movements.at(-1), later.movements[0]]
        assert.strictEqual(
          amountOf(next?.balance ?? NOTHING),
          amountOf(last?.balance ?? NOTHING) + amountOf(next?.amount ?? NOTHING),
          "the balance goes on from page to page"
        )
      }).pipe(Effect.provide(world(database))),
    120_000
  )

  it.effect("have the same sums from the database as from adding one by one, to the last digit", () =>
    Effect.gen(function* () {
      const past = yield* history
      const sql = yield* SqlClient.SqlClient
      const at = Date.UTC(2026, 8, 20)
      const amount = FastCheck.oneof(
        FastCheck.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        // As large as the ledger permits: anybody can make such a token and send it to a treasury.
        FastCheck.bigInt({ min: -(2n ** 191n), max: 2n ** 191n - 1n }),
        FastCheck.bigInt({ min: -200n, max: 200n }),
        FastCheck.constantFrom(-(10n ** 17n), -1n, 0n, 1n)
      )
      const fees = FastCheck.constantFrom(null, "0", "0.1", "0.000000000000000001", "123456789012.5")
      const one = FastCheck.record({
        change: amount,
        fee: fees,
        transactionFee: FastCheck.constantFrom("0.1", "0.000000000000000001"),
        kind: FastCheck.constantFrom("seen", "drop", "park", "keeper-payment", "deploy", "odd"),
        resource: FastCheck.constantFrom("resource_a", "resource_b")
      })
      const many = FastCheck.sample(one, { numRuns: 300, seed: 5 })
      for (const [n, { change, fee, kind, resource, transactionFee }] of many.entries()) {
        const key = { communityId: past.community.id, txId: `txid_any_${n}`, stateVersion: 500 + n, at: at + n }
        yield* sql`INSERT INTO treasury_movements ${sql.insert({ ...key, resource, change: formatAmount(change), fee })}`
        if (kind === "seen") continue
        const record = { ...key, kind, related: null, status: "CommittedSuccess", fee: transactionFee }
        yield* sql`INSERT INTO ledger_records ${sql.insert(record)}`
      }
      const [sums, rows] = [yield* makeStatementSums, yield* makeStatementRows]
      const span = {
        part: "treasury" as const,
        id: past.community.id,
        from: at,
        to: at + 1_000,
        until: Number.MAX_SAFE_INTEGER
      }
      const all = yield* rows.rows({ ...span, limit: 1_000 })
      const found = yield* sums.of(span)
      assert.strictEqual(found.count, 300)
      assert.deepEqual(sorted(found.changes), sorted(changesOf(all)))
      assert.deepEqual(byName(found.reasons), byName(reasonSums(all)))
      // And before any one of them.
      const middle = all[137] ?? assert.fail()
      const before = yield* sums.of(span, { before: middle })
      assert.deepEqual(sorted(before.changes), sorted(changesOf(all.slice(0, 137))))
      yield* sql`UPDATE treasury_movements SET change = '12x' WHERE tx_id = 'txid_any_7'`
      assert.isTrue(Exit.isFailure(yield* Effect.exit(sums.of(span))))
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("of a month that has just ended are confirmed again if the gateway had not reached its end yet", () =>
    Effect.gen(function* () {
      const { community } = yield* history
      const ledger = yield* Ledger
      const account = community.treasuryAccount ?? (yield* Effect.dieMessage("it is deployed"))
      let lags = true
      const behind = new Ledger({
        ...ledger,
        balances: (accounts, at) => ledger.balances(accounts, lags ? { before: Date.UTC(2026, 9, 6) } : at)
      })
      const ends = yield* makeLedgerEnds.pipe(Effect.provideService(Ledger, behind))
      const october = periodNamed("2026-10") ?? assert.fail()
      const closing = Effect.map(ends.of(account, october, october.from), ({ closing: end }) => end?.held.size)
      yield* TestClock.setTime(october.to + 5_000)
      assert.strictEqual(yield* closing, 1)
      lags = false
      yield* TestClock.adjust("6 seconds")
      assert.strictEqual(yield* closing, 2)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("have a check code once their period is over, which stays the same as long as they do not change", () =>
    Effect.gen(function* () {
      const past = yield* history
      const { checked, statement } = yield* open(past, "?month=2026-10")
      assert.match(statement.code ?? "", /^([0-9A-F]{4}-){3}[0-9A-F]{4}$/)
      assert.isNull(checked)
      assert.isNull((yield* open(past, "?month=2026-11")).statement.code)
      const typed = (statement.code ?? "").toLowerCase().replaceAll("-", " ")
      assert.deepInclude((yield* open(past, `?month=2026-10&code=${encodeURIComponent(typed)}`)).checked, {
        isSame: true
      })
      for (const other of ["0000-0000-0000-0000", "-", "<b>", "x".repeat(500)]) {
        const asked = yield* open(past, `?month=2026-10&code=${encodeURIComponent(other)}`)
        assert.strictEqual(asked.checked?.isSame, false, other)
      }
      // With one more movement it is another statement.
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO treasury_movements ${sql.insert({
        communityId: past.community.id,
        txId: "txid_late",
        resource: "resource_late",
        change: "0.000000000000000001",
        fee: "0",
        stateVersion: 900,
        at: Date.UTC(2026, 9, 21)
      })}`
      assert.notStrictEqual((yield* open(past, "?month=2026-10")).statement.code, statement.code)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("continue by key with the sums of all, in pages and files", () =>
    Effect.gen(function* () {
      const { community } = yield* history
      const statements = yield* TreasuryStatements
      const period = periodNamed("2026") ?? assert.fail()
      const part = (after: Position | null) =>
        inTime(Effect.flatten(statements.statement(community, { period, after, limit: 3 })))
      const first = yield* part(null)
      assert.lengthOf(first.movements, 3)
      assert.isTrue(first.isFirstPage)
      const rest = yield* part(positionNamed(first.next))
      assert.deepInclude(rest, {
        count: 4,
        next: null,
        isFirstPage: false,
        tokens: first.tokens,
        reasons: first.reasons
      })
      assert.deepEqual(
        rest.movements.map(({ balance, reason }) => [reason, balance]),
        [["unexplained", "99889.75"]] as never
      )

      const csv = yield* file("&year=2026")
      assert.strictEqual(csv.headers.get("content-disposition"), 'attachment; filename="garden-statement-2026.csv"')
      assert.deepEqual(
        csv.text
          .trim()
          .split("\r\n")
          .map((line) => line.split(",")[0]),
        ["line", ...Array(2).fill("opening"), ...Array(4).fill("movement"), ...Array(2).fill("closing")]
      )
      const json = JSON.parse((yield* file("&month=2026-10&format=json")).text)
      assert.deepInclude(json, {
        schema: "statement/1",
        community: "garden",
        month: "2026-10",
        proof: "proven",
        next: null
      })
      for (const odd of ["&month=2026-13", "&month=2026-12", "&month=2026-09", "&year=2025"]) {
        assert.strictEqual((yield* Effect.flip(file(odd)))._tag, "NoPeriod", odd)
      }
    }).pipe(Effect.provide(world(database)))
  )
})
