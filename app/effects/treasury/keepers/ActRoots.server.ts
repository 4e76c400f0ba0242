/** The transaction of a request: its subintent with all signatures, under a root that the relayer pays (docs/ledger.md, 1.9). */
import { SqlClient } from "@effect/sql"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"
import { Settler } from "~/effects/treasury/settler/Settler.server"
import { renderManifest, Tree } from "~/ledger/index"
import type { Act, Answer, Request } from "./Act"
import { ActsRepo } from "./ActsRepo.server"
import { AnswersRepo } from "./AnswersRepo.server"
import { isStepAct } from "./actWords"
import { ActWouldFail, KeepersRefused, PREPARED_ANEW, wrongActState } from "./errors"
import { rootManifest, writtenBefore } from "./manifests"
import { signedRequest } from "./request"
import { completeIn } from "./signatures"

export type Asked = Act & { readonly request: Request }
export const isAsked = (act: Act): act is Asked => act.request !== null

export class ActRoots extends Effect.Service<ActRoots>()("effects/keepers/ActRoots", {
  dependencies: [ActsRepo.Default, AnswersRepo.Default, Settler.Default, Ownership.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const settler = yield* Settler
    const acts = yield* ActsRepo
    const answers = yield* AnswersRepo
    const checks = yield* StepChecks
    const { owns } = yield* Ownership

    const rootOf = (request: Request, given: ReadonlyArray<Answer>) =>
      Effect.map(orGatewayDown(ledger.currentState()), ({ epoch }) => ({
        manifest: rootManifest(request.hash),
        children: [signedRequest(request, given)],
        epoch,
        isSignatory: false
      }))

    /** Whether the ledger would carry it out, once all have signed. */
    const tryOut = Effect.fn("ActRoots.tryOut")(function* ({ request }: Asked) {
      const bytes = yield* settler.dryRun(yield* rootOf(request, []))
      const tried = yield* Effect.mapError(
        ledger.previewV2(bytes, { assumeAllSignatures: true }),
        (cause) => new GatewayDown({ cause })
      )
      if (tried.status === "Succeeded") return
      return yield* new ActWouldFail({ reason: Option.getOrElse(tried.error, () => "it gives no reason") })
    })

    /** What each account would have more or less; null where the ledger does not say. */
    const effectsOf = Effect.fn("ActRoots.effectsOf")(function* ({ request }: Asked) {
      // As one manifest, since previews of a request under its root do not tell.
      const { instructions } = writtenBefore(request.manifest)
      const alone = Tree.manifest(...instructions.filter(({ name }) => name !== "YIELD_TO_PARENT"))
      const tried = yield* ledger.previewManifest(renderManifest(alone), [], { assumeAllSignatures: true })
      return tried.status === "Succeeded" ? tried.changes : null
    })

    const transactionOf = Effect.fnUntraced(function* ({ request }: Asked, given: ReadonlyArray<Answer>) {
      const { payload, txId } = yield* settler.complete(yield* rootOf(request, given))
      return { txId, txPayload: bytesToHex(payload) }
    })

    /** A key may have been replaced since it signed: the ledger would not take it. */
    const mustOwn = Effect.fnUntraced(function* (act: Act, given: ReadonlyArray<Answer>) {
      for (const { account, badgeId, curve, name, publicKey } of given) {
        // The rule names the key itself, which no account replaces.
        if (isKeySeat(badgeId)) continue
        const claim = { kind: "account", address: account, curve: curve ?? "curve25519" } as const
        if (yield* owns({ ...claim, publicKey: hexToBytes(publicKey ?? "") })) continue
        yield* answers.drop(act.id, badgeId)
        return yield* new KeepersRefused({
          message: `The account of ${name ?? badgeId} has another key since they signed. Nothing moved. They approve once more.`
        })
      }
    })

    /** All have signed: stored, then submitted. `may` is asked in the transaction that stores it. */
    const send = Effect.fn("ActRoots.send")(function* <E>(act: Asked, may: Effect.Effect<unknown, E>) {
      const complete = completeIn(act, yield* answers.of(act.id))
      if (Option.isNone(complete)) return
      yield* mustOwn(act, complete.value)
      const made = yield* transactionOf(act, complete.value)
      yield* Effect.gen(function* () {
        yield* may
        yield* acts.turn(act.communityId)
        const change = { ...made, parts: [act.request.hash], problem: null }
        if (!(yield* acts.move(act.id, "waiting", "sent", change))) {
          return yield* wrongActState(yield* acts.mustFind(act.communityId, act.id), "approving it")
        }
        // Its step is under way from here on; its transaction is the request's, which looks after it.
        if (isStepAct(act.payload) && !(yield* checks.take(act.payload.step))) {
          return yield* new KeepersRefused({ message: PREPARED_ANEW })
        }
      }).pipe(atomically(sql))
      // Stored: from here on the minute job submits it again, should this server or the gateway go away.
      yield* known(ledger.submit(hexToBytes(made.txPayload)))
    })

    /**
     * Once more, under a new root: the former one failed, or its time is over. The ledger takes a subintent once, however
     * many roots carry it. Answers why the ledger would refuse it, where it would.
     */
    const sendAgain = Effect.fn("ActRoots.sendAgain")(function* (act: Asked) {
      const refused = yield* tryOut(act).pipe(
        Effect.as(null),
        Effect.catchTag("ActWouldFail", ({ message }) => Effect.succeed(message))
      )
      const complete = completeIn(act, yield* answers.of(act.id))
      if (refused !== null || Option.isNone(complete)) return refused
      const made = yield* transactionOf(act, complete.value)
      if (!(yield* acts.move(act.id, "sent", "sent", made))) return null
      yield* known(ledger.submit(hexToBytes(made.txPayload)))
      return null
    })

    return { tryOut, effectsOf, send, sendAgain }
  })
}) {}
