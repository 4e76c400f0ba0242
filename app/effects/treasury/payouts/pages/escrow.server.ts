/** Form actions of a payout from escrow: fund, sign instead, refund, withdraw. */
import { Effect } from "effect"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { type HeldTreasury, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { feesFor } from "~/effects/treasury/relayer/fees"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf } from "~/ledger/index"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionRows } from "../DistributionRows.server"
import { Distributions } from "../Distributions.server"
import { PayoutEscrows } from "../escrow/PayoutEscrows.server"
import { batchesOf, firstOf } from "../list/batches"
import { PayoutApprovals } from "../PayoutApprovals.server"
import { Payouts } from "../Payouts.server"
import { heldRun } from "./holding.server"

/** Whether this site has a relayer key to pay with. */
export const isEscrowOffered = Effect.map(Relayer, ({ isThere }) => isThere)

/** The caller, the payout and the treasury. */
type Held = Omit<Effect.Effect.Success<typeof heldRun>, "to" | "treasury"> & { readonly treasury: HeldTreasury }

/** For an approved payout: cuts its batches and prepares the escrow in one transaction. */
const begin = ({ here, run, treasury }: Held) =>
  Effect.gen(function* () {
    const approvals = yield* PayoutApprovals
    const distributions = yield* Distributions
    const ledger = yield* Ledger
    const escrows = yield* PayoutEscrows
    const payouts = yield* Payouts
    yield* approvals.requireFree(here.community, run)
    const rows = yield* distributions.payable(run.id)
    // Rows that are paid on the same day are also checked together.
    const { fee, size } = yield* payouts.fit(treasury, run, firstOf(rows))
    const batches = batchesOf(rows, size).length
    const total = rows.reduce((sum, { amount }) => sum + amount, 0n)
    yield* escrows.requireCovered(treasury, run, total, feesFor(amountOf(fee), batches))
    const { time } = yield* ledger.currentState()
    const may = approvals.mayStart(here.community)
    return yield* escrows.begin(treasury, run, { size, fee, version: time.stateVersion, may })
  })

/** For a running payout: the site pays the batches that no wallet was asked to sign. */
const rest = ({ run, treasury }: Held) =>
  Effect.gen(function* () {
    const batches = yield* DistributionBatches
    const escrows = yield* PayoutEscrows
    const payouts = yield* Payouts
    const rows = yield* DistributionRows
    const free = yield* batches.neverAsked(run.id)
    const [first] = free
    if (first === undefined) return yield* escrows.nothingFree(treasury.signers !== undefined)
    const tried = (yield* rows.ofBatch(run.id, first.n)).map(({ account, amount }) => ({
      account,
      amount: amountOf(amount)
    }))
    const { fee } = yield* payouts.fit(treasury, run, tried)
    const total = free.reduce((sum, { amount }) => sum + amountOf(amount), 0n)
    yield* escrows.requireCovered(treasury, run, total, feesFor(amountOf(fee), free.length))
    return yield* escrows.fundEscrow(treasury, run, fee)
  })

/** Prepares the one approval, of a wallet or of the signers. */
export const fundNow = (held: Held) =>
  Effect.gen(function* () {
    return held.run.state === "approved" ? yield* begin(held) : yield* rest(held)
  })

const fundEscrow = (form: FormData) =>
  Effect.gen(function* () {
    const held = yield* heldRun
    yield* TreasuryHolders.requireMaySpend(held.here, "distribute")
    const escrows = yield* PayoutEscrows
    yield* escrows.requireSameAs(held.run, textOf(form, "digest"))
    yield* fundNow(held)
    return { to: held.to } satisfies Done
  })

const forget = () =>
  Effect.gen(function* () {
    const { run, to } = yield* heldRun
    yield* (yield* PayoutEscrows).forget(run)
    return { to } satisfies Done
  })

const withdrawFromEscrow = () =>
  Effect.gen(function* () {
    const { run, to } = yield* heldRun
    yield* (yield* PayoutEscrows).withdrawFromEscrow(run)
    return { to } satisfies Done
  })

const takeBack = () =>
  Effect.gen(function* () {
    const { here, run, to, treasury } = yield* heldRun
    yield* TreasuryHolders.requireMaySpend(here, "distribute")
    yield* readFirst(run.communityId)
    yield* (yield* PayoutEscrows).takeBack(treasury, run)
    return { to } satisfies Done
  })

export const escrowCommands = {
  "fund-escrow": fundEscrow,
  "discard-funding": forget,
  "withdraw-escrow": withdrawFromEscrow,
  "withdraw-by-wallet": takeBack
}
