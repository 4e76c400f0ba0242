/**
 * What an admin does with a payout from escrow (docs/product/treasury.md): one approval funds it; from then on it can
 * be stopped, refunded or withdrawn at any time.
 *
 * A batch is paid by the site or by wallets, never by both. The site pays only batches that no wallet was ever asked to
 * sign, because a wallet could sign an old request later, and the two ways are marked on two accounts.
 */
import { Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Escrows } from "~/effects/treasury/escrow/Escrows.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { refused } from "~/effects/treasury/escrow/errors"
import { nothingFunded } from "~/effects/treasury/escrow/messages"
import { feesFor } from "~/effects/treasury/relayer/fees"
import { type Amount, type AmountText, amountOf, formatAmount } from "~/ledger/index"
import type { Distribution } from "../Distribution"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { ListChanged, type NotApproved } from "../errors"
import { PayoutRuns } from "../PayoutRuns.server"

const nothingFree = (isMultisig: boolean) =>
  refused(
    isMultisig
      ? "Every batch was sent to a wallet before the treasury had several signers. Pay the remaining people with a new payout."
      : "Every batch was already sent to a wallet. Sign the rest there."
  )

/** Values known when a payout starts. */
interface Beginning {
  readonly size: number
  /** Expected fee of one batch. */
  readonly fee: AmountText
  /** State version of the ledger. */
  readonly version: number
  readonly may: (now: Distribution) => Effect.Effect<void, NotApproved>
}

export class PayoutEscrows extends Effect.Service<PayoutEscrows>()("treasury/payouts/PayoutEscrows", {
  dependencies: [
    DistributionBatches.Default,
    DistributionsRepo.Default,
    Escrows.Default,
    EscrowsRepo.Default,
    PayoutRuns.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const batches = yield* DistributionBatches
    const repo = yield* DistributionsRepo
    const escrows = yield* EscrowsRepo
    const runs = yield* PayoutRuns
    const { badge, cancel, refund, request, requireCovered, retry, withdraw } = yield* Escrows

    /** A payout has at most one escrow. */
    const find = ({ id }: Pick<Distribution, "id">) => Effect.map(escrows.find(id), Option.getOrUndefined)
    const findOrFail = (given: Pick<Distribution, "id">) =>
      Effect.flatMap(find(given), (escrow) =>
        escrow === undefined ? refused(nothingFunded({ purpose: "payout" })) : Effect.succeed(escrow)
      )

    /** Checks that the site has a relayer key and that the rows are those that the page showed. */
    const requireSameAs = Effect.fn("PayoutEscrows.requireSameAs")(function* (run: Distribution, shown: string) {
      yield* badge
      if (run.digest === null || run.digest !== shown) return yield* new ListChanged()
      const before = yield* find(run)
      if (before !== undefined && before.state !== "asked") {
        return yield* refused(
          before.signerRule === null
            ? "This payout was in escrow before. Sign the rest batch by batch."
            : "This payout was in escrow before. Pay the remaining people with a new one."
        )
      }
    })

    /**
     * For a payout whose batches are cut: prepares the funding of the escrow. `fee` is the expected fee of one batch.
     */
    const fundEscrow = Effect.fn("PayoutEscrows.fundEscrow")(function* (
      treasury: HeldTreasury,
      given: Distribution,
      fee: AmountText
    ) {
      const run = yield* repo.mustBe(given, ["running"], "moving it into escrow")
      if (run.digest === null || (yield* runs.hashOfAll(run)) !== run.digest) return yield* new ListChanged()
      const free = yield* batches.neverAsked(run.id)
      if (free.length === 0) return yield* nothingFree(treasury.signers !== undefined)
      const total = free.reduce((sum, { amount }) => sum + amountOf(amount), 0n)
      return yield* request(treasury, {
        id: run.id,
        purpose: "payout",
        subjectId: run.id,
        communityId: run.communityId,
        digest: run.digest,
        resource: run.resource,
        total: formatAmount(total),
        fees: formatAmount(feesFor(amountOf(fee), free.length)),
        fee
      })
    }, atomically(sql))

    /** For an approved payout: cuts the batches and prepares the funding, both or neither. */
    const begin = Effect.fn("PayoutEscrows.begin")(function* (
      treasury: HeldTreasury,
      given: Distribution,
      { fee, may, size, version }: Beginning
    ) {
      yield* runs.start(given, size, version, may)
      return yield* fundEscrow(treasury, given, fee)
    }, atomically(sql))

    /** Prepares the holders' own withdrawal, and pauses the site's payments. */
    const takeBack = Effect.fn("PayoutEscrows.takeBack")(function* (treasury: HeldTreasury, given: Distribution) {
      const stop = Effect.gen(function* () {
        const { id, paused, state } = yield* Effect.orDie(repo.findIdOrFail(given.id))
        const isGoingOn = state === "running" && paused === 0
        if (isGoingOn) yield* repo.update(id, { paused: 1 })
        return isGoingOn
      })
      return yield* withdraw(treasury, yield* findOrFail(given), stop)
    })

    return {
      find,
      findOrFail,
      requireSameAs,
      requireCovered: ({ treasury }: HeldTreasury, { resource, symbol }: Distribution, total: Amount, fees: Amount) =>
        requireCovered({ treasury, resource, symbol, total, fees }),
      nothingFree,
      begin,
      fundEscrow,
      takeBack,
      /** Each batch is signed instead. */
      forget: (given: Distribution) => Effect.flatMap(findOrFail(given), cancel),
      withdrawFromEscrow: ({ id }: Distribution) => refund({ id, purpose: "payout" }),
      /** Tries again now, if anything is in escrow. */
      wake: (given: Pick<Distribution, "id">, seen = "") =>
        Effect.flatMap(find(given), (escrow) =>
          escrow === undefined ? Effect.void : Effect.ignore(retry(escrow, seen))
        )
    }
  })
}) {}
