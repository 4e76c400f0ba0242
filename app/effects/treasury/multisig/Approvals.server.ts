/**
 * Signers' answers to a request: a signature of their wallet over its hash, or a refusal with a reason. The last
 * signature sends it.
 */
import { Clock, Effect, Either, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { keyBadge } from "~/effects/chain/ledger/signedParts"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import { PartRefused } from "~/effects/treasury/bonds/errors"
import { OWN_HEADER, readExactPart } from "~/effects/treasury/bonds/signedPart"
import { namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { isKeySeat, seatName } from "~/effects/treasury/deployment/seatIds"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { signerOfSignature, subintentHash } from "~/ledger/index"
import type { ApprovalRequest, SignerResponse } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { isTransactionRequest, namesText, requestName } from "./approvalMessages"
import { OLD_FORM, OWN_REQUEST, otherKeyWords, PREPARED_ANEW, SignersRefused, wrongRequestState } from "./errors"
import { makePaymentVotes } from "./PaymentVotes.server"
import { RequestEnds } from "./RequestEnds.server"
import { RequestOutcomes } from "./RequestOutcomes.server"
import { type Asked, isAsked, RequestRoots } from "./RequestRoots.server"
import { Requests } from "./Requests.server"
import { codeOf, headerOf, signatureRow, subintentOf } from "./request"
import { outdated } from "./requestView"
import { type Here, SignerAccess, type Signing } from "./SignerAccess.server"
import { SignerResponsesRepo } from "./SignerResponsesRepo.server"
import { completeIn, missingIn, missingWords } from "./signatures"

const refused = (message: string) => new SignersRefused({ message })

export class Approvals extends Effect.Service<Approvals>()("treasury/multisig/Approvals", {
  dependencies: [
    ApprovalRequestsRepo.Default,
    SignerResponsesRepo.Default,
    SignerAccess.Default,
    Requests.Default,
    RequestEnds.Default,
    RequestOutcomes.Default,
    RequestRoots.Default,
    PayoutApprovals.Default,
    ProposalsRepo.Default,
    Ownership.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const requestsRepo = yield* ApprovalRequestsRepo
    const responses = yield* SignerResponsesRepo
    const access = yield* SignerAccess
    const requests = yield* Requests
    const ends = yield* RequestEnds
    const outcomes = yield* RequestOutcomes
    const roots = yield* RequestRoots
    const steps = yield* PreparedTransactions
    const votes = yield* makePaymentVotes
    const { owns } = yield* Ownership

    const requireWait = Effect.fnUntraced(function* (request: ApprovalRequest, { rule }: Signing, action: string) {
      if (request.state !== "waiting") return yield* wrongRequestState(request, action)
      if (!isAsked(request)) return yield* refused(OLD_FORM)
      const whyNot = outdated(request, rule)
      if (whyNot !== null) return yield* refused(whyNot)
      if (isTransactionRequest(request.payload)) {
        const { state } = yield* Effect.orDie(steps.findOrFail(request.payload.step))
        if (state !== "waiting") return yield* refused(PREPARED_ANEW)
      }
      return request
    })

    /** Requires that the reader is asked to sign, with the badge in the same account. */
    const requireNamed = ({ signers }: ApprovalRequest, { signer }: Signing) => {
      const named = signers.find(({ id }) => id === signer.id)
      if (named === undefined) {
        return refused(
          `${namesText(signers)} are asked to sign this. Ask for your signature in place of one of theirs.`
        )
      }
      return named.account === signer.account
        ? Effect.void
        : refused("Your badge was in another account when this was proposed. Request the signatures again.")
    }

    /** Returns what the wallet has to sign. Previews it on the ledger first. */
    const ask = Effect.fn("Approvals.ask")(function* (here: Here, requestId: string) {
      const signing = yield* access.requireWithinRules(here, "approve")
      const request = yield* requireWait(
        yield* requestsRepo.findOrFail(here.community.id, requestId),
        signing,
        "approving it"
      )
      yield* requireNamed(request, signing)
      const given = yield* responses.of(requestId)
      if (given.some(({ answer, badgeId }) => badgeId === signing.signer.id && answer === "signed")) {
        return yield* refused(`You have signed this already.${missingWords(request, given)}`)
      }
      const { time } = yield* orGatewayDown(ledger.currentState())
      if (Date.parse(time.at) >= request.request.maxTimestamp * 1000)
        return yield* refused("This request has expired. Propose it again.")
      if (request.payload.kind === "payment") {
        // Members may have joined, or the rules changed, since it was proposed.
        yield* votes.must(here.community, request.payload, signing.place)
        yield* requests.requireCovered(here.community.id, signing, request.payload, request.number)
      }
      yield* roots.tryOut(request)
      return {
        partId: request.request.hash,
        manifest: request.request.manifest,
        message: request.request.message,
        header: headerOf(request.request),
        expiration: request.request.maxTimestamp,
        code: codeOf(request.request)
      }
    })

    /** Requires exactly this subintent with a signature by a key of the account, or by the key that counts. */
    const read = Effect.fnUntraced(function* (request: Asked, { signer }: Signing, signedHex: string) {
      const part = readExactPart(signedHex, subintentOf(request.request))
      if (Either.isLeft(part)) {
        return yield* part.left === OWN_HEADER ? refused(OWN_REQUEST) : new PartRefused({ what: part.left })
      }
      const { partial } = part.right
      const hash = subintentHash(partial.partial.root)
      for (const signature of partial.signatures) {
        const key = Option.getOrNull(signerOfSignature(signature, hash))
        if (key === null) continue
        const claim = { kind: "account", address: signer.account, curve: key.curve, publicKey: key.bytes } as const
        const isOwn = isKeySeat(signer.id) ? keyBadge(key) === signer.id : yield* owns(claim)
        if (isOwn) return signatureRow(signature, key)
      }
      if (isKeySeat(signer.id)) return yield* refused(otherKeyWords(seatName(signer.id)))
      return yield* new PartRefused({ what: "the key is not this account's" })
    })

    /** Stores an answer under the lock of its treasury; `change` writes it. */
    const answered = <E, R>(here: Here, request: Asked, signing: Signing, change: Effect.Effect<void, E, R>) =>
      Effect.gen(function* () {
        yield* requestsRepo.turn(here.community.id)
        const now = yield* requestsRepo.findOrFail(here.community.id, request.id)
        if (now.request?.hash !== request.request.hash)
          return yield* refused("Other signers have been asked since. Look at the request again.")
        yield* requireWait(now, signing, "answering it")
        yield* change
      }).pipe(atomically(sql))

    const responseOf = Effect.fnUntraced(function* (
      request: ApprovalRequest,
      { signer }: Signing,
      given: Partial<SignerResponse>
    ) {
      const name = (yield* namesOf([signer.account])).get(signer.account) ?? null
      const createdAt = yield* Clock.currentTimeMillis
      const none = { curve: null, publicKey: null, signature: null, reason: null }
      const base = { actId: request.id, badgeId: signer.id, account: signer.account, name, createdAt }
      return { ...none, ...base, answer: "signed" as const, ...given } satisfies SignerResponse
    })

    /** Sends a fully signed request. Fails with what prevents it; the minute job tries again. */
    const sendWhole = Effect.fn("Approvals.sendWhole")(function* (
      { community }: Pick<Here, "community">,
      request: Asked,
      { place, rule }: Pick<Signing, "place" | "rule">
    ) {
      if (Option.isNone(completeIn(request, yield* responses.of(request.id)))) return
      const whyNot = outdated(request, rule)
      if (whyNot !== null) return yield* refused(whyNot)
      const { payload } = request
      const may = payload.kind === "payment" ? votes.maySend(community, payload, place) : Effect.void
      yield* roots.send(request, may)
      yield* known(outcomes.check(yield* requestsRepo.findOrFail(community.id, request.id), place))
    })

    /** Takes a signer's signature. The same one twice gets the same result. */
    const accept = Effect.fn("Approvals.accept")(function* (
      here: Here,
      requestId: string,
      hash: string,
      signedHex: string
    ) {
      const { id: communityId } = here.community
      const found = yield* requestsRepo.findOrFail(communityId, requestId)
      if (found.request === null || !found.signers.some(({ account }) => account === here.communityRole.account)) {
        return yield* new NotThere({})
      }
      if (found.request.hash !== hash)
        return yield* refused("Other signers have been asked since. Look at the request again.")
      const before = (yield* responses.of(requestId)).find(({ account }) => account === here.communityRole.account)
      // Already taken: a reloaded page may have missed the response.
      if (before?.answer === "signed") return found
      const signing = yield* access.requireWithinRules(here, "approve")
      const request = yield* requireWait(found, signing, "approving it")
      yield* requireNamed(request, signing)
      const answer = yield* responseOf(request, signing, yield* read(request, signing, signedHex))
      yield* answered(
        here,
        request,
        signing,
        Effect.gen(function* () {
          yield* responses.put(answer)
          const { count, from } = missingIn(request, yield* responses.of(requestId))
          if (count !== 1) return
          const text = `${requestName(request)} needs one more signature: yours sends it. Code ${codeOf(request.request)}.`
          yield* ends.notify(
            request,
            from.map(({ account }) => account),
            text
          )
        })
      )
      yield* sendWhole(here, request, signing)
      return yield* requestsRepo.findOrFail(communityId, requestId)
    })

    /** Records a signer's refusal with its reason. Closes the request once too few signers are left. */
    const refuse = Effect.fn("Approvals.refuse")(function* (here: Here, requestId: string, reason: string) {
      const signing = yield* access.requireWithinRules(here, "refuse it")
      const request = yield* requireWait(
        yield* requestsRepo.findOrFail(here.community.id, requestId),
        signing,
        "refusing it"
      )
      const answer = yield* responseOf(request, signing, { answer: "refused", reason })
      yield* answered(
        here,
        request,
        signing,
        Effect.gen(function* () {
          if (Option.isSome(completeIn(request, yield* responses.of(requestId)))) {
            return yield* refused(
              "All have signed this already. It is being sent to the ledger, and nobody can stop it here."
            )
          }
          yield* responses.put(answer)
          const { ids, needed } = signing.rule
          const against = (yield* responses.of(requestId)).filter(
            (each) => each.answer === "refused" && ids.includes(each.badgeId)
          )
          if (against.length > ids.length - needed) {
            yield* ends.close(request, "refused", `${against.length} of ${ids.length} signers refused it.`)
            yield* ends.notifySigners(request, `${requestName(request)} was refused: ${reason}`, signing.signer.account)
          } else {
            const text = `${answer.name ?? "A signer"} refused ${requestName(request)}: ${reason}`
            yield* ends.notifySigners(request, text, signing.signer.account)
          }
        })
      )
      return yield* requestsRepo.findOrFail(here.community.id, requestId)
    })

    return { ask, accept, refuse, sendWhole }
  })
}) {}
