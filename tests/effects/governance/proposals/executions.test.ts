/**
 * The transaction that executes a decision is compared with what was voted, instruction by instruction
 * (docs/product/votes.md).
 */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import type { CommittedTransaction, TransactionState } from "~/effects/chain/ledger/facts"
import type { LedgerScript } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { manifestAction } from "~/effects/governance/proposals/action.server"
import { actionOf } from "~/effects/governance/proposals/actionOf"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { viewOf } from "~/effects/governance/proposals/view.server"
import { TransactionChecksLive } from "~/effects/server/layers/transactionKinds.server"
import { type Manifest, parseManifest } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { ADA, FAUCET, XRD } from "../../chain/ledger/transactions"
import { club, HOUR, openLedger, propose, rowOf, TODAY, vote, voter, world } from "./world"

const DAY = 24 * HOUR
const payment = (amount: string) => `CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("${amount}");
TAKE_FROM_WORKTOP Address("${XRD}") Decimal("${amount}") Bucket("payment");
CALL_METHOD Address("${ADA}") "try_deposit_or_abort" Bucket("payment") Enum<0u8>();
`
const voted = Either.getOrThrow(manifestAction(payment("640")))
const parsed = (text: string) => Either.getOrThrow(parseManifest(text))
/** As wallets send it: a fee lock before it, an assertion after it. */
const asWallet = (text: string) =>
  parsed(`CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("20");
${text}ASSERT_WORKTOP_CONTAINS Address("${XRD}") Decimal("0");
`)

