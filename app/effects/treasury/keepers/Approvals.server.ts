/**
 * Approving: what a keeper's wallet is asked for, and what becomes of its answer. All but the last lend their badge; the
 * last one's signature is the act itself, and sends it.
 *
 * How many loans live is counted, and the next one written down, in one transaction that is alone on its treasury: a
 * loan counts from the moment a wallet is asked.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { SignedParts } from "~/effects/treasury/bonds/SignedParts.server"
import { Settler } from "~/effects/treasury/settler/Settler.server"
import { renderManifest } from "~/ledger/index"
import type { Act, Part } from "./Act"
import { ActRoots } from "./ActRoots.server"
import { ActsRepo } from "./ActsRepo.server"
import { outdated } from "./actView"
import { isStepAct, loosens } from "./actWords"
import { KeepersRefused, PREPARED_ANEW, wrongActState } from "./errors"
import { type Here, Keeping, type Kept } from "./Keeping.server"
import { LOAN_MS, nextFor } from "./loans"
import { partManifest } from "./manifests"
import { PartsRepo } from "./PartsRepo.server"
import { PaymentVotes } from "./PaymentVotes.server"
import { Proposing } from "./Proposing.server"
import { clockText, refusalOf } from "./refusals"

const refused = (message: string) => new KeepersRefused({ message })
export class Approvals extends Effect.Service<Approvals>()("effects/keepers/Approvals", {
  dependencies: [
    ActsRepo.Default,
    PartsRepo.Default,
    Keeping.Default,
    Proposing.Default,
    ActRoots.Default,
    PaymentVotes.Default,
    SignedParts.Default,
    Settler.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const acts = yield* ActsRepo
    const parts = yield* PartsRepo
    const keeping = yield* Keeping
    const proposing = yield* Proposing
    const roots = yield* ActRoots
    const signed = yield* SignedParts
    const settler = yield* Settler
    const steps = yield* LedgerSteps
    const votes = yield* PaymentVotes

    const mustWait = (act: Act, kept: Kept) =>
      Effect.gen(function* () {
        if (act.state !== "waiting") return yield* wrongActState(act, "approving it")
        const whyNot = outdated(act, kept.rule)
        if (whyNot !== null) return yield* refused(whyNot)
        yield* acts.mustNotDisturb(act.communityId, act.payload)
        if (!isStepAct(act.payload)) return
        const { state } = yield* Effect.orDie(steps.mustFind(act.payload.step))
        if (state !== "waiting") return yield* refused(PREPARED_ANEW)
      })

    /** Counts and writes down, alone. Answers the part that the wallet is asked for. */
    const reserve = Effect.fnUntraced(function* (actId: string, kept: Kept) {
      const { keeper, place, rule } = kept
      const now = yield* Clock.currentTimeMillis
      const id = yield* randomId()
      const found = yield* Effect.orDie(acts.find(actId).pipe(Effect.flatten))
      yield* acts.turn(found.communityId)
      const act = yield* acts.mustFind(found.communityId, actId)
      yield* mustWait(act, kept)
      const known = yield* parts.recent(act.communityId, now)
      const next = nextFor({ actId, badgeId: keeper.id, rule, parts: known, now, loosens: loosens(act.payload) })
      if (next.does !== "pay" && next.does !== "lend") return yield* refused(refusalOf(next))
      const again = next.does === "lend" ? known.find((part) => part.id === next.again?.id) : undefined
      if (again !== undefined && again.account === keeper.account) return { act, lenders: [], part: again }
      const lenders =
        next.does === "pay" ? known.filter((part) => next.lenders.some((each) => each.id === part.id)) : []
      // Whole seconds, as a wallet's header has them.
      const end = next.does === "pay" ? Math.min(...lenders.map((each) => each.expiresAt)) : now + LOAN_MS
      const part: Part = {
        id,
        actId,
        communityId: act.communityId,
        account: keeper.account,
        badgeId: keeper.id,
        kind: next.does === "pay" ? "payment" : "loan",
        state: "asked",
        sealed: null,
        subintentHash: null,
        expiresAt: Math.floor(end / 1000) * 1000,
        createdAt: now,
        updatedAt: now
      }
      yield* parts.insert(part)
      return { act, lenders, part, badge: place.badge }
    }, atomically(sql))

    /** What the wallet is to sign. A payment is tried on the ledger first. */
    const ask = Effect.fn("Approvals.ask")(function* (here: Here, actId: string) {
      const kept = yield* keeping.mustKeep(here, "approve")
      const badge = yield* settler.badge
      const found = yield* acts.mustFind(here.community.id, actId)
      yield* mustWait(found, kept)
      // Members may have joined, or the rules have changed, since it was proposed.
      if (found.payload.kind === "payment") yield* votes.must(here.community, found.payload, kept.place)
      const { act, lenders, part } = yield* reserve(actId, kept)
      const scene = { treasury: kept.place.treasury, keeper: kept.keeper, settler: badge }
      const manifest = partManifest(act, part.kind, scene)
      if (part.kind === "payment") {
        if (act.payload.kind === "payment") yield* proposing.mustCover(kept, act.payload)
        yield* roots.tryOut(kept, manifest, lenders)
      }
      return {
        partId: part.id,
        kind: part.kind,
        manifest: renderManifest(manifest),
        expiration: part.expiresAt / 1000
      }
    })

    const lend = Effect.fnUntraced(function* (act: Act, part: Part, kept: Kept, hash: string, signedHex: string) {
      const sealed = yield* parts.seal(signedHex, part.id)
      yield* Effect.gen(function* () {
        yield* acts.turn(act.communityId)
        const now = yield* acts.mustFind(act.communityId, act.id)
        yield* mustWait(now, kept)
        if (!(yield* parts.move(part.id, "asked", "signed", { sealed, subintentHash: hash }))) {
          return yield* refused("Your wallet's answer was told of already.")
        }
        yield* roots.tellNext(now, kept, yield* parts.recent(act.communityId, yield* Clock.currentTimeMillis))
      }).pipe(atomically(sql))
    })

    /** A keeper's signature arrives. The same one twice is answered the same. */
    const accept = Effect.fn("Approvals.accept")(function* (
      here: Here,
      actId: string,
      partId: string,
      signedHex: string
    ) {
      const { id: communityId } = here.community
      const act = yield* acts.mustFind(communityId, actId)
      const part = yield* parts.mustFind(communityId, actId, partId)
      if (part.account !== here.standing.account) return yield* new NotThere({})
      // Taken already: a page that was reloaded may not have heard the answer.
      if (part.state === "signed" || part.state === "used") return act
      if (part.state === "declined") return yield* refused("You declined this. Approve once more, should you want to.")
      const kept = yield* keeping.mustKeep(here, "approve")
      if (kept.keeper.id !== part.badgeId) return yield* refused("Your badge is another one since. Approve once more.")
      yield* mustWait(act, kept)
      if (part.expiresAt <= (yield* Clock.currentTimeMillis)) {
        return yield* refused(`This approval ended at ${clockText(part.expiresAt)}. Nothing moved. Approve once more.`)
      }
      const scene = { treasury: kept.place.treasury, keeper: kept.keeper, settler: yield* settler.badge }
      const { epoch, hash, partial } = yield* signed.read(signedHex, {
        account: kept.keeper.account,
        expiresAt: part.expiresAt,
        manifest: partManifest(act, part.kind, scene)
      })
      if (part.kind === "loan") yield* lend(act, part, kept, hash, signedHex)
      else {
        const { payload } = act
        const may = payload.kind === "payment" ? votes.maySend(here.community, payload, kept.place) : Effect.void
        yield* roots.send(act, part, kept, { epoch, hash, partial }, may)
      }
      return yield* acts.mustFind(communityId, actId)
    })

    /** The keeper's own wallet said no: its badge is not asked for any more. */
    const decline = Effect.fn("Approvals.decline")(function* (here: Here, actId: string, partId: string) {
      const part = yield* parts.mustFind(here.community.id, actId, partId)
      if (part.account !== here.standing.account) return yield* new NotThere({})
      yield* parts.move(part.id, "asked", "declined")
      return yield* acts.mustFind(here.community.id, actId)
    })

    return { ask, accept, decline }
  })
}) {}
