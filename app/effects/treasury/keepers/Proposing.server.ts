/** What keepers are asked for: a payment, or another rule. Proposed by a keeper; nothing is signed yet. */

import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { canonical } from "~/effects/base/text/canonical"
import { randomId, sha256 } from "~/effects/base/text/random.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { keepersHref } from "~/effects/communities/communities/hrefs"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { badgesOf, namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { noVoteWords } from "~/effects/treasury/distributions/voteRule"
import { Settler } from "~/effects/treasury/settler/Settler.server"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"
import type { ActPayload, Payment, Seat } from "./Act"
import { ActEnds } from "./ActEnds.server"
import { ActsRepo } from "./ActsRepo.server"
import { outdated } from "./actView"
import { actName, standsAs } from "./actWords"
import { KeepersRefused, wrongActState } from "./errors"
import { type Here, Keeping, type Kept } from "./Keeping.server"
import { PartsRepo } from "./PartsRepo.server"
import { DECIDED, PaymentVotes } from "./PaymentVotes.server"
import { seatProblem } from "./seats"

export interface WantedPayment {
  readonly resource: ResourceAddress
  readonly amount: AmountText
  readonly payee: AccountAddress
  readonly reason: string
  /** Number of the proposal that decided it. */
  readonly vote: number | null
}

export interface WantedRule {
  readonly ids: ReadonlyArray<string>
  readonly needed: number
  readonly reason: string
}

const wrong = (field: string, text: string) => new InvalidFields({ fields: { [field]: text } })

const noVoteOf = (payload: ActPayload): string =>
  payload.kind === "payment" && payload.noVote !== null ? ` ${noVoteWords(payload.noVote)}` : ""

