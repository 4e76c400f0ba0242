/** Proposes requests to signers: a payment, another rule, or the end of multisig. */
import { Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { badgesOf, namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { isSameRule } from "~/effects/treasury/deployment/roles"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf } from "~/ledger/index"
import type { Payment, RequestPayload, SignerSlot } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { requestName } from "./approvalMessages"
import { SignersRefused, wrongRequestState } from "./errors"
import { keyedSeats } from "./keySeats"
import { DECIDED, makePaymentVotes } from "./PaymentVotes.server"
import { payeeFields } from "./payees"
import { RequestEnds } from "./RequestEnds.server"
import { Requests } from "./Requests.server"
import { type Here, SignerAccess, type Signing } from "./SignerAccess.server"
import { SignerResponsesRepo } from "./SignerResponsesRepo.server"
import { completeIn } from "./signatures"
import { slotProblem } from "./slots"

interface WantedPayee {
  readonly amount: AmountText
  readonly payee: AccountAddress
}

export interface WantedPayment extends WantedPayee {
  readonly resource: ResourceAddress
  /** Payees after the first. */
  readonly further?: ReadonlyArray<WantedPayee>
  readonly reason: string
  /** Number of the proposal that decided it. */
  readonly vote: number | null
  /** Badges of the signers who are asked; if absent, of those who can sign. */
  readonly sign?: ReadonlyArray<string>
}

export interface WantedRule {
  readonly ids: ReadonlyArray<string>
  readonly needed: number
  /** Keys by badge, as typed: the rule counts these keys instead of the badges. */
  readonly keys?: ReadonlyMap<string, string> | undefined
  readonly reason: string
  readonly sign?: ReadonlyArray<string>
}

const wrong = (field: string, text: string) => new InvalidFields({ fields: { [field]: text } })

export class Proposing extends Effect.Service<Proposing>()("treasury/multisig/Proposing", {
  dependencies: [
    RequestEnds.Default,
    ApprovalRequestsRepo.Default,
    SignerResponsesRepo.Default,
    SignerAccess.Default,
    PayoutApprovals.Default,
    ProposalsRepo.Default,
    Requests.Default,
    Relayer.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const requestsRepo = yield* ApprovalRequestsRepo
    const ends = yield* RequestEnds
    const responses = yield* SignerResponsesRepo
    const access = yield* SignerAccess
    const proposals = yield* ProposalsRepo
    const relayer = yield* Relayer
    const requests = yield* Requests
    const votes = yield* makePaymentVotes

    const tokenOf = (resource: ResourceAddress) => {
      const unknown = () => wrong("resource", "The ledger does not know this token.")
      return ledger.resource(resource).pipe(
        Effect.catchTags({ UnknownOnLedger: unknown, LedgerRefused: unknown }),
        Effect.filterOrFail(({ isFungible }) => isFungible, unknown)
      )
    }

    const voteOf = Effect.fnUntraced(function* (communityId: CommunityId, number: number | null) {
      if (number === null) return null
      const unknown = () => wrong("vote", "No proposal of this community with this number has passed and still waits.")
      const { proposal } = yield* proposals.findOrFail(communityId, number, null).pipe(
        Effect.map((row) => ({ proposal: row })),
        Effect.catchTag("NotThere", unknown)
      )
      if (!DECIDED.includes(proposal.status)) return yield* unknown()
      return { id: proposal.id, number: proposal.number, title: proposal.title }
    })

    const payment = Effect.fn("Proposing.payment")(function* (here: Here, wanted: WantedPayment) {
      const signing = yield* access.requireWithinRules(here, "propose a payment")
      yield* relayer.must
      const { further = [], reason, resource } = wanted
      const payees = [wanted, ...further]
      const token = yield* tokenOf(resource)
      const symbol = token.symbol ?? token.name ?? "tokens"
      for (const [index, { amount, payee }] of payees.entries()) {
        const [ofAmount, ofPayee] = payeeFields(index + 1)
        if (payee === signing.place.treasury) return yield* wrong(ofPayee, "This is the treasury itself.")
        if (payees.findIndex((each) => each.payee === payee) < index) {
          return yield* wrong(ofPayee, "This account is in this payment already. Write one amount for it.")
        }
        if (amountOf(amount) <= 0n) return yield* wrong(ofAmount, "Must be more than zero.")
        if (amountOf(amount) % 10n ** BigInt(18 - token.divisibility) !== 0n) {
          return yield* wrong(ofAmount, `${symbol} has ${token.divisibility} decimals at most.`)
        }
      }
      const vote = yield* voteOf(here.community.id, wanted.vote)
      const names = yield* namesOf(payees.map(({ payee }) => payee))
      const [first, ...others] = payees.map(({ amount, payee }) => ({
        amount,
        payee,
        payeeName: names.get(payee) ?? null
      }))
      const paying = { resource, symbol, ...(first ?? { ...wanted, payeeName: null }), further: others }
      yield* requests.requireCovered(here.community.id, signing, paying)
      const noVote = yield* votes.must(here.community, { ...paying, vote }, signing.place)
      const payload: Payment = { kind: "payment", ...paying, reason, vote, noVote }
      return yield* requests.write(here, signing, {
        payload,
        key: vote === null ? null : `proposal:${vote.id}`,
        sign: wanted.sign
      })
    })

    /**
     * The current holders of these badges, in the same order, or their keys. Fails with the reason why they cannot be
     * signers.
     */
    const slotsOf = Effect.fn("Proposing.slotsOf")(function* (
      badge: Signing["place"]["badge"],
      { ids, keys, needed }: Pick<WantedRule, "ids" | "keys" | "needed">
    ) {
      const { held } = yield* badgesOf(badge)
      const problem = slotProblem({ ids, needed, held })
      if (problem !== null) return yield* new InvalidFields({ fields: problem })
      const holderOf = new Map([...held].flatMap(([account, own]) => own.map((id) => [id, account] as const)))
      const names = yield* namesOf([...new Set(holderOf.values())])
      const seats: ReadonlyArray<SignerSlot> = ids.map((id) => {
        const account = holderOf.get(id) ?? ""
        return { id, account: account as AccountAddress, name: names.get(account) ?? null } // as the gateway told it
      })
      if (keys === undefined) return seats
      const keyed = keyedSeats(seats, keys)
      return "seats" in keyed ? keyed.seats : yield* new InvalidFields(keyed)
    })

    const rule = Effect.fn("Proposing.rule")(function* (here: Here, { needed, reason, sign, ...wanted }: WantedRule) {
      const signing = yield* access.requireWithinRules(here, "propose other signers")
      yield* relayer.must
      const seats = yield* slotsOf(signing.place.badge, { ...wanted, needed })
      if (isSameRule(signing.rule, { ids: seats.map(({ id }) => id), needed })) {
        return yield* wrong("signers", "This is the current rule.")
      }
      const payload: RequestPayload = { kind: "rule", from: signing.rule, needed, seats, reason }
      return yield* requests.write(here, signing, { payload, key: null, sign })
    })

    /** Proposes to end multisig. Completing it voids all other waiting requests. */
    const release = Effect.fn("Proposing.release")(function* (
      here: Here,
      { reason, sign }: Pick<WantedRule, "reason" | "sign">
    ) {
      const signing = yield* access.requireWithinRules(here, "propose to end multisig")
      yield* relayer.must
      const payload: RequestPayload = { kind: "release", from: signing.rule, reason }
      return yield* requests.write(here, signing, { payload, key: null, sign })
    })

    /** Withdraws a request, by its proposer or any signer, while a signature is missing. */
    const withdraw = Effect.fn("Proposing.withdraw")(function* (here: Here, id: string) {
      const found = yield* requestsRepo.findOrFail(here.community.id, id)
      if (found.account !== here.communityRole.account) yield* access.requireWithinRules(here, "withdraw it")
      return yield* Effect.gen(function* () {
        yield* requestsRepo.turn(here.community.id)
        const request = yield* requestsRepo.findOrFail(here.community.id, id)
        if (
          request.request !== null &&
          request.state === "waiting" &&
          Option.isSome(completeIn(request, yield* responses.of(id)))
        ) {
          return yield* new SignersRefused({
            message: "All have signed this already. It is being sent to the ledger, and nobody can stop it here."
          })
        }
        if (!(yield* ends.close(request, "withdrawn", "It was withdrawn before all had signed."))) {
          return yield* wrongRequestState(request, "withdrawing it")
        }
        const to = request.signers
          .map(({ account }) => account)
          .filter((account) => account !== here.communityRole.account)
        yield* ends.notify(request, to, `${requestName(request)} was withdrawn.`)
        return request
      }).pipe(atomically(sql))
    })

    return { payment, rule, release, withdraw, slotsOf }
  })
}) {}
