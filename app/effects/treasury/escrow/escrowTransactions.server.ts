/**
 * The kinds of an escrow's transactions: an admin or the signers fund it, they can withdraw at any time, and the relayer
 * refunds the rest. Each is confirmed on the ledger before anything is recorded.
 */
import { Clock, Effect, Schema } from "effect"
import { LockerAddress } from "~/effects/base/addresses/addresses"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { EscrowMovements } from "~/effects/chain/movements/EscrowMovements.server"
import type { EscrowSubject } from "~/effects/chain/movements/Withdrawal"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { amountOf } from "~/ledger/index"
import { EscrowPlan, type EscrowPurpose, REFUNDING, transactionKinds } from "./Escrow"
import { EscrowsRepo } from "./EscrowsRepo.server"
import { Back, broughtBack, escrowProofs } from "./proofs.server"

const FundDetail = Schema.parseJson(EscrowPlan)
/** Of a withdrawal or refund. */
export const BackDetail = Schema.parseJson(Schema.Struct({ escrow: Schema.String, ...Back.fields }))

const planOf = ({ detail }: Step) => Effect.orDie(Schema.decode(FundDetail)(detail))
const backOf = ({ detail }: Step) => Effect.orDie(Schema.decode(BackDetail)(detail))
const isLocker = Schema.is(LockerAddress)

/** The locker that a payout is paid through. */
const lockerOf = ({ locker, purpose }: EscrowPlan, { created }: CommittedTransaction) => {
  const found = locker ?? created.map(({ address }) => address).find(isLocker)
  if (purpose !== "payout") return Effect.succeed(null)
  return found === undefined
    ? new TransactionMismatch({ what: "it did not create the locker of payouts." })
    : Effect.succeed(found)
}

interface Subject {
  readonly purpose: EscrowPurpose
  /** What messages and pages name it by. */
  readonly named: (plan: EscrowPlan) => Effect.Effect<Pick<EscrowSubject, "about" | "target" | "symbol">>
  /** What else is recorded once it is funded. */
  readonly funded?: (plan: EscrowPlan, step: Step, found: CommittedTransaction) => Effect.Effect<void>
}

export const escrowTransactions = ({ funded, named, purpose }: Subject) =>
  Effect.gen(function* () {
    const repo = yield* EscrowsRepo
    const movements = yield* EscrowMovements
    const addresses = yield* FollowedAddresses
    const { escrowFundedBy } = yield* escrowProofs
    const kinds = transactionKinds[purpose]

    const fund: TransactionKind = {
      kind: kinds.fund,
      prove: (step, found) =>
        Effect.gen(function* () {
          const plan = yield* planOf(step)
          const address = yield* escrowFundedBy(plan, found)
          const locker = yield* lockerOf(plan, found)
          return Effect.gen(function* () {
            const { communityId, id, resource } = plan
            // A page may have cancelled the request while a wallet still had it; the ledger decides.
            yield* repo.ask(plan, step.id)
            const fundedAt = yield* Clock.currentTimeMillis
            yield* repo.transition(id, ["asked"], { state: "funded", address, locker, fundedAt, problem: null })
            const followed = locker === null ? [address] : [address, locker]
            yield* addresses.follow(communityId, followed, found.stateVersion)
            yield* movements.open({ account: address, communityId, resource, ...(yield* named(plan)) }, found)
            yield* funded?.(plan, step, found) ?? Effect.void
          })
        }),
      sent: () => Effect.void,
      ended: (step) =>
        Effect.flatMap(planOf(step), ({ id }) =>
          repo.transition(id, ["asked"], { problem: step.problem ?? "It was not carried through." })
        )
    }

    const backKind = (kind: string, isRefund: boolean): TransactionKind => ({
      kind,
      prove: (step, found) =>
        Effect.gen(function* () {
          const { escrow, ...back } = yield* backOf(step)
          const moved = yield* broughtBack(back, found)
          // After a withdrawal the site only checks whether anything is left; it pays nothing more.
          return repo.add(escrow, { moves: 1, ...moved, ...(isRefund && { spent: amountOf(found.fee) }) }, REFUNDING)
        }),
      sent: () => Effect.void,
      // A failed refund still costs its fee.
      ended: (step, committed) =>
        isRefund && committed !== undefined
          ? Effect.flatMap(backOf(step), ({ escrow }) => repo.add(escrow, { spent: amountOf(committed.fee) }))
          : Effect.void
    })

    return [fund, backKind(kinds.withdraw, false), backKind(kinds.refund, true)]
  })