export class Proposing extends Effect.Service<Proposing>()("effects/keepers/Proposing", {
  dependencies: [
    ActEnds.Default,
    ActsRepo.Default,
    PartsRepo.Default,
    Keeping.Default,
    PaymentVotes.Default,
    ProposalsRepo.Default,
    Settler.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const acts = yield* ActsRepo
    const ends = yield* ActEnds
    const parts = yield* PartsRepo
    const keeping = yield* Keeping
    const proposals = yield* ProposalsRepo
    const settler = yield* Settler
    const votes = yield* PaymentVotes
    const activity = yield* Activity
    const notifications = yield* Notifications

    /** Who holds the badges that count, but for one account. */
    const others = ({ keeper, place, rule }: Kept) =>
      Effect.map(badgesOf(place.badge), ({ held }) =>
        [...held]
          .filter(([account, ids]) => account !== keeper.account && ids.some((id) => rule.ids.includes(id)))
          .map(([account]) => account)
      )

    const write = Effect.fnUntraced(function* (
      { community }: Here,
      kept: Kept,
      { key, payload }: { readonly payload: ActPayload; readonly key: string | null }
    ) {
      const { keeper } = kept
      const toTell = yield* others(kept)
      const id = yield* randomId()
      const now = yield* Clock.currentTimeMillis
      const onceKey = key ?? `keepers:${id}`
      return yield* Effect.gen(function* () {
        yield* acts.turn(community.id)
        yield* acts.mustNotDisturb(community.id, payload)
        const before = Option.getOrNull(yield* acts.alive(community.id, onceKey))
        if (before !== null) {
          return yield* new KeepersRefused({ message: `${actName(before)}${standsAs(before)}` })
        }
        const act = yield* acts.insert({
          id,
          communityId: community.id,
          kind: payload.kind,
          payload,
          digest: sha256(canonical({ id, ...payload })),
          onceKey,
          account: keeper.account,
          state: "waiting",
          signers: [],
          parts: [],
          txId: null,
          txPayload: null,
          endsAt: null,
          problem: null,
          remindedAt: null,
          decidedAt: null,
          createdAt: now,
          updatedAt: now
        })
        yield* notifications.tell({
          to: toTell,
          type: "keepers",
          communityId: community.id,
          target: keepersHref(community.id, act.number),
          text: `${actName(act)} of ${community.name} waits for its keepers, and so for you.${noVoteOf(payload)}`,
          importance: "important"
        })
        yield* activity.record({
          communityId: community.id,
          actor: keeper.account,
          type: "keepersAsked",
          target: keepersHref(community.id, act.number),
          data: { what: actName(act) },
          visibility: "members"
        })
        return act
      }).pipe(atomically(sql))
    })

    const tokenOf = (resource: ResourceAddress) => {
      const unknown = () => wrong("resource", "The ledger does not know this token.")
      return ledger.resource(resource).pipe(
        Effect.catchTags({ UnknownOnLedger: unknown, LedgerRefused: unknown }),
        Effect.filterOrFail(({ isFungible }) => isFungible, unknown)
      )
    }

    /** The treasury's balance covers it, as the ledger says now. */
    const mustCover = Effect.fn("Proposing.mustCover")(function* (
      { place }: Pick<Kept, "place">,
      { amount, resource, symbol }: Pick<Payment, "amount" | "resource" | "symbol">
    ) {
      const { byAccount } = yield* orGatewayDown(ledger.balancesOf(resource, [place.treasury]))
      const held = amountOf(byAccount.get(place.treasury) ?? NOTHING)
      if (amountOf(amount) > held) {
        return yield* wrong("amount", `The treasury holds ${formatAmount(held)} ${symbol}.`)
      }
    })

    const voteOf = Effect.fnUntraced(function* (communityId: string, number: number | null) {
      if (number === null) return null
      const unknown = () => wrong("vote", "No proposal of this community with this number has passed and still waits.")
      const { proposal } = yield* proposals.mustFind(communityId, number, null).pipe(
        Effect.map((row) => ({ proposal: row })),
        Effect.catchTag("NotThere", unknown)
      )
      if (!DECIDED.includes(proposal.status)) return yield* unknown()
      return { id: proposal.id, number: proposal.number, title: proposal.title }
    })

    const payment = Effect.fn("Proposing.payment")(function* (here: Here, wanted: WantedPayment) {
      const kept = yield* keeping.mustKeep(here, "propose a payment")
      yield* settler.must
      const { amount, payee, reason, resource } = wanted
      if (payee === kept.place.treasury) return yield* wrong("payee", "This is the treasury itself.")
      const token = yield* tokenOf(resource)
      const symbol = token.symbol ?? token.name ?? "tokens"
      if (amountOf(amount) <= 0n) return yield* wrong("amount", "More than nothing.")
      if (amountOf(amount) % 10n ** BigInt(18 - token.divisibility) !== 0n) {
        return yield* wrong("amount", `${symbol} has ${token.divisibility} decimals at most.`)
      }
      yield* mustCover(kept, { amount, resource, symbol })
      const vote = yield* voteOf(here.community.id, wanted.vote)
      const payeeName = (yield* namesOf([payee])).get(payee) ?? null
      const noVote = yield* votes.must(here.community, { amount, payee, resource, symbol, vote }, kept.place)
      const payload: Payment = { kind: "payment", resource, symbol, amount, payee, payeeName, reason, vote, noVote }
      return yield* write(here, kept, { payload, key: vote === null ? null : `proposal:${vote.id}` })
    })

    /** Who holds these badges now, in their order; why they cannot keep, where they cannot. */
    const seatsOf = Effect.fn("Proposing.seatsOf")(function* (
      badge: Kept["place"]["badge"],
      { ids, needed }: Pick<WantedRule, "ids" | "needed">
    ) {
      const { held } = yield* badgesOf(badge)
      const problem = seatProblem({ ids, needed, held })
      if (problem !== null) return yield* new InvalidFields({ fields: problem })
      const holderOf = new Map([...held].flatMap(([account, own]) => own.map((id) => [id, account] as const)))
      const names = yield* namesOf([...new Set(holderOf.values())])
      return ids.map((id) => {
        const account = holderOf.get(id) ?? ""
        return { id, account: account as AccountAddress, name: names.get(account) ?? null } // as the gateway told it
      }) satisfies ReadonlyArray<Seat>
    })

    const rule = Effect.fn("Proposing.rule")(function* (here: Here, { ids, needed, reason }: WantedRule) {
      const kept = yield* keeping.mustKeep(here, "propose other keepers")
      yield* settler.must
      const seats = yield* seatsOf(kept.place.badge, { ids, needed })
      const { ids: before, needed: neededBefore } = kept.rule
      const isSame = neededBefore === needed && before.length === ids.length && before.every((id) => ids.includes(id))
      if (isSame) return yield* wrong("keepers", "This is the rule as it is.")
      const payload: ActPayload = { kind: "rule", from: { ids: before, needed: neededBefore }, needed, seats, reason }
      return yield* write(here, kept, { payload, key: null })
    })

    /** Back to one badge. What waits besides is over once it is done. */
    const release = Effect.fn("Proposing.release")(function* (here: Here, reason: string) {
      const kept = yield* keeping.mustKeep(here, "propose to end keeping")
      yield* settler.must
      const payload: ActPayload = { kind: "release", from: kept.rule, reason }
      return yield* write(here, kept, { payload, key: null })
    })

    /** By who proposed it, as long as nothing went to the ledger; by any keeper where they are gone or it is outdated. */
    const withdraw = Effect.fn("Proposing.withdraw")(function* (here: Here, id: string) {
      const found = yield* acts.mustFind(here.community.id, id)
      if (found.account !== here.standing.account) {
        const kept = yield* keeping.mustKeep(here, "take it back")
        // A payment for a vote would otherwise stand in the way of the right one for ever.
        if (outdated(found, kept.rule) === null && (yield* keeping.keeps(kept, found.account))) {
          return yield* new KeepersRefused({ message: "Only who proposed it can take it back." })
        }
      }
      return yield* Effect.gen(function* () {
        yield* acts.turn(here.community.id)
        const decidedAt = yield* Clock.currentTimeMillis
        if (!(yield* acts.move(id, "waiting", "withdrawn", { decidedAt }))) {
          const { state } = yield* acts.mustFind(here.community.id, id)
          return yield* wrongActState({ ...found, state }, "taking it back")
        }
        yield* parts.letGo(id)
        yield* ends.letGo(found, "It was taken back before enough keepers had approved.")
        return found
      }).pipe(atomically(sql))
    })

    return { payment, rule, release, withdraw, write, mustCover, seatsOf }
  })
}) {}
