/**
 * Escrows run unattended: each poll checks the pending transaction, makes the next payment or refunds the rest. Any
 * number of servers may poll; work that a crash left unfinished is found and completed first.
 */
import { Clock, Duration, Effect, Option } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { relayedTransactions } from "~/effects/treasury/relayer/relayedTransactions.server"
import { formatAmount } from "~/ledger/index"
import {
  type FundedEscrow,
  isOnLedger,
  LIVE,
  leftIn,
  REFUNDING,
  refundKeyOf,
  transactionKinds,
  withdrawKeyOf
} from "./Escrow"
import { EscrowAccounts } from "./EscrowAccounts.server"
import { EscrowsRepo } from "./EscrowsRepo.server"
import { feesUsedUp, keyGone, refundRefused } from "./messages"
import type { Failure, Polled, Problem, Purpose } from "./Purpose.server"

/** Between two polls of an undecided transaction. */
const INTERVAL = Duration.seconds(2)
/** Polls of one transaction before other escrows are processed. */
const POLLS = 15
/**
 * A run of the job continues for this long, within its minute, so that a fresh approval does not wait for the next run.
 */
const WHOLE_MS = Duration.toMillis("50 seconds")
/** A wallet can still respond this long after it was asked. */
const ASKED_MS = Duration.toMillis("1 hour")
/** Grace period in which a pending withdrawal blocks the automatic refund. */
const GRACE_MS = Duration.toMillis("15 minutes")

/** Whether the site waits for the wallet or signers that were `asked` to withdraw, instead of refunding. */
const isLeftToAsked = (asked: Pick<Step, "state" | "createdAt"> | undefined, now: number): boolean =>
  asked !== undefined && (asked.state !== "waiting" || now < asked.createdAt + GRACE_MS)

/** Another server or a page is working on it; the next poll reads the result. */
const ELSEWHERE = ["StepDone", "TransactionUnderWay", "TransactionLeased", "WrongState"]
const isElsewhere = ({ _tag }: Failure): boolean => ELSEWHERE.includes(_tag)

