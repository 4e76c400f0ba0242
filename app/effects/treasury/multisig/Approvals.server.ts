/**
 * Signers' answers to a request: a signature of their wallet over its hash, or a refusal with a reason. The last
 * signature sends it.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Either, Option } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import { PartRefused } from "~/effects/treasury/bonds/errors"
import { OWN_HEADER, readExactPart } from "~/effects/treasury/bonds/signedPart"
import { namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { isKeySeat, seatName } from "~/effects/treasury/deployment/seatIds"
import { signerOfSignature, subintentHash } from "~/ledger/index"
import { AnswersRepo } from "./AnswersRepo.server"
import type { Answer, ApprovalRequest } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { isTransactionRequest, requestName } from "./approvalMessages"
import { OLD_FORM, OWN_REQUEST, otherKeyWords, PREPARED_ANEW, SignersRefused, wrongRequestState } from "./errors"
import { type Here, Keeping, type Kept } from "./Keeping.server"
import { keyBadge } from "./keySeats"
import { PaymentVotes } from "./PaymentVotes.server"
import { RequestEnds } from "./RequestEnds.server"
import { RequestOutcomes } from "./RequestOutcomes.server"
import { type Asked, isAsked, RequestRoots } from "./RequestRoots.server"
import { Requests } from "./Requests.server"
import { codeOf, headerOf, signatureRow, subintentOf } from "./request"
import { outdated } from "./requestView"
import { completeIn, missingIn, missingWords } from "./signatures"
import { namesText } from "./words"

const refused = (message: string) => new SignersRefused({ message })

export class Approvals extends Effect.Service<Approvals>()("treasury/multisig/Approvals", {
  dependencies: [
    ApprovalRequestsRepo.Default,
    AnswersRepo.Default,
    Keeping.Default,
    Requests.Default,
    RequestEnds.Default,
    RequestOutcomes.Default,
    RequestRoots.Default,
    PaymentVotes.Default,
    Ownership.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const acts = yield* ApprovalRequestsRepo
    const answers = yield* AnswersRepo
    const keeping = yield* Keeping
    const requests = yield* Requests
    const ends = yield* RequestEnds
    const outcomes = yield* RequestOutcomes
    const roots = yield* RequestRoots
    const steps = yield* PreparedTransactions
    const votes = yield* PaymentVotes
    const { owns } = yield* Ownership

    const requireWait = Effect.fnUntraced(function* (act: ApprovalRequest, { rule }: Kept, action: string) {
      if (act.state !== "waiting") return yield* wrongRequestState(act, action)
      if (!isAsked(act)) return yield* refused(OLD_FORM)
      const whyNot = outdated(act, rule)
      if (whyNot !== null) return yield* refused(whyNot)
      if (isTransactionRequest(act.payload)) {
        const { state } = yield* Effect.orDie(steps.findOrFail(act.payload.step))
        if (state !== "waiting") return yield* refused(PREPARED_ANEW)
      }
      return act
    })

    /** Requires that the reader is asked to sign, with the badge in the same account. */
    const requireNamed = ({ signers }: ApprovalRequest, { keeper }: Kept) => {
      const named = signers.find(({ id }) => id === keeper.id)
      if (named === undefined) {
        return refused(
          `${namesText(signers)} are asked to sign this. Ask for your signature in place of one of theirs.`
        )
      }
      return named.account === keeper.account
        ? Effect.void
        : refused("Your badge was in another account when this was proposed. Request the signatures again.")
    }

    /** Returns what the wallet has to sign. Previews it on the ledger first. */
    const ask = Effect.fn("Approvals.ask")(function* (here: Here, actId: string) {
      const kept = yield* keeping.requireWithinRules(here, "approve")
      const act = yield* requireWait(yield* acts.findOrFail(here.community.id, actId), kept, "approving it")
      yield* requireNamed(act, kept)
      const given = yield* answers.of(actId)
      if (given.some(({ answer, badgeId }) => badgeId === kept.keeper.id && answer === "signed")) {
        return yield* refused(`You have signed this already.${missingWords(act, given)}`)
      }
      const { time } = yield* orGatewayDown(ledger.currentState())
      if (Date.parse(time.at) >= act.request.maxTimestamp * 1000)
        return yield* refused("This request has expired. Propose it again.")
      if (act.payload.kind === "payment") {
        // Members may have joined, or the rules changed, since it was proposed.
        yield* votes.must(here.community, act.payload, kept.place)
        yield* requests.requireCovered(here.community.id, kept, act.payload, act.number)
      }
      yield* roots.tryOut(act)
      return {
        partId: act.request.hash,
        manifest: act.request.manifest,
        message: act.request.message,
        header: headerOf(act.request),
        expiration: act.request.maxTimestamp,
        code: codeOf(act.request)
      }
    })

    /** Requires exactly this subintent with a signature by a key of the account, or by the key that counts. */
    const read = Effect.fnUntraced(function* (act: Asked, { keeper }: Kept, signedHex: string) {
      const part = readExactPart(signedHex, subintentOf(act.request))
      if (Either.isLeft(part)) {
        return yield* part.left === OWN_HEADER ? refused(OWN_REQUEST) : new PartRefused({ what: part.left })
      }
      const { partial } = part.right
      const hash = subintentHash(partial.partial.root)
      for (const signature of partial.signatures) {
        const key = Option.getOrNull(signerOfSignature(signature, hash))
        if (key === null) continue
        const claim = { kind: "account", address: keeper.account, curve: key.curve, publicKey: key.bytes } as const
        const isOwn = isKeySeat(keeper.id) ? keyBadge(key) === keeper.id : yield* owns(claim)
        if (isOwn) return signatureRow(signature, key)
      }
      if (isKeySeat(keeper.id)) return yield* refused(otherKeyWords(seatName(keeper.id)))
      return yield* new PartRefused({ what: "the key is not this account's" })
    })

    /** Stores an answer under the lock of its treasury; `change` writes it. */
    const answered = <E, R>(here: Here, act: Asked, kept: Kept, change: Effect.Effect<void, E, R>) =>
      Effect.gen(function* () {
        yield* acts.turn(here.community.id)
        const now = yield* acts.findOrFail(here.community.id, act.id)
        if (now.request?.hash !== act.request.hash)
          return yield* refused("Other signers have been asked since. Look at the request again.")
        yield* requireWait(now, kept, "answering it")
        yield* change
      }).pipe(atomically(sql))

    const answerOf = Effect.fnUntraced(function* (act: ApprovalRequest, { keeper }: Kept, given: Partial<Answer>) {
      const name = (yield* namesOf([keeper.account])).get(keeper.account) ?? null
      const createdAt = yield* Clock.currentTimeMillis
      const none = { curve: null, publicKey: null, signature: null, reason: null }
      const base = { actId: act.id, badgeId: keeper.id, account: keeper.account, name, createdAt }
      return { ...none, ...base, answer: "signed" as const, ...given } satisfies Answer
    })

    /** Sends a fully signed request. Fails with what prevents it; the minute job tries again. */
    const sendWhole = Effect.fn("Approvals.sendWhole")(function* (
      { community }: Pick<Here, "community">,
      act: Asked,
      { place, rule }: Pick<Kept, "place" | "rule">
    ) {
      if (Option.isNone(completeIn(act, yield* answers.of(act.id)))) return
      const whyNot = outdated(act, rule)
      if (whyNot !== null) return yield* refused(whyNot)
      const { payload } = act
      const may = payload.kind === "payment" ? votes.maySend(community, payload, place) : Effect.void
      yield* roots.send(act, may)
      yield* known(outcomes.check(yield* acts.findOrFail(community.id, act.id), place))
    })

    /** Takes a signer's signature. The same one twice gets the same result. */
    const accept = Effect.fn("Approvals.accept")(function* (
      here: Here,
      actId: string,
      hash: string,
      signedHex: string
    ) {
      const { id: communityId } = here.community
      const found = yield* acts.findOrFail(communityId, actId)
      if (found.request === null || !found.signers.some(({ account }) => account === here.standing.account)) {
        return yield* new NotThere({})
      }
      if (found.request.hash !== hash)
        return yield* refused("Other signers have been asked since. Look at the request again.")
      const before = (yield* answers.of(actId)).find(({ account }) => account === here.standing.account)
      // Already taken: a reloaded page may have missed the response.
      if (before?.answer === "signed") return found
      const kept = yield* keeping.requireWithinRules(here, "approve")
      const act = yield* requireWait(found, kept, "approving it")
      yield* requireNamed(act, kept)
      const answer = yield* answerOf(act, kept, yield* read(act, kept, signedHex))
      yield* answered(
        here,
        act,
        kept,
        Effect.gen(function* () {
          yield* answers.put(answer)
          const { count, from } = missingIn(act, yield* answers.of(actId))
          if (count !== 1) return
          const text = `${requestName(act)} needs one more signature: yours sends it. Code ${codeOf(act.request)}.`
          yield* ends.tell(
            act,
            from.map(({ account }) => account),
            text
          )
        })
      )
      yield* sendWhole(here, act, kept)
      return yield* acts.findOrFail(communityId, actId)
    })

    /** Records a signer's refusal with its reason. Closes the request once too few signers are left. */
    const refuse = Effect.fn("Approvals.refuse")(function* (here: Here, actId: string, reason: string) {
      const kept = yield* keeping.requireWithinRules(here, "refuse it")
      const act = yield* requireWait(yield* acts.findOrFail(here.community.id, actId), kept, "refusing it")
      const answer = yield* answerOf(act, kept, { answer: "refused", reason })
      yield* answered(
        here,
        act,
        kept,
        Effect.gen(function* () {
          if (Option.isSome(completeIn(act, yield* answers.of(actId)))) {
            return yield* refused(
              "All have signed this already. It is being sent to the ledger, and nobody can stop it here."
            )
          }
          yield* answers.put(answer)
          const { ids, needed } = kept.rule
          const against = (yield* answers.of(actId)).filter(
            (each) => each.answer === "refused" && ids.includes(each.badgeId)
          )
          const to = [act.account, ...(yield* acts.seats(act.communityId)).map(({ account }) => account)]
          const others = [...new Set(to)].filter((account) => account !== kept.keeper.account)
          if (against.length > ids.length - needed) {
            yield* ends.close(act, "refused", `${against.length} of ${ids.length} signers refused it.`)
            yield* ends.tell(act, others, `${requestName(act)} was refused: ${reason}`)
          } else yield* ends.tell(act, others, `${answer.name ?? "A signer"} refused ${requestName(act)}: ${reason}`)
        })
      )
      return yield* acts.findOrFail(here.community.id, actId)
    })

    return { ask, accept, refuse, sendWhole }
  })
}) {}
