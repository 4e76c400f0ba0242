/** Writes requests to signers as one subintent each, reserves their money, and replaces the signers who are asked. */

import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { canonical } from "~/effects/base/text/canonical"
import { randomId, randomToken, sha256 } from "~/effects/base/text/random.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { namesOf, seatsHeld } from "~/effects/treasury/deployment/badgeFacts.server"
import type { SignerRule } from "~/effects/treasury/deployment/roles"
import { countsKeys } from "~/effects/treasury/deployment/seatIds"
import { noVoteWords } from "~/effects/treasury/payouts/voteRule"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"
import type { ApprovalRequest, Payment, RequestPayload, SignerSlot } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import {
  namesText,
  promisedIn,
  requestName,
  shortPayWords,
  standsAs,
  takenBy,
  titleOf,
  wholeTitleOf
} from "./approvalMessages"
import { OLD_FORM, SignersRefused, wrongRequestState } from "./errors"
import { RequestEnds } from "./RequestEnds.server"
import { codeOf, newRequest, requestManifest } from "./request"
import { type Here, SignerAccess, type Signing } from "./SignerAccess.server"
import { SignerResponsesRepo } from "./SignerResponsesRepo.server"
import { completeIn } from "./signatures"
import { signingSlots, slotsIn } from "./slots"

const wrong = (field: string, text: string) => new InvalidFields({ fields: { [field]: text } })

/** Under a rule over keys. */
const anySigns = ({ ids, needed }: SignerRule): string =>
  `Any ${needed} of the ${ids.length} signers can sign this, so nobody is named.`

/** In e-mails; a payment to many would be cut in the middle of its payees. */
const MOST_TITLE = 100

const noVoteOf = (payload: RequestPayload): string =>
  payload.kind === "payment" && payload.noVote !== null ? ` ${noVoteWords(payload.noVote)}` : ""

