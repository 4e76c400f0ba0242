/** Ends requests: writes the record, notifies, and stores the new rule if it changed. */

import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { LedgerRecords } from "~/effects/chain/prepared-transactions/LedgerRecords.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { manifestTextOf } from "~/effects/governance/proposals/action.server"
import { ExecutionOutcomes } from "~/effects/governance/proposals/ExecutionOutcomes.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import type { OnLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { ApprovalRequest, Payment, RequestState } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import {
  closedWords,
  isRuleRequest,
  isTransactionRequest,
  paidBy,
  requestName,
  ruleLeft,
  totalOf
} from "./approvalMessages"
import { outdated } from "./requestView"
import { SignerResponsesRepo } from "./SignerResponsesRepo.server"
import { completeIn } from "./signatures"
import { isVotedPayment } from "./votedPayment"

/** Kinds of ledger records. */
export const REQUEST_PAYMENT = "keeper-payment"
export const REQUEST_RULE = "keeper-rule"

const activityData = (request: ApprovalRequest) => {
  const { payload } = request
  if (isTransactionRequest(payload)) return { what: requestName(request), title: payload.about.title }
  if (payload.kind !== "payment") return { rule: ruleLeft(payload) ?? "" }
  const { noVote, reason, symbol } = payload
  return { amount: `${totalOf(payload)} ${symbol}`, reason, ...(noVote === null ? {} : { noVote }) }
}