export const escrowWorker = <E extends Failure>(purpose: Purpose<E>) =>
  Effect.gen(function* () {
    const accounts = yield* EscrowAccounts
    const repo = yield* EscrowsRepo
    const steps = yield* PreparedTransactions
    const items = yield* WorkQueue
    const relayed = yield* relayedTransactions((id, change) => repo.transition(id, LIVE, change))

    const setAside = (escrow: FundedEscrow, { isRetried, problem }: Problem) =>
      Effect.as(
        isRetried === true ? relayed.setBack(escrow.id, escrow, problem) : relayed.hold(escrow.id, problem),
        "rest" as const
      )
    const beginRefund = ({ id }: FundedEscrow) =>
      Effect.as(repo.transition(id, ["funded"], REFUNDING), "again" as const)

    const pay = Effect.fn("EscrowWorker.pay")(function* (escrow: FundedEscrow, now: number) {
      const halted = yield* accounts.halted(escrow)
      if (halted !== null) return yield* setAside(escrow, { problem: halted })
      if (purpose.waits !== undefined && !(yield* purpose.waits(escrow, now))) return "rest" as const
      if (!(yield* accounts.isOwnKey(escrow))) return yield* setAside(escrow, { problem: keyGone(escrow) })
      const next = yield* purpose.next(escrow)
      if (typeof next === "string") return next === "over" ? yield* beginRefund(escrow) : next
      if ("problem" in next) return yield* setAside(escrow, next)
      yield* relayed.send(escrow.id, next.step, next.manifest, next)
      return "again" as const
    })

    const end = Effect.fnUntraced(function* (escrow: FundedEscrow) {
      yield* accounts.close(escrow, leftIn(escrow))
      const endedAt = yield* Clock.currentTimeMillis
      yield* repo.transition(escrow.id, ["refunding"], { state: "ended", endedAt, problem: null })
      yield* purpose.ended?.(escrow) ?? Effect.void
      return "rest" as const
    })

    /** Refunds what is left, less the fee of the refund. */
    const refund = Effect.fn("EscrowWorker.refund")(function* (escrow: FundedEscrow, now: number) {
      yield* purpose.refunding?.(escrow) ?? Effect.void
      const { address, communityId, id, moves, resource, signerRule, subjectId, treasury } = escrow
      const asked = Option.getOrUndefined(yield* steps.alive(withdrawKeyOf(id, moves)))
      if (isLeftToAsked(asked, now)) return "rest" as const
      const back = yield* accounts.returning(escrow)
      if (back === null) return yield* end(escrow)
      if (!(yield* accounts.isOwnKey(escrow))) return yield* setAside(escrow, { problem: keyGone(escrow) })
      if ("refused" in back) return yield* setAside(escrow, { problem: refundRefused(escrow, back.refused) })
      if ("short" in back) return yield* setAside(escrow, { problem: feesUsedUp(escrow, back.short) })
      // Signers might approve their withdrawal much later, when nothing would be left to withdraw.
      if (asked !== undefined && signerRule !== null) yield* steps.drop(asked)
      const step = yield* steps.open({
        idempotencyKey: refundKeyOf(id, moves),
        kind: transactionKinds[escrow.purpose].refund,
        communityId,
        related: subjectId,
        account: address,
        manifest: back.manifest,
        detail: {
          escrow: id,
          treasury,
          resource,
          amounts: back.amounts.map(([each, amount]) => [each, formatAmount(amount)])
        }
      })
      yield* relayed.send(id, step, back.manifest)
      return "again" as const
    })

    /** Fails only if the ledger cannot be read, or if the purpose fails. */
    const polled = Effect.fn("EscrowWorker.polled")(function* (id: string) {
      const escrow = Option.getOrUndefined(yield* repo.find(id))
      if (escrow === undefined || !isOnLedger(escrow) || !LIVE.includes(escrow.state)) return "rest" as const
      if (escrow.pendingId !== null) {
        const found = yield* relayed.follow(id, escrow, escrow.pendingId)
        return found === "undecided" ? found : found === "done" ? ("again" as const) : ("rest" as const)
      }
      const pending = purpose.pending === undefined ? null : yield* purpose.pending(escrow)
      if (pending !== null) return pending
      const now = yield* Clock.currentTimeMillis
      const state = escrow.state === "funded" ? yield* purpose.stateOf(escrow, now) : "over"
      // Applies while the escrow waits for its next day or attempt, too.
      if (escrow.state === "funded" && state === "over") return yield* beginRefund(escrow)
      if (escrow.nextAt > now) return "rest" as const
      if (escrow.state === "refunding") return yield* refund(escrow, now)
      return state === "paused" || escrow.paused === 1 ? ("rest" as const) : yield* pay(escrow, now)
    })

    const poll = (id: string) => Effect.catchIf(polled(id), isElsewhere, () => Effect.succeed<Polled>("rest"))

    const work = Effect.fn("EscrowWorker.work")(function* (id: string) {
      for (let polls = 0; polls < POLLS; polls++) {
        const found = yield* poll(id)
        if (found === "again") return
        if (found === "rest")
          return yield* repo.rest(id, (yield* Clock.currentTimeMillis) + Duration.toMillis(INTERVAL))
        yield* Effect.sleep(INTERVAL)
      }
      // Fails the work item, which is retried after a minute.
      return yield* new GatewayDown({ cause: new Error("the ledger has not decided on a batch yet") })
    })
    /** Escrows with something to do. */
    const due = (limit: number) => Effect.flatMap(Clock.currentTimeMillis, (now) => repo.due(purpose, now, limit))
    const round = items.workThrough({ job: purpose.job, due, keyOf: (id) => id, work, mayComeAgain: true })

    /** Works through due escrows as long as any is busy, for less than a minute. */
    const minute = Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      const until = began + WHOLE_MS
      yield* round
      while ((yield* Clock.currentTimeMillis) < until && (yield* repo.isBusy(purpose, began - ASKED_MS, until))) {
        yield* Effect.sleep(INTERVAL)
        yield* round
      }
    }).pipe(Effect.withSpan(purpose.job))

    const job: Job = { name: purpose.job, every: "minute", isShared: true, run: minute }
    return { poll, due, minute, job }
  })
