/** The transaction of an act: the last keeper's part and the others' loans, joined by the site's key (docs/ledger.md, 1.9). */

import { SqlClient } from "@effect/sql"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { known as knownOr } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { keepersHref } from "~/effects/communities/communities/hrefs"
import { namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { Settler } from "~/effects/treasury/settler/Settler.server"
import { unsignedPart } from "~/effects/treasury/settler/unsignedPart"
import { type Manifest, type SignedPartial, subintentHash, writeHash } from "~/ledger/index"
import type { Act, Part, StepAct } from "./Act"
import { ActOutcomes } from "./ActOutcomes.server"
import { ActsRepo } from "./ActsRepo.server"
import { actName, isStepAct } from "./actWords"
import { ActWouldFail, KeepersRefused, PREPARED_ANEW, wrongActState } from "./errors"
import type { Kept } from "./Keeping.server"
import { goodLoans, type KnownPart } from "./loans"
import { rootManifest } from "./manifests"
import { PartsRepo } from "./PartsRepo.server"

/** A loan as it is stored, of a part that is known. */
type Loan = Pick<Part, "id" | "badgeId" | "account" | "sealed" | "subintentHash" | "expiresAt">
interface Signed {
  readonly epoch: number
  readonly hash: string
  readonly partial: SignedPartial
}

const lendersIn = (loans: ReadonlyArray<Loan>) =>
  loans.map(({ badgeId, subintentHash: hash }) => ({ subintent: hash ?? "", id: badgeId }))

export class ActRoots extends Effect.Service<ActRoots>()("effects/keepers/ActRoots", {
  dependencies: [ActsRepo.Default, PartsRepo.Default, ActOutcomes.Default, Settler.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const settler = yield* Settler
    const acts = yield* ActsRepo
    const parts = yield* PartsRepo
    const outcomes = yield* ActOutcomes
    const notifications = yield* Notifications
    const checks = yield* StepChecks

    /** Whether the ledger would do it, before the last keeper's wallet is asked. */
    const tryOut = Effect.fn("ActRoots.tryOut")(function* (
      { place }: Kept,
      manifest: Manifest,
      loans: ReadonlyArray<Loan>
    ) {
      const { epoch } = yield* orGatewayDown(ledger.currentState())
      const payer = yield* unsignedPart(manifest, epoch)
      const hash = writeHash("subtxid", subintentHash(payer.partial.root), NETWORK_ID)
      const bytes = yield* settler.dryRun({
        manifest: rootManifest(place.badge, hash, lendersIn(loans)),
        children: [payer, ...(yield* Effect.forEach(loans, parts.signedOf))],
        epoch,
        isSignatory: true
      })
      const tried = yield* Effect.mapError(
        ledger.previewV2(bytes, { assumeAllSignatures: true }),
        (cause) => new GatewayDown({ cause })
      )
      if (tried.status === "Succeeded") return
      return yield* new ActWouldFail({ reason: Option.getOrElse(tried.error, () => "it gives no reason") })
    })

    /** Its step is under way from here on; its transaction is the act's, which looks after it. */
    const mustTake = Effect.fnUntraced(function* ({ step }: StepAct) {
      if (!(yield* checks.take(step))) return yield* new KeepersRefused({ message: PREPARED_ANEW })
    })

    /** All have signed: stored, then submitted. `may` is asked in the transaction that stores it. */
    const send = Effect.fn("ActRoots.send")(function* <E>(
      act: Act,
      part: Part,
      kept: Kept,
      payer: Signed,
      may: Effect.Effect<unknown, E>
    ) {
      const { keeper, place, rule } = kept
      const now = yield* Clock.currentTimeMillis
      const known = yield* parts.recent(act.communityId, now)
      const good = goodLoans(known, act.id, rule, now).filter(({ badgeId }) => badgeId !== keeper.id)
      const loans = known.filter(({ id }) => good.slice(0, rule.needed - 1).some((each) => each.id === id))
      if (loans.length < rule.needed - 1) {
        return yield* new KeepersRefused({
          message: "The others' approvals have ended meanwhile. Nothing moved. They approve once more, then you do."
        })
      }
      const names = yield* namesOf([keeper.account, ...loans.map(({ account }) => account)])
      const { payload, txId } = yield* settler.complete({
        manifest: rootManifest(place.badge, payer.hash, lendersIn(loans)),
        children: [payer.partial, ...(yield* Effect.forEach(loans, parts.signedOf))],
        epoch: payer.epoch,
        isSignatory: true
      })
      const txPayload = bytesToHex(payload)
      yield* Effect.gen(function* () {
        yield* may
        yield* acts.turn(act.communityId)
        yield* acts.mustNotDisturb(act.communityId, act.payload)
        const isFirst = yield* acts.move(act.id, "waiting", "sent", {
          txId,
          txPayload,
          endsAt: Math.min(part.expiresAt, ...loans.map(({ expiresAt }) => expiresAt)),
          parts: [...loans.map(({ subintentHash: hash }) => hash ?? ""), payer.hash],
          signers: [...loans, { ...part, account: keeper.account }].map(({ account, badgeId }) => ({
            id: badgeId,
            account,
            name: names.get(account) ?? null
          }))
        })
        if (isFirst && isStepAct(act.payload)) yield* mustTake(act.payload)
        if (!isFirst) return yield* wrongActState(yield* acts.mustFind(act.communityId, act.id), "approving it")
        yield* parts.move(part.id, "asked", "signed", { subintentHash: payer.hash })
      }).pipe(atomically(sql))
      // Stored: from here on the minute job submits it again, should this server or the gateway go away.
      yield* knownOr(ledger.submit(hexToBytes(txPayload)))
      const sent = yield* acts.mustFind(act.communityId, act.id)
      yield* knownOr(outcomes.check(sent, place))
    })

    /** Once enough have lent, the others hear that one of them can pay. */
    const tellNext = Effect.fn("ActRoots.tellNext")(function* (
      act: Act,
      { keeper, rule }: Kept,
      known: ReadonlyArray<KnownPart>
    ) {
      const good = goodLoans(known, act.id, rule, yield* Clock.currentTimeMillis)
      if (good.length < rule.needed - 1) return
      const seats = yield* acts.seats(act.communityId)
      const lent = good.map(({ badgeId }) => badgeId)
      yield* notifications.tell({
        to: seats
          .filter(({ badgeId }) => badgeId !== keeper.id && !lent.includes(badgeId))
          .map(({ account }) => account),
        type: "keepers",
        communityId: act.communityId,
        target: `${keepersHref(act.communityId, act.number)}&last=${good[0]?.id ?? ""}`,
        text: `${actName(act)} needs one more approval within ten minutes: yours does it.`,
        importance: "important"
      })
    })

    return { tryOut, send, tellNext }
  })
}) {}
