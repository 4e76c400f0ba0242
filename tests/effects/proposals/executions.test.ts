/** What carried a decision out is compared with what was voted, instruction by instruction (product 3.5.10, D-21). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import type { CommittedTransaction } from "~/effects/ledger/facts"
import { actionOf, manifestAction } from "~/effects/proposals/action.server"
import { Closings } from "~/effects/proposals/Closings.server"
import { Executions } from "~/effects/proposals/Executions.server"
import { viewOf } from "~/effects/proposals/view.server"
import { type Manifest, parseManifest } from "~/ledger/index"
import { describeOnBothDatabases } from "../../databases"
import { ADA, FAUCET, XRD } from "../ledger/transactions"
import { club, HOUR, openLedger, propose, rowOf, TODAY, vote, voter, world } from "./world"

const DAY = 24 * HOUR
const payment = (amount: string) => `CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("${amount}");
TAKE_FROM_WORKTOP Address("${XRD}") Decimal("${amount}") Bucket("payment");
CALL_METHOD Address("${ADA}") "try_deposit_or_abort" Bucket("payment") Enum<0u8>();
`
const voted = Either.getOrThrow(manifestAction(payment("640")))
const parsed = (text: string) => Either.getOrThrow(parseManifest(text))
/** As wallets do: a fee lock before it, an assertion after it. */
const asWallet = (text: string) =>
  parsed(`CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("20");
${text}ASSERT_WORKTOP_CONTAINS Address("${XRD}") Decimal("0");
`)

describeOnBothDatabases("Carrying decisions out", (database) => {
  /** What the ledger says of any transaction. */
  const committed: { manifest: Manifest; status: CommittedTransaction["status"]; at: number } = {
    manifest: parsed(payment("640")),
    status: "CommittedSuccess",
    at: TODAY + 2 * DAY
  }
  const transaction = (txId: string): CommittedTransaction => ({
    intentHash: txId,
    stateVersion: 7_100,
    epoch: 41,
    at: new Date(committed.at).toISOString(),
    status: committed.status,
    error: Option.none(),
    fee: "0.4",
    created: [],
    affected: [],
    fungibleChanges: [],
    itemChanges: [],
    feeChanges: [],
    subintents: [],
    payload: "",
    intents: Option.some([{ hash: txId, manifest: committed.manifest }])
  })
  const on = world(database, {
    ...openLedger,
    committedDetails: (txId) =>
      Effect.sync(() => ({
        time: { stateVersion: 7_200, at: "2026-11-24T12:00:00.000Z", isFresh: true },
        transaction: transaction(txId)
      }))
  })

  /** Voted on and passed. */
  const passed = (action = voted) =>
    Effect.gen(function* () {
      const community = yield* club()
      const { id, number } = yield* propose(community, {}, { action })
      for (const name of ["Ana", "Ben", "Cho"]) yield* vote(id, name, "yes")
      yield* TestClock.setTime(TODAY + DAY)
      yield* (yield* Closings).closeDue
      return { community, id, number, row: yield* rowOf(community, number) }
    })
  const told = (type: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly accountAddress: string }>`SELECT account_address FROM notifications
        WHERE type = ${type} AND text LIKE '%carried out%'`
      return rows.map(({ accountAddress }) => accountAddress).sort()
    })

  it.effect("a lie is a mismatch and is shown; the voted manifest still runs, and its voters hear of it", () =>
    Effect.gen(function* () {
      const { community, number, row } = yield* passed()
      assert.strictEqual(row.status, "awaitingExecution")
      const executions = yield* Executions
      committed.manifest = asWallet(payment("64000"))
      yield* executions.executedBy(row, "txid_tdx_2_lie")
      const lied = yield* rowOf(community, number)
      assert.deepEqual([lied.status, lied.execution?.manifestMatches], ["executionFailed", false])
      const page = viewOf(lied, "club", TODAY + 2 * DAY, {
        progress: [],
        eligibility: null,
        rights: { edit: false, cancel: false, report: false, execute: false, comment: false },
        opening: null
      })
      assert.include(page.execution?.differs?.voted, 'Decimal("640")')
      assert.include(page.execution?.differs?.ran, 'Decimal("64000")')
      assert.strictEqual(page.execution?.expiresAt, TODAY + 31 * DAY)

      committed.manifest = asWallet(payment("640"))
      yield* executions.executedBy(lied, "txid_tdx_2_right")
      const done = yield* rowOf(community, number)
      assert.deepEqual(
        [done.status, done.execution],
        ["executed", { txId: "txid_tdx_2_right", state: "done", manifestMatches: true, at: TODAY + DAY }]
      )
      const voters = ["Ana", "Ben", "Cho"].map((name) => voter(name).account).sort()
      assert.deepEqual([...new Set(yield* told("votedProposal"))], voters)
      const again = yield* Effect.flip(executions.executedBy(done, "txid_tdx_2_right"))
      assert.deepEqual([again.status, again.code], [409, "E-STATE"])
    }).pipe(Effect.provide(on))
  )

  it.effect("what ran before the close is no execution, and what failed on the ledger may be tried again", () =>
    Effect.gen(function* () {
      const { community, number, row } = yield* passed()
      const executions = yield* Executions
      committed.manifest = asWallet(payment("640"))
      committed.at = TODAY + HOUR
      const early = yield* Effect.flip(executions.executedBy(row, "txid_tdx_2_early"))
      assert.strictEqual(early.message, "This transaction ran before the vote was closed.")
      committed.at = TODAY + 2 * DAY
      committed.status = "CommittedFailure"
      yield* executions.executedBy(row, "txid_tdx_2_failed")
      const failed = yield* rowOf(community, number)
      assert.deepEqual([failed.status, failed.execution?.manifestMatches], ["executionFailed", true])
      committed.status = "CommittedSuccess"
      yield* executions.executedBy(failed, "txid_tdx_2_next")
      assert.strictEqual((yield* rowOf(community, number)).status, "executed")
    }).pipe(Effect.provide(on))
  )

  it.effect("an approval is for exactly these rows, and is over after thirty days", () =>
    Effect.gen(function* () {
      const rows = actionOf("distribution", { words: ["Two people, 20 XRD each."], rows: ["a 20", "b 20"] })
      const { community, id, number } = yield* passed(rows)
      const executions = yield* Executions
      const approved = yield* executions.approvedAction(community, "distribution", rows.hash)
      assert.strictEqual(Option.getOrThrow(approved).id, id)
      const other = actionOf("distribution", { words: ["Two people, 20 XRD each."], rows: ["a 20", "b 21"] })
      assert.isTrue(Option.isNone(yield* executions.approvedAction(community, "distribution", other.hash)))
      assert.isTrue(Option.isNone(yield* executions.approvedAction(community, "bond", rows.hash)))

      const closings = yield* Closings
      yield* TestClock.setTime(TODAY + 31 * DAY - 1)
      yield* closings.closeDue
      assert.strictEqual((yield* rowOf(community, number)).status, "awaitingExecution")
      yield* TestClock.setTime(TODAY + 31 * DAY)
      yield* closings.closeDue
      assert.strictEqual((yield* rowOf(community, number)).status, "expired")
      assert.isTrue(Option.isNone(yield* executions.approvedAction(community, "distribution", rows.hash)))
      const late = executions.report(community, id, { ok: true, txId: null, manifestMatches: null })
      assert.strictEqual((yield* Effect.flip(late)).status, 409)
    }).pipe(Effect.provide(on))
  )
})