describeOnBothDatabases("The execution of a decision", (database) => {
  /** What the ledger returns for any transaction; a committed one is in its stream as well. */
  const onLedger: {
    manifest: Manifest
    status: TransactionState["status"]
    at: number
    streamed: ReadonlyArray<string>
  } = {
    manifest: parsed(payment("640")),
    status: "CommittedSuccess",
    at: TODAY + 2 * DAY,
    streamed: []
  }
  const time = { stateVersion: 7_200, at: "2026-11-24T12:00:00.000Z", isFresh: true }
  const transaction = (txId: string): CommittedTransaction => ({
    intentHash: txId,
    stateVersion: 7_100,
    epoch: 41,
    at: new Date(onLedger.at).toISOString(),
    status: onLedger.status === "CommittedFailure" ? "CommittedFailure" : "CommittedSuccess",
    error: Option.none(),
    fee: AmountText.make("0.4"),
    created: [],
    affected: [],
    fungibleChanges: [],
    itemChanges: [],
    feeChanges: [],
    subintents: [],
    payload: "",
    intents: Option.some([{ hash: txId, manifest: onLedger.manifest }])
  })
  const ledger: LedgerScript = {
    ...openLedger,
    status: (intentHash) =>
      Effect.sync(() => ({
        time,
        intentHash,
        status: onLedger.status,
        isFinal: onLedger.status !== "Pending",
        stateVersion: Option.none(),
        error: Option.none()
      })),
    committedDetails: (txId) => Effect.sync(() => ({ time, transaction: transaction(txId) })),
    transactions: () =>
      Effect.sync(() => ({ time, transactions: onLedger.streamed.map(transaction), cursor: Option.none() }))
  }
  const on = Layer.merge(Indexer.Default, FollowedAddresses.Default).pipe(
    Layer.provideMerge(TransactionChecksLive),
    Layer.provideMerge(PreparedTransactions.Default),
    Layer.provideMerge(world(database, ledger))
  )
  const ANA = voter("Ana").account

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
  const notified = (type: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly accountAddress: string }>`SELECT account_address FROM notifications
        WHERE type = ${type} AND text LIKE '%executed%'`
      return rows.map(({ accountAddress }) => accountAddress).sort()
    })

  /** Prepared for Ana's wallet, which holds the treasury. */
  const begun = (community: CommunityId, number: number) =>
    Effect.gen(function* () {
      return yield* (yield* Executions).begin(yield* rowOf(community, number), ANA)
    })
  /** Her page reports the transaction that her wallet sent. */
  const named = (step: Step, txId: string) => Effect.flatMap(TransactionChecks, (checks) => checks.report(step, txId))
  const now = (community: CommunityId, number: number) =>
    Effect.map(rowOf(community, number), ({ execution, status }) => [
      status,
      execution?.state,
      execution?.manifestMatches
    ])

  it.effect(
    "shows a different transaction as a mismatch, still runs the voted manifest afterwards, and notifies voters",
    () =>
      Effect.gen(function* () {
        const { community, number, row } = yield* passed()
        assert.strictEqual(row.status, "awaitingExecution")
        onLedger.manifest = asWallet(payment("64000"))
        yield* named(yield* begun(community, number), "txid_tdx_2_lie")
        const lied = yield* rowOf(community, number)
        assert.deepEqual([lied.status, lied.execution?.manifestMatches], ["executionFailed", false])
        const page = viewOf(lied, "club", TODAY + 2 * DAY, {
          progress: [],
          objections: [],
          eligibility: null,
          changesLeft: null,
          rights: {
            edit: false,
            cancel: false,
            callOff: false,
            answer: false,
            report: false,
            execute: false,
            comment: false
          },
          opening: null,
          step: null,
          stepTopic: null,
          signers: null
        })
        assert.include(page.execution?.differs?.voted, 'Decimal("640")')
        assert.include(page.execution?.differs?.ran, 'Decimal("64000")')
        assert.strictEqual(page.execution?.expiresAt, TODAY + 31 * DAY)

        onLedger.manifest = asWallet(payment("640"))
        yield* TestClock.adjust("1 second")
        yield* named(yield* begun(community, number), "txid_tdx_2_right")
        const done = yield* rowOf(community, number)
        assert.deepEqual(
          [done.status, done.execution],
          ["executed", { txId: "txid_tdx_2_right", state: "done", manifestMatches: true, at: TODAY + DAY + 1_000 }]
        )
        const voters = ["Ana", "Ben", "Cho"].map((name) => voter(name).account).sort()
        assert.deepEqual([...new Set(yield* notified("votedProposal"))], voters)
        const again = yield* Effect.flip(begun(community, number))
        assert.deepEqual([again.status, again.code], [409, "E-STATE"])
      }).pipe(Effect.provide(on))
  )

  it.effect(
    "finds and compares the transaction by the indexer, also when the page was closed before it was committed",
    () =>
      Effect.gen(function* () {
        const { community, number } = yield* passed()
        const indexer = yield* Indexer
        yield* begun(community, number)
        onLedger.manifest = asWallet(payment("64000"))
        onLedger.status = "Pending"
        yield* named(yield* begun(community, number), "txid_tdx_2_lie")
        assert.deepEqual(yield* now(community, number), ["awaitingExecution", "pending", null])
        assert.strictEqual((yield* Effect.flip(begun(community, number))).code, "E-STATE")
        yield* indexer.round
        assert.deepEqual(yield* now(community, number), ["awaitingExecution", "pending", null])
        onLedger.status = "CommittedSuccess"
        yield* indexer.round
        assert.deepEqual(yield* now(community, number), ["executionFailed", "failed", false])

        // Signed again as voted, without a report of the page: it is in the treasury's stream.
        yield* (yield* FollowedAddresses).follow(community, [ADA], 1)
        yield* TestClock.adjust("1 second")
        yield* begun(community, number)
        onLedger.manifest = asWallet(payment("640"))
        onLedger.streamed = ["txid_tdx_2_right"]
        yield* indexer.round
        onLedger.streamed = []
        assert.deepEqual(yield* now(community, number), ["executed", "done", true])
        assert.strictEqual((yield* rowOf(community, number)).execution?.txId, "txid_tdx_2_right")
      }).pipe(Effect.provide(on))
  )

  it.effect(
    "ignores transactions from before the close, and permits another attempt after a failure on the ledger",
    () =>
      Effect.gen(function* () {
        const { community, number } = yield* passed()
        const tried = (txId: string) =>
          Effect.gen(function* () {
            yield* TestClock.adjust("1 second")
            const step = yield* named(yield* begun(community, number), txId)
            return [step.problem, ...(yield* now(community, number))]
          })
        onLedger.manifest = asWallet(payment("640"))
        onLedger.at = TODAY + HOUR
        const early = "this transaction ran before the vote closed."
        assert.deepEqual(yield* tried("txid_tdx_2_early"), [early, "awaitingExecution", undefined, undefined])
        onLedger.at = TODAY + 2 * DAY
        onLedger.status = "PermanentlyRejected"
        const rejected = "Rejected: the ledger gives no reason"
        assert.deepEqual(yield* tried("txid_tdx_2_rejected"), [rejected, "executionFailed", "failed", null])
        onLedger.status = "CommittedFailure"
        const failed = "CommittedFailure: the ledger gives no reason"
        assert.deepEqual(yield* tried("txid_tdx_2_failed"), [failed, "executionFailed", "failed", true])
        // A submitted transaction is awaited beyond the last day.
        onLedger.status = "Pending"
        assert.deepEqual(yield* tried("txid_tdx_2_next"), [null, "executionFailed", "pending", null])
        yield* TestClock.setTime(TODAY + 31 * DAY)
        yield* (yield* Closings).closeDue
        onLedger.status = "CommittedSuccess"
        yield* (yield* Indexer).round
        assert.deepEqual(yield* now(community, number), ["executed", "done", true])
      }).pipe(Effect.provide(on))
  )

  it.effect("is approved for exactly these rows, and expires after thirty days", () =>
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