export class Requests extends Effect.Service<Requests>()("treasury/multisig/Requests", {
  dependencies: [RequestEnds.Default, ApprovalRequestsRepo.Default, SignerResponsesRepo.Default, SignerAccess.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const requests = yield* ApprovalRequestsRepo
    const responses = yield* SignerResponsesRepo
    const ends = yield* RequestEnds
    const access = yield* SignerAccess
    const activity = yield* Activity
    const notifications = yield* Notifications

    /** The signers' accounts without one. */
    const others = (communityId: CommunityId, { signer, place, rule }: Signing) =>
      Effect.map(seatsHeld(communityId, place.badge, rule), ({ held }) =>
        [...held]
          .filter(([account, ids]) => account !== signer.account && ids.some((id) => rule.ids.includes(id)))
          .map(([account]) => account)
      )

    /** Requires that the treasury's current balance covers it, after what is promised to earlier requests. */
    const requireCovered = Effect.fn("Requests.requireCovered")(function* (
      communityId: CommunityId,
      { place }: Pick<Signing, "place">,
      { resource, symbol, ...payment }: Pick<Payment, "amount" | "further" | "resource" | "symbol">,
      before = Number.MAX_SAFE_INTEGER
    ) {
      const { byAccount } = yield* orGatewayDown(ledger.balancesOf(resource, [place.treasury]))
      const held = amountOf(byAccount.get(place.treasury) ?? NOTHING)
      const earlier = (yield* requests.open(communityId)).filter(
        (each) => each.number < before && promisedIn(each.payload, resource) > 0n
      )
      const promised = earlier.reduce((sum, each) => sum + promisedIn(each.payload, resource), 0n)
      if (takenBy(payment) + promised <= held) return
      const to = earlier.map(requestName).join(", ")
      const holds = `The treasury holds ${formatAmount(held)} ${symbol}`
      return yield* wrong(
        "amount",
        promised === 0n ? `${holds}.` : `${holds}, and ${formatAmount(promised)} ${symbol} are promised to ${to}.`
      )
    })

    /**
     * The signers who are asked: the named ones, or the proposer and others whose badges can sign. Under a rule over
     * keys all of them, since any of them can sign the same text.
     */
    const askedOf = Effect.fnUntraced(function* (
      communityId: CommunityId,
      { signer, place, rule }: Signing,
      sign: ReadonlyArray<string>
    ) {
      const { held } = yield* seatsHeld(communityId, place.badge, rule)
      const names = yield* namesOf([...held.keys()])
      if (countsKeys(rule) && sign.length > 0) return yield* wrong("sign", anySigns(rule))
      const chosen = countsKeys(rule)
        ? { seats: slotsIn(rule.ids, held, names) }
        : signingSlots({ rule, held, names, first: signer.id, sign })
      if ("problem" in chosen) return yield* wrong("sign", chosen.problem)
      return chosen.seats.map(({ account, id, name }) => ({
        id,
        account: account as AccountAddress, // as the gateway told it
        name
      })) satisfies ReadonlyArray<SignerSlot>
    })

    /** Values for the header, read before any transaction begins. */
    const momentNow = Effect.gen(function* () {
      const { epoch, time } = yield* orGatewayDown(ledger.currentState())
      return { epoch, at: Date.parse(time.at), random: yield* randomToken }
    })

    /** The subintent of a request, with a header of that moment. */
    const requestOf = (
      approval: Pick<ApprovalRequest, "digest" | "kind" | "number" | "idempotencyKey" | "payload">,
      seats: ReadonlyArray<SignerSlot>,
      { name, place, rule }: Pick<Signing, "place" | "rule"> & { readonly name: string },
      { random, ...moment }: Effect.Effect.Success<typeof momentNow>
    ) => {
      const message = `${requestName(approval)} of ${name}: ${wholeTitleOf(approval)}. ${approval.payload.reason}`
      const made = newRequest(requestManifest(approval, seats, place), message, moment, random)
      const request = countsKeys(rule) ? { ...made, needed: rule.needed } : made
      return { request, signers: seats, endsAt: request.maxTimestamp * 1000 }
    }

    const write = Effect.fnUntraced(function* (
      { community }: Here,
      signing: Signing,
      {
        key,
        payload,
        sign = []
      }: {
        readonly payload: RequestPayload
        readonly key: string | null
        readonly sign?: ReadonlyArray<string> | undefined
      }
    ) {
      const { signer, place, rule } = signing
      const toNotify = yield* others(community.id, signing)
      const seats = yield* askedOf(community.id, signing, sign)
      const moment = yield* momentNow
      const id = yield* randomId()
      const now = yield* Clock.currentTimeMillis
      const idempotencyKey = key ?? `request:${id}`
      return yield* Effect.gen(function* () {
        yield* requests.turn(community.id)
        const before = Option.getOrNull(yield* requests.alive(community.id, idempotencyKey))
        if (before !== null) {
          return yield* new SignersRefused({ message: `${requestName(before)}${standsAs(before)}` })
        }
        const number = yield* requests.nextNumber(community.id)
        const wanted = {
          number,
          kind: payload.kind,
          payload,
          digest: sha256(canonical({ id, ...payload })),
          idempotencyKey
        }
        const asked = requestOf(wanted, seats, { name: community.name, place, rule }, moment)
        const request = yield* requests.insert({
          ...wanted,
          ...asked,
          id,
          communityId: community.id,
          account: signer.account,
          state: "waiting",
          parts: [],
          former: [],
          txId: null,
          txPayload: null,
          problem: null,
          remindedAt: null,
          decidedAt: null,
          finalAt: null,
          closedAs: null,
          createdAt: now,
          updatedAt: now
        })
        const code = `Code ${codeOf(asked.request)}.`
        const isNamed = (account: string) => seats.some((seat) => seat.account === account)
        const title = titleOf(request)
        const notified = payload.kind === "payment" && title.length > MOST_TITLE ? shortPayWords(payload) : title
        const asks = (to: ReadonlyArray<string>, text: string) =>
          notifications.notify({
            to,
            type: "signers",
            communityId: community.id,
            target: signersHref(community.id, request.number),
            text: `${requestName(request)} of ${community.name} ${text} ${code}${noVoteOf(payload)} ${notified}.`,
            importance: "important"
          })
        const whose = countsKeys(rule) ? `any ${rule.needed} of its ${seats.length} signers.` : "your signature."
        yield* asks(toNotify.filter(isNamed), `waits for ${whose}`)
        yield* asks(
          toNotify.filter((account) => !isNamed(account)),
          `waits for ${namesText(seats)}.`
        )
        yield* activity.record({
          communityId: community.id,
          actor: signer.account,
          type: "keepersAsked",
          target: signersHref(community.id, request.number),
          data: { what: requestName(request) },
          visibility: "members"
        })
        return request
      }).pipe(atomically(sql))
    })

    /**
     * Asks other signers in place of some. This makes another subintent with the same idempotency key and voids the
     * former.
     */
    const askOthers = Effect.fn("Requests.askOthers")(function* (here: Here, id: string, sign: ReadonlyArray<string>) {
      const signing = yield* access.requireWithinRules(here, "ask others to sign")
      const { community } = here
      if (countsKeys(signing.rule)) return yield* new SignersRefused({ message: anySigns(signing.rule) })
      const seats = yield* askedOf(community.id, signing, sign)
      const moment = yield* momentNow
      return yield* Effect.gen(function* () {
        yield* requests.turn(community.id)
        const request = yield* requests.findOrFail(community.id, id)
        if (request.state !== "waiting") return yield* wrongRequestState(request, "asking others to sign it")
        if (request.request === null) return yield* new SignersRefused({ message: OLD_FORM })
        if (Option.isSome(completeIn(request, yield* responses.of(id)))) {
          return yield* new SignersRefused({ message: "All have signed this already." })
        }
        if (
          seats.every((seat) => request.signers.some((each) => each.id === seat.id && each.account === seat.account))
        ) {
          return yield* wrong("sign", "They are already asked.")
        }
        const asked = requestOf(request, seats, { ...signing, name: community.name }, moment)
        yield* responses.forgetSignatures(id)
        const former = [...request.former, { request: request.request, signers: request.signers }]
        yield* requests.move(id, "waiting", "waiting", { ...asked, former, remindedAt: null, problem: null })
        yield* ends.notifySigners(
          request,
          `${requestName(request)} is for ${namesText(seats)} to sign now. Earlier signatures are void. Code ${codeOf(asked.request)}.`,
          signing.signer.account
        )
        return request
      }).pipe(atomically(sql))
    })

    return { write, askOthers, requireCovered }
  })
}) {}
