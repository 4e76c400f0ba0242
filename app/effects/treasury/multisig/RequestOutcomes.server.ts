/** Reads the outcome of submitted requests from the ledger and records it once. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Either, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { hasPassed, known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { keyBadge, signedPartsIn } from "~/effects/chain/ledger/signedParts"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { isSameRule } from "~/effects/treasury/deployment/roles"
import { type OnLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { amountOf } from "~/ledger/index"
import { type ApprovalRequest, isClosed } from "./ApprovalRequest"
import { ApprovalRequestsRepo, type RequestChange } from "./ApprovalRequestsRepo.server"
import { isRuleRequest, isTransactionRequest, takenBy } from "./approvalMessages"
import { RequestEnds } from "./RequestEnds.server"
import { isAsked, RequestRoots } from "./RequestRoots.server"

/** After the end nothing can be committed; by then the ledger has surely caught up. */
const LATER_MS = 10 * 60_000
/** Longer than a root can be committed (Relayer). */
const ROOT_MS = 25 * 60_000

/**
 * Compares a payment with the ledger: its subintent in the transaction, and the amount that left the treasury. Returns
 * what differs.
 */
const mismatch = (
  request: ApprovalRequest,
  treasury: string,
  { fungibleChanges, subintents }: CommittedTransaction
) => {
  if (request.parts.some((hash) => !subintents.includes(hash))) return "the request is not in it"
  if (request.payload.kind !== "payment") return undefined
  const { resource } = request.payload
  const left = fungibleChanges
    .filter(({ entity, resource: of }) => entity === treasury && of === resource)
    .reduce((sum, { change }) => sum - amountOf(change), 0n)
  return left === takenBy(request.payload) ? undefined : "another amount left the treasury"
}

/**
 * Reads from the transaction's bytes which signers signed a request that any of them could sign. Returns all who were
 * asked where the bytes do not tell.
 */
const whoSigned = ({ request, signers }: ApprovalRequest, payload: string): ApprovalRequest["signers"] => {
  if (request?.needed === undefined) return signers
  const { parts } = Either.getOrElse(signedPartsIn(payload), () => ({ parts: [] }))
  const keys = parts.filter(({ hash }) => hash === request.hash).flatMap((part) => part.keys.map(keyBadge))
  const signed = signers.filter(({ id }) => keys.includes(id))
  return signed.length === 0 ? signers : signed
}