export class RequestEnds extends Effect.Service<RequestEnds>()("treasury/multisig/RequestEnds", {
  dependencies: [
    ApprovalRequestsRepo.Default,
    SignerResponsesRepo.Default,
    LedgerRecords.Default,
    ProposalsRepo.Default,
    ExecutionOutcomes.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const requests = yield* ApprovalRequestsRepo
    const responses = yield* SignerResponsesRepo
    const records = yield* LedgerRecords
    const activity = yield* Activity
    const notifications = yield* Notifications
    const steps = yield* PreparedTransactions
    const checks = yield* TransactionChecks
    const proposals = yield* ProposalsRepo
    const executions = yield* ExecutionOutcomes

    const notify = (request: ApprovalRequest, to: ReadonlyArray<string>, text: string) =>
      notifications.notify({
        to,
        type: "signers",
        communityId: request.communityId,
        target: signersHref(request.communityId, request.number),
        text,
        importance: "important"
      })

    /** Notifies the proposer and those who are asked to sign. */
    const notifyAll = (request: ApprovalRequest, text: string) =>
      notify(request, [...new Set([request.account, ...request.signers.map(({ account }) => account)])], text)

    /** Notifies the proposer and all signers, but not who did it. */
    const notifySigners = (request: ApprovalRequest, text: string, by: string | null = null) =>
      Effect.flatMap(requests.seats(request.communityId), (seats) =>
        notify(
          request,
          [...new Set([request.account, ...seats.map(({ account }) => account)])].filter((account) => account !== by),
          text
        )
      )

    /** Marks the vote as executed if the payment is exactly what was voted on; otherwise the vote keeps waiting. */
    const carryOut = Effect.fnUntraced(function* (
      payment: Payment,
      { intentHash: txId, ...transaction }: CommittedTransaction,
      place: OnLedger & { readonly communityId: CommunityId }
    ) {
      if (payment.vote === null) return
      const row = Option.getOrNull(yield* proposals.findById(place.communityId, payment.vote.id, null))
      const voted = row === null || row.action === null ? null : manifestTextOf(row.action)
      if (row === null || voted === null || Date.parse(transaction.at) < row.closesAt) return
      if (!isVotedPayment(voted, payment, place)) return
      yield* executions.report(place.communityId, row.id, { ok: true, txId, manifestMatches: true }).pipe(
        // The vote is over meanwhile, for example after thirty days; it stays as it is.
        Effect.catchTag("WrongState", () => Effect.void)
      )
    })

    /** Discards the prepared transaction of a request, so that it can be requested again. */
    const letGo = ({ payload }: ApprovalRequest, problem: string) =>
      isTransactionRequest(payload)
        ? Effect.flatMap(Effect.orDie(steps.findOrFail(payload.step)), (step) => checks.abandon(step, problem))
        : Effect.void

    /**
     * Closes a waiting request and deletes its signatures. Runs in the caller's transaction, after `turn`. Fully signed
     * requests only expire, since anyone can submit them. Returns whether it closed.
     */
    const close = Effect.fn("RequestEnds.close")(function* (
      request: ApprovalRequest,
      state: Extract<RequestState, "refused" | "expired" | "withdrawn" | "void">,
      problem: string
    ) {
      const decidedAt = yield* Clock.currentTimeMillis
      const isComplete = request.request !== null && Option.isSome(completeIn(request, yield* responses.of(request.id)))
      if (isComplete && state !== "expired") return false
      if (!(yield* requests.move(request.id, "waiting", state, { decidedAt, problem }))) return false
      yield* responses.forgetSignatures(request.id)
      yield* letGo(request, problem)
      return true
    })

    /**
     * Voids a request after another one with its idempotency key was executed. Runs in the caller's transaction, after
     * `turn`. Returns whether it ended.
     */
    const supersede = Effect.fn("RequestEnds.supersede")(function* (rival: ApprovalRequest, request: ApprovalRequest) {
      if (rival.state !== "waiting" && rival.state !== "sent") return false
      const decidedAt = yield* Clock.currentTimeMillis
      const problem = `${requestName(request)} was executed on the ledger, and only one of the two can happen.`
      const change = { decidedAt, finalAt: decidedAt, problem }
      if (!(yield* requests.move(rival.id, rival.state, "void", change))) return false
      yield* responses.forgetSignatures(rival.id)
      yield* notifyAll(rival, `${requestName(rival)} has ended. ${problem}`)
      return true
    })

    /** Voids the waiting requests that can no longer be executed under the current rule. */
    const voidOutdated = Effect.fnUntraced(function* (
      communityId: CommunityId,
      rule: { readonly ids: ReadonlyArray<string>; readonly needed: number }
    ) {
      for (const each of yield* requests.waiting(communityId)) {
        const whyNot = outdated(each, rule)
        if (whyNot === null || !(yield* close(each, "void", whyNot))) continue
        yield* notifyAll(each, `${requestName(each)} has ended. ${whyNot}`)
      }
    })

    /** Records that the ledger executed a request. */
    const succeed = Effect.fn("RequestEnds.succeed")(function* (
      request: ApprovalRequest,
      transaction: CommittedTransaction,
      place: OnLedger
    ) {
      yield* requests.turn(request.communityId)
      const decidedAt = Date.parse(transaction.at)
      // Anyone may have submitted it, under another root than the stored one.
      const change = { problem: null, decidedAt, txId: transaction.intentHash }
      const isNew = yield* requests.move(request.id, "sent", "committed", change)
      if (!isNew && !(yield* requests.move(request.id, "mismatch", "committed", change))) return
      const { communityId, payload } = request
      const left = ruleLeft(payload)
      const kind = payload.kind === "payment" ? REQUEST_PAYMENT : REQUEST_RULE
      // Prepared transactions write their own record.
      if (!isTransactionRequest(payload)) yield* records.store({ communityId, kind, related: request.id, transaction })
      if (payload.kind === "rule") {
        const { intentHash: txId, stateVersion } = transaction
        yield* requests.storeRule({ communityId, needed: payload.needed, seats: payload.seats, txId, stateVersion })
        yield* notify(
          request,
          payload.seats.map(({ account }) => account),
          `The treasury opens for ${left} now.`
        )
        yield* voidOutdated(communityId, { ids: payload.seats.map(({ id }) => id), needed: payload.needed })
      } else if (payload.kind === "release") {
        const seats = yield* requests.seats(communityId)
        yield* requests.endRule(communityId)
        yield* voidOutdated(communityId, { ids: [], needed: 1 })
        yield* notify(
          request,
          seats.map(({ account }) => account),
          `The treasury opens for ${left} again.`
        )
      } else if (isTransactionRequest(payload)) {
        yield* notify(request, [request.account], `${requestName(request)} is done: ${payload.about.title}`)
      } else {
        yield* carryOut(payload, transaction, { ...place, communityId })
        const paid = (amount: string) => `${amount} ${payload.symbol} were paid: ${payload.reason}`
        for (const { amount, payee } of paidBy(payload)) yield* notify(request, [payee], paid(amount))
        if (paidBy(payload).every(({ payee }) => payee !== request.account)) {
          yield* notify(request, [request.account], paid(totalOf(payload)))
        }
      }
      yield* activity.record({
        communityId,
        actor: null,
        type:
          payload.kind === "payment"
            ? "keepersPaid"
            : isTransactionRequest(payload)
              ? "keepersActed"
              : "keepersChanged",
        target: signersHref(communityId, request.number),
        data: {
          ...activityData(request),
          ...(request.closedAs === null ? {} : { closed: closedWords[request.closedAs] })
        },
        visibility: "public"
      })
    }, atomically(sql))

    /** Ends a request whose end has passed on the ledger without it. */
    const fail = Effect.fn("RequestEnds.fail")(function* (request: ApprovalRequest, problem: string) {
      yield* requests.turn(request.communityId)
      const decidedAt = yield* Clock.currentTimeMillis
      if (!(yield* requests.move(request.id, "sent", "failed", { problem, decidedAt, finalAt: decidedAt }))) return
      yield* letGo(request, problem)
      yield* notifyAll(
        request,
        `${requestName(request)} did not happen before its end. Nothing moved; propose it again.`
      )
    }, atomically(sql))

    /** Keeps a request open after a failed try, since its signatures are good until its end. Notifies once. */
    const retryLater = Effect.fn("RequestEnds.retryLater")(function* (request: ApprovalRequest, problem: string) {
      yield* requests.turn(request.communityId)
      if (!(yield* requests.move(request.id, "sent", "sent", { problem })) || request.problem !== null) return
      yield* notifyAll(
        request,
        `${requestName(request)} is signed, and the ledger refused it. Nothing moved; it is tried again until its end.`
      )
    }, atomically(sql))

    /**
     * Ends a request that the ledger executed differently than proposed. Its idempotency key stays taken: signers look at
     * the transaction before they pay anything in its place.
     */
    const miss = Effect.fn("RequestEnds.miss")(function* (
      request: ApprovalRequest,
      transaction: CommittedTransaction,
      what: string
    ) {
      const { communityId, id, payload } = request
      yield* requests.turn(communityId)
      const problem = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`
      const change = { problem, decidedAt: Date.parse(transaction.at), txId: transaction.intentHash }
      if (!(yield* requests.move(id, "sent", "mismatch", change))) return
      yield* records.store({
        communityId,
        kind: isRuleRequest(payload) ? REQUEST_RULE : REQUEST_PAYMENT,
        related: id,
        transaction
      })
      yield* notifySigners(
        request,
        `${requestName(request)} was executed on the ledger, but not as proposed. Look at its transaction before you pay anything in its place.`
      )
    }, atomically(sql))

    return { succeed, fail, retryLater, miss, close, supersede, notify, notifyAll, notifySigners }
  })
}) {}
