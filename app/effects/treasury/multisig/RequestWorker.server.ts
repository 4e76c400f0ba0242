/** Processes requests each minute: sends, reads back, reminds and expires them. */
import { Clock, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { inParts, type Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { hasPassed, known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { type ApprovalRequest, isClosed } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { Approvals } from "./Approvals.server"
import { isTransactionRequest, requestName } from "./approvalMessages"
import { OLD_FORM, PREPARED_ANEW } from "./errors"
import { RequestEnds } from "./RequestEnds.server"
import { RequestOutcomes } from "./RequestOutcomes.server"
import { isAsked } from "./RequestRoots.server"
import { codeOf } from "./request"
import { SignerAccess } from "./SignerAccess.server"
import { SignerResponsesRepo } from "./SignerResponsesRepo.server"
import { completeIn } from "./signatures"

const DAY_MS = 86_400_000
/** Signers whose signature is missing are reminded this long before the end. */
const BEFORE_END_MS = 2 * DAY_MS

export class RequestWorker extends Effect.Service<RequestWorker>()("treasury/multisig/RequestWorker", {
  accessors: true,
  dependencies: [
    ApprovalRequestsRepo.Default,
    SignerResponsesRepo.Default,
    RequestEnds.Default,
    RequestOutcomes.Default,
    Approvals.Default,
    CommunitiesRepo.Default,
    SignerAccess.Default,
    WorkQueue.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const requests = yield* ApprovalRequestsRepo
    const responses = yield* SignerResponsesRepo
    const ends = yield* RequestEnds
    const outcomes = yield* RequestOutcomes
    const approvals = yield* Approvals
    const communities = yield* CommunitiesRepo
    const access = yield* SignerAccess
    const steps = yield* PreparedTransactions
    const { scan } = yield* WorkQueue

    /** None if the community or its treasury is gone. */
    const communityOf = (request: ApprovalRequest) =>
      Effect.map(communities.findById(request.communityId, null), (found) =>
        Option.getOrNull(
          Option.flatMap(found, ({ community }) => Option.map(onLedger(community), (place) => ({ community, place })))
        )
      )

    const checkSent = Effect.fn("RequestWorker.checkSent")(function* (id: string) {
      const request = Option.getOrUndefined(yield* requests.find(id))
      if (request?.state !== "sent") return
      const of = yield* communityOf(request)
      if (of !== null) yield* known(outcomes.check(request, of.place))
    })

    /** Expires a request whose end has passed on the ledger without all signatures. */
    const expire = Effect.fnUntraced(function* (request: ApprovalRequest) {
      yield* Effect.gen(function* () {
        yield* requests.turn(request.communityId)
        if (!(yield* ends.close(request, "expired", "Its end came before all had signed."))) return
        yield* ends.notifyAll(request, `${requestName(request)} has expired. Nothing moved.`)
      }).pipe(atomically(sql))
    })

    const close = Effect.fnUntraced(function* (request: ApprovalRequest, why: string) {
      yield* requests.turn(request.communityId)
      if (yield* ends.close(request, "void", why))
        yield* ends.notify(request, [request.account], `${requestName(request)}: ${why}`)
    }, atomically(sql))

    const remind = Effect.fnUntraced(function* (request: ApprovalRequest, missing: ReadonlyArray<string>) {
      const now = yield* Clock.currentTimeMillis
      if (request.request === null || request.remindedAt !== null || now < (request.endsAt ?? 0) - BEFORE_END_MS) return
      const code = codeOf(request.request)
      yield* Effect.gen(function* () {
        yield* requests.reminded(request.id, now)
        yield* ends.notify(
          request,
          missing,
          `${requestName(request)} expires in two days and waits for your signature. Code ${code}.`
        )
      }).pipe(atomically(sql))
    })

    const checkWaiting = Effect.fn("RequestWorker.checkWaiting")(function* (id: string) {
      const request = Option.getOrUndefined(yield* requests.find(id))
      if (request?.state !== "waiting") return
      if (!isAsked(request)) return yield* close(request, OLD_FORM)
      const of = yield* communityOf(request)
      if (of === null) return
      const { community, place } = of
      const given = yield* responses.of(id)
      const isComplete = Option.isSome(completeIn(request, given))
      const now = yield* Clock.currentTimeMillis
      const isOver = now > (request.endsAt ?? 0) && (yield* known(hasPassed(ledger, request.endsAt ?? 0))) === true
      const isDone = yield* known(outcomes.adopt(request, place))
      if (isDone === true || (isDone === null && (isComplete || isOver))) return
      if (isOver) return yield* expire(request)
      if (isTransactionRequest(request.payload)) {
        const step = yield* Effect.orDie(steps.findOrFail(request.payload.step))
        if (step.state !== "waiting") return yield* close(request, PREPARED_ANEW)
      }
      if (!isComplete) {
        const silent = request.signers.filter((seat) => !given.some(({ badgeId }) => badgeId === seat.id))
        return yield* remind(
          request,
          silent.map(({ account }) => account)
        )
      }
      const rule = yield* known(access.signers(place))
      if (rule === null || Option.isNone(rule)) return
      // What prevented it may be over by now; otherwise it is shown again.
      yield* approvals.sendWhole({ community }, request, { place, rule: rule.value }).pipe(
        Effect.catchTag("GatewayDown", () => Effect.void),
        Effect.catchAll(({ message }) => requests.move(id, "waiting", "waiting", { problem: message }))
      )
    })

    /** Looks up a request that was closed here: with all signatures it is good on the ledger until its end. */
    const checkClosed = Effect.fn("RequestWorker.checkClosed")(function* (id: string) {
      const request = Option.getOrUndefined(yield* requests.find(id))
      if (request === undefined || !isClosed(request.state) || request.finalAt !== null) return
      const of = yield* communityOf(request)
      if (of === null) return
      // Read before the ledger's answer: what it has not executed after its end, it never will.
      const isOver = yield* known(outcomes.isOver(request.endsAt))
      const isDone = yield* known(outcomes.adopt(request, of.place))
      if (isDone === false && isOver === true) yield* requests.final(id, yield* Clock.currentTimeMillis)
    })

    const keyOf = (id: string) => id
    const minute = inParts({
      sent: scan({ job: "multisig.sent", after: requests.inState("sent"), keyOf, check: checkSent }),
      waiting: scan({ job: "multisig.reminders", after: requests.inState("waiting"), keyOf, check: checkWaiting }),
      closed: scan({ job: "multisig.closed", after: requests.notFinal, keyOf, check: checkClosed })
    }).pipe(Effect.withSpan("multisig.lifeCycle"))

    return { minute }
  })
}) {}

export const requestsJob = Effect.map(
  RequestWorker,
  ({ minute }): Job => ({ name: "multisig", every: "minute", run: minute })
)