export class RequestOutcomes extends Effect.Service<RequestOutcomes>()("treasury/multisig/RequestOutcomes", {
  dependencies: [RequestEnds.Default, RequestRoots.Default, ApprovalRequestsRepo.Default, TreasuryHolders.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const { fail, miss, retryLater, succeed, supersede } = yield* RequestEnds
    const requests = yield* ApprovalRequestsRepo
    const { sendAgain } = yield* RequestRoots
    const holders = yield* TreasuryHolders
    const steps = yield* PreparedTransactions
    const checks = yield* TransactionChecks

    const statusOf = (txId: string) =>
      ledger.status(txId).pipe(
        Effect.map(({ error, status }) => ({ status, error: Option.getOrElse(error, () => "") })),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeed({ status: "Unknown" as const, error: "" }),
          LedgerRefused: (cause) => new GatewayDown({ cause })
        })
      )

    /** Whether the treasury has the rule that the request sets. */
    const isRuleThere = Effect.fnUntraced(function* ({ payload }: ApprovalRequest, place: OnLedger, at: number) {
      if (!isRuleRequest(payload)) return true
      if (payload.kind === "release") return (yield* holders.rule(place, at)) === "one"
      const rule = Option.getOrNull(yield* holders.signers(place, at))
      return rule !== null && isSameRule(rule, { ids: payload.seats.map(({ id }) => id), needed: payload.needed })
    })

    /** Confirms the prepared transaction of a request from the ledger. */
    const isStepDone = Effect.fnUntraced(function* ({ payload }: ApprovalRequest, transaction: CommittedTransaction) {
      if (!isTransactionRequest(payload)) return true
      return yield* checks.settleWithin(yield* Effect.orDie(steps.findOrFail(payload.step)), transaction)
    })

    /** Completes "…: {what}." */
    const whatIsOff = Effect.fnUntraced(function* ({ payload }: ApprovalRequest, isThere: boolean) {
      if (!isThere || !isTransactionRequest(payload)) return "the treasury has another rule"
      const { problem } = yield* Effect.orDie(steps.findOrFail(payload.step))
      return problem?.replace(/\.$/, "") ?? "it left another state behind"
    })

    const committed = Effect.fnUntraced(function* (asked: ApprovalRequest, txId: string, place: OnLedger) {
      const { transaction } = yield* Effect.mapError(
        ledger.committedDetails(txId),
        (cause) => new GatewayDown({ cause })
      )
      const request = { ...asked, signers: whoSigned(asked, transaction.payload) }
      if (request.signers !== asked.signers)
        yield* requests.move(request.id, request.state, request.state, { signers: request.signers })
      const wrong = mismatch(request, place.treasury, transaction)
      const isThere = yield* isRuleThere(request, place, transaction.stateVersion)
      if (wrong === undefined && isThere && (yield* isStepDone(request, transaction)))
        return yield* succeed(request, transaction, place)
      const what = wrong ?? (yield* whatIsOff(request, isThere))
      yield* Effect.logError("what signers signed is not what was proposed", request.id, what)
      yield* miss(request, transaction, what)
    })

    /** The transaction that executed a subintent; none while the ledger knows of none. */
    const transactionOf = (hash: string) =>
      ledger.subintentStatus(hash).pipe(
        Effect.map(({ finalizedBy }) => Option.map(finalizedBy, ({ intentHash }) => intentHash)),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeed(Option.none<string>()),
          LedgerRefused: (cause) => new GatewayDown({ cause })
        })
      )

    /** The transaction that executed any form of a request, no matter who submitted it. */
    const carriedOut = Effect.fnUntraced(function* ({ former, request, signers }: ApprovalRequest) {
      for (const form of request === null ? [] : [{ request, signers }, ...former]) {
        const txId = Option.getOrNull(yield* transactionOf(form.request.hash))
        if (txId !== null) return { ...form, txId, parts: [form.request.hash] }
      }
      return null
    })

    const isOver = (endsAt: number | null) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now > (endsAt ?? 0) + LATER_MS ? hasPassed(ledger, endsAt ?? 0) : Effect.succeed(false)
      )

    /**
     * Handles a root that did not execute the request. The signatures are good until their end, so it is sent again
     * until then.
     */
    const again = Effect.fnUntraced(function* (request: ApprovalRequest, status: string, error: string) {
      if (yield* isOver(request.endsAt))
        return yield* fail(request, request.problem ?? "The ledger never saw this transaction.")
      const now = yield* Clock.currentTimeMillis
      const isLost = status === "Unknown" && now - request.updatedAt < ROOT_MS
      // Each poll submits it again, and so tests again what was in its way.
      if (isLost || !isAsked(request)) return yield* known(ledger.submit(hexToBytes(request.txPayload ?? "")))
      // Without the relayer key, somebody else has to submit it.
      const refused = yield* Effect.catchTag(sendAgain(request), "NoRelayer", ({ message }) => Effect.succeed(message))
      if (refused !== null || status === "CommittedFailure") yield* retryLater(request, refused ?? error)
    })

    /**
     * Reads the outcome of a request once; also of one that differed from its proposal, since a gateway can answer
     * wrongly. Fails only if the ledger cannot be read.
     */
    const check = Effect.fn("RequestOutcomes.check")(function* (approval: ApprovalRequest, place: OnLedger) {
      const { request, state: before, txId } = approval
      if (txId === null) return
      if (before === "mismatch") return yield* committed(approval, txId, place)
      if (before !== "sent") return
      const state = yield* statusOf(txId)
      if (state.status === "CommittedSuccess") return yield* committed(approval, txId, place)
      const carried = yield* carriedOut(approval)
      if (carried !== null) {
        if (carried.request.hash !== request?.hash) yield* requests.move(approval.id, "sent", "sent", carried)
        return yield* committed({ ...approval, ...carried }, carried.txId, place)
      }
      const isRefused = state.status === "CommittedFailure" || state.status === "PermanentlyRejected"
      if (isRefused && request === null) return yield* fail(approval, `${state.status}: ${state.error}`)
      if (isRefused || state.status === "Unknown") yield* again(approval, state.status, state.error)
    })

    /**
     * Takes over a request that was executed elsewhere, and voids others with the same idempotency key. Runs under the
     * lock of its treasury.
     */
    const take = Effect.fnUntraced(function* (request: ApprovalRequest, carried: RequestChange) {
      yield* requests.turn(request.communityId)
      const rival = Option.getOrNull(yield* requests.alive(request.communityId, request.idempotencyKey))
      if (rival !== null && rival.id !== request.id && !(yield* supersede(rival, request))) return false
      if (isTransactionRequest(request.payload)) yield* checks.take(request.payload.step)
      const closedAs = isClosed(request.state) ? request.state : null
      return yield* requests.move(request.id, request.state, "sent", { ...carried, closedAs, problem: null })
    }, atomically(sql))

    /**
     * Looks up a request that this site did not send, or closed: somebody may have collected the signatures and
     * submitted it. Returns whether the ledger executed it; from then on it counts as sent.
     */
    const adopt = Effect.fn("RequestOutcomes.adopt")(function* (request: ApprovalRequest, place: OnLedger) {
      const carried = yield* carriedOut(request)
      if (carried === null) return false
      if (yield* take(request, carried))
        yield* check(yield* Effect.orDie(Effect.flatten(requests.find(request.id))), place)
      return true
    })

    return { check, adopt, isOver }
  })
}) {}
