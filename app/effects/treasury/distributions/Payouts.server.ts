/**
 * Payouts: the batches of a running distribution, each prepared for a wallet and proven from the ledger.
 *
 * A batch can be asked for as often as anybody likes, from any device: it is one step (ledger_steps), and on the ledger
 * its key `drop:{run}-{n}` locks with the payment, so a second transaction fails and moves nothing. A batch that was
 * paid by a transaction nobody told of is looked for before it is prepared again.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { type Amount, amountOf, formatAmount, type Manifest, NOTHING, renderManifest, Templates } from "~/ledger/index"
import type { Chunk, Distribution } from "./Distribution"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { DROP, isPaid } from "./dropStep.server"
import { BatchRefused, NothingToSign, TreasuryShort } from "./errors"
import { CHUNK, COST_LIMIT } from "./limits"
import { batchIdOf, halved, onceKeyOf } from "./list/batches"
import { RECOVER } from "./recoverStep.server"
import { RECOVER_AT_ONCE, recoveryManifest } from "./recovery"
import { settleWithLedger } from "./settleClaims.server"

interface Payable {
  readonly account: string
  readonly amount: Amount
}

const TOO_DEAR = /cost ?unit|LimitExceeded|limit exceeded|too many events|TooMany|MaxEvent/i
/** Pages of transactions looked through for a payment nobody told of. */
const PAGES = 50

const dropOf = (
  treasury: HeldTreasury,
  run: Distribution,
  n: number,
  hash: string,
  rows: ReadonlyArray<Payable>
): Manifest =>
  Templates.airdrop({
    admin: treasury.admin,
    treasury: treasury.treasury,
    locker: treasury.locker,
    resource: run.resource,
    shares: rows.map(({ account, amount }) => [account, amount] as const),
    isDirect: run.mode === "direct",
    batchId: batchIdOf(run.id, n),
    batchHash: hash
  })

