/** Processes requests each minute: sends, reads back, reminds and expires them. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { inParts, type Job } from "~/effects/base/jobs/Jobs.server"
import { Scans } from "~/effects/base/jobs/Scans.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { hasPassed } from "~/effects/chain/ledger/hasPassed.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { AnswersRepo } from "./AnswersRepo.server"
import { type ApprovalRequest, isClosed } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { Approvals } from "./Approvals.server"
import { isTransactionRequest, requestName } from "./approvalMessages"
import { OLD_FORM, PREPARED_ANEW } from "./errors"
import { Keeping } from "./Keeping.server"
import { RequestEnds } from "./RequestEnds.server"
import { RequestOutcomes } from "./RequestOutcomes.server"
import { isAsked } from "./RequestRoots.server"
import { codeOf } from "./request"
import { completeIn } from "./signatures"

const DAY_MS = 86_400_000
/** Signers whose signature is missing are reminded this long before the end. */
const BEFORE_END_MS = 2 * DAY_MS

export class RequestWorker extends Effect.Service<RequestWorker>()("treasury/multisig/RequestWorker", {
  accessors: true,
  dependencies: [
    ApprovalRequestsRepo.Default,
    AnswersRepo.Default,
    RequestEnds.Default,
    RequestOutcomes.Default,
    Approvals.Default,
    CommunitiesRepo.Default,
    Keeping.Default,
    Scans.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const acts = yield* ApprovalRequestsRepo
    const answers = yield* AnswersRepo
    const ends = yield* RequestEnds
    const outcomes = yield* RequestOutcomes
    const approvals = yield* Approvals
    const communities = yield* CommunitiesRepo
    const keeping = yield* Keeping
    const steps = yield* PreparedTransactions
    const { walk } = yield* Scans

    const communityOf = (act: ApprovalRequest) =>
      Effect.map(communities.findById(act.communityId, null), (found) =>
        Option.getOrNull(Option.map(found, ({ community }) => community))
      )

    const lookAtSent = Effect.fn("RequestWorker.lookAtSent")(function* (id: string) {
      const act = Option.getOrUndefined(yield* acts.find(id))
      const community = act?.state === "sent" ? yield* communityOf(act) : null
      const place = community === null ? Option.none() : onLedger(community)
      if (act !== undefined && Option.isSome(place)) yield* known(outcomes.check(act, place.value))
    })

    /** Expires a request whose end has passed on the ledger without all signatures. */
    const expire = Effect.fnUntraced(function* (act: ApprovalRequest) {
      yield* Effect.gen(function* () {
        yield* acts.turn(act.communityId)
        if (!(yield* ends.close(act, "expired", "Its end came before all had signed."))) return
        const to = [act.account, ...act.signers.map(({ account }) => account)]
        yield* ends.tell(act, to, `${requestName(act)} has expired. Nothing moved.`)
      }).pipe(atomically(sql))
    })

    const close = Effect.fnUntraced(function* (act: ApprovalRequest, why: string) {
      yield* acts.turn(act.communityId)
      if (yield* ends.close(act, "void", why)) yield* ends.tell(act, [act.account], `${requestName(act)}: ${why}`)
    }, atomically(sql))

    const remind = Effect.fnUntraced(function* (act: ApprovalRequest, missing: ReadonlyArray<string>) {
      const now = yield* Clock.currentTimeMillis
      if (act.request === null || act.remindedAt !== null || now < (act.endsAt ?? 0) - BEFORE_END_MS) return
      const code = codeOf(act.request)
      yield* Effect.gen(function* () {
        yield* acts.reminded(act.id, now)
        yield* ends.tell(
          act,
          missing,
          `${requestName(act)} expires in two days and waits for your signature. Code ${code}.`
        )
      }).pipe(atomically(sql))
    })

    const lookAtWaiting = Effect.fn("RequestWorker.lookAtWaiting")(function* (id: string) {
      const act = Option.getOrUndefined(yield* acts.find(id))
      if (act?.state !== "waiting") return
      if (!isAsked(act)) return yield* close(act, OLD_FORM)
      const community = yield* communityOf(act)
      const place = community === null ? null : Option.getOrNull(onLedger(community))
      if (community === null || place === null) return
      const given = yield* answers.of(id)
      const isComplete = Option.isSome(completeIn(act, given))
      const now = yield* Clock.currentTimeMillis
      const isOver = now > (act.endsAt ?? 0) && (yield* known(hasPassed(ledger, act.endsAt ?? 0))) === true
      const isDone = yield* known(outcomes.adopt(act, place))
      if (isDone === true || (isDone === null && (isComplete || isOver))) return
      if (isOver) return yield* expire(act)
      if (isTransactionRequest(act.payload)) {
        const step = yield* Effect.orDie(steps.findOrFail(act.payload.step))
        if (step.state !== "waiting") return yield* close(act, PREPARED_ANEW)
      }
      if (!isComplete) {
        const silent = act.signers.filter((seat) => !given.some(({ badgeId }) => badgeId === seat.id))
        return yield* remind(
          act,
          silent.map(({ account }) => account)
        )
      }
      const rule = yield* known(keeping.keepers(place))
      if (rule === null || Option.isNone(rule)) return
      // What prevented it may be over by now; otherwise it is shown again.
      yield* approvals.sendWhole({ community }, act, { place, rule: rule.value }).pipe(
        Effect.catchTag("GatewayDown", () => Effect.void),
        Effect.catchAll(({ message }) => acts.move(id, "waiting", "waiting", { problem: message }))
      )
    })

    /** Looks up a request that was closed here: with all signatures it is good on the ledger until its end. */
    const lookAtClosed = Effect.fn("RequestWorker.lookAtClosed")(function* (id: string) {
      const act = Option.getOrUndefined(yield* acts.find(id))
      if (act === undefined || !isClosed(act.state) || act.finalAt !== null) return
      const community = yield* communityOf(act)
      const place = community === null ? null : Option.getOrNull(onLedger(community))
      if (place === null) return
      // Read before the ledger's answer: what it has not executed after its end, it never will.
      const isOver = yield* known(outcomes.isOver(act.endsAt))
      const isDone = yield* known(outcomes.adopt(act, place))
      if (isDone === false && isOver === true) yield* acts.final(id, yield* Clock.currentTimeMillis)
    })

    const keyOf = (id: string) => id
    const minute = inParts({
      sent: walk({ job: "keepers.sent", after: acts.inState("sent"), keyOf, look: lookAtSent }),
      waiting: walk({ job: "keepers.reminders", after: acts.inState("waiting"), keyOf, look: lookAtWaiting }),
      closed: walk({ job: "keepers.closed", after: acts.notFinal, keyOf, look: lookAtClosed })
    }).pipe(Effect.withSpan("multisig.lifeCycle"))

    return { minute }
  })
}) {}

export const requestsJob = Effect.map(
  RequestWorker,
  ({ minute }): Job => ({ name: "keepers", every: "minute", run: minute })
)