export class Payouts extends Effect.Service<Payouts>()("effects/Payouts", {
  dependencies: [DistributionsRepo.Default, LedgerSteps.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const repo = yield* DistributionsRepo
    const steps = yield* LedgerSteps
    const checks = yield* StepChecks

    /** Nothing is begun that the treasury cannot pay. */
    const mustCover = Effect.fn("Payouts.mustCover")(function* (
      treasury: HeldTreasury,
      run: Distribution,
      sum: Amount
    ) {
      const { byAccount } = yield* orGatewayDown(ledger.balancesOf(run.resource, [treasury.treasury]))
      const held = amountOf(byAccount.get(treasury.treasury) ?? NOTHING)
      if (held < sum) return yield* new TreasuryShort({ missing: formatAmount(sum - held), symbol: run.symbol })
    })

    /** Tried without signing: how many fit into one transaction, and what one costs. */
    const fit = Effect.fn("Payouts.fit")(function* (
      treasury: HeldTreasury,
      run: Distribution,
      rows: ReadonlyArray<Payable>
    ) {
      for (let size: number = CHUNK.start; ; size = halved(size)) {
        const manifest = dropOf(treasury, run, 0, "preview", rows.slice(0, size))
        const { error, executionUnits, fee, status } = yield* orGatewayDown(
          ledger.previewManifest(renderManifest(manifest), [], { assumeAllSignatures: true })
        )
        const reason = Option.getOrElse(error, () => "the ledger gives no reason")
        const isTooDear = status === "Succeeded" ? (executionUnits ?? 0) > COST_LIMIT : TOO_DEAR.test(reason)
        if (status === "Succeeded" && !isTooDear) {
          return { size, fee, batches: Math.ceil(rows.length / size), manifest: renderManifest(manifest) }
        }
        if (!isTooDear || size === CHUNK.least) return yield* new BatchRefused({ reason })
      }
    })

    /** Looks through the locker's transactions for what nobody told of; a step it belongs to is proven by it. */
    const findUntold = Effect.fn("Payouts.findUntold")(function* (locker: string, run: Distribution) {
      let cursor: string | undefined
      for (let page = 0; page < PAGES; page++) {
        const from = { from: run.startedVersion ?? 1, affected: locker }
        const found = yield* orGatewayDown(ledger.transactions(cursor === undefined ? from : { ...from, cursor }))
        yield* Effect.forEach(found.transactions, checks.adopt, { discard: true })
        if (Option.isNone(found.cursor)) return
        cursor = found.cursor.value
      }
    })

    const openDrop = Effect.fn("Payouts.openDrop")(function* (treasury: HeldTreasury, run: Distribution, chunk: Chunk) {
      const rows = (yield* repo.rowsOfChunk(run.id, chunk.n)).map((row) => ({
        account: row.account,
        amount: amountOf(row.amount)
      }))
      const detail = { distribution: run.id, n: chunk.n, treasury: treasury.treasury, locker: treasury.locker }
      const step = yield* steps.open({
        onceKey: onceKeyOf(run.id, chunk.n),
        kind: DROP,
        communityId: run.communityId,
        related: batchIdOf(run.id, chunk.n),
        account: treasury.admin.account,
        manifest: dropOf(treasury, run, chunk.n, chunk.hash, rows),
        detail
      })
      const updatedAt = yield* Clock.currentTimeMillis
      yield* Effect.orDie(sql`UPDATE distribution_chunks
        SET ${sql.update({ state: "signing", stepId: step.id, updatedAt })}
        WHERE distribution_id = ${run.id} AND n = ${chunk.n} AND state IN ('ready', 'signing')`)
      return step
    }, atomically(sql))

    /** The next batch, ready for the wallet. Answers none where it turned out to be paid already. */
    const next = Effect.fn("Payouts.next")(function* (treasury: HeldTreasury, given: Distribution) {
      const run = yield* Effect.orDie(repo.mustFindId(given.id))
      if (run.state !== "running")
        return yield* new WrongState({ thing: "distribution", state: run.state, action: "sending it" })
      if (run.paused === 1) return yield* new NothingToSign({ message: "This run is paused. Go on with it first." })
      const chunks = yield* repo.chunks(run.id)
      const chunk = chunks.find(({ state }) => state === "ready" || state === "signing")
      if (chunk === undefined) {
        const isFailed = chunks.some(({ state }) => state === "failed" || state === "rejected")
        return yield* new NothingToSign({
          message: isFailed ? "Batches failed. Try them again." : "Every batch is sent. The ledger has not decided yet."
        })
      }
      const step: Step = yield* openDrop(treasury, run, chunk)
      if (!(yield* isPaid(treasury.treasury, onceKeyOf(run.id, chunk.n)))) return Option.some(step)
      yield* findUntold(treasury.locker, run)
      return Option.none<Step>()
    })

    /** Prepares taking back what some accounts have not claimed; what they claimed elsewhere is left out. */
    const recover = Effect.fn("Payouts.recover")(function* (treasury: HeldTreasury, given: Distribution) {
      const run = yield* Effect.orDie(repo.mustFindId(given.id))
      const now = yield* Clock.currentTimeMillis
      if (run.recoverAfter === null) {
        return yield* new NothingToSign({ message: "These tokens belong to their recipients for ever." })
      }
      if (now < run.recoverAfter) {
        const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(run.recoverAfter)
        return yield* new NothingToSign({ message: `Unclaimed tokens can be recovered after ${day}.` })
      }
      const rows = yield* repo.claimableRows(run.id, RECOVER_AT_ONCE)
      const waiting = yield* Effect.forEach(
        rows,
        (row) =>
          Effect.gen(function* () {
            const { account } = row
            const { time, vaults } = yield* orGatewayDown(ledger.lockerVaults(treasury.locker, account))
            const vault = vaults.find(({ resource }) => resource === run.resource)
            const held = amountOf(vault?.amount ?? NOTHING)
            const place = { communityId: run.communityId, locker: treasury.locker, resource: run.resource }
            yield* settleWithLedger(sql, { ...place, account, held, version: time.stateVersion })
            return { row, held }
          }),
        { concurrency: 4 }
      )
      const unclaimed = waiting.filter(({ held, row }) => held >= amountOf(row.amount))
      if (unclaimed.length === 0) return yield* new NothingToSign({ message: "Nothing is left to recover." })
      const [first] = unclaimed
      const onceKey = `recover:${run.id}-${first?.row.line ?? 0}`
      const detail = {
        distribution: run.id,
        treasury: treasury.treasury,
        resource: run.resource,
        rows: unclaimed.map(({ row }) => ({ id: row.id, amount: row.amount }))
      }
      return yield* steps.open({
        onceKey,
        kind: RECOVER,
        communityId: run.communityId,
        related: run.id,
        account: treasury.admin.account,
        manifest: recoveryManifest({
          ...treasury,
          resource: run.resource,
          onceKey,
          unclaimed: unclaimed.map(({ row }) => ({ account: row.account, amount: amountOf(row.amount) }))
        }),
        detail
      })
    })

    return { mustCover, fit, next, recover }
  })
}) {}
