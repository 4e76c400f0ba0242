/**
 * Builds the transaction of a request: its subintent with all signatures, under a root that the relayer pays for
 * (docs/ledger.md).
 */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { renderManifest, Tree } from "~/ledger/index"
import type { ApprovalRequest, Request, SignerResponse } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { isTransactionRequest } from "./approvalMessages"
import { PREPARED_ANEW, RequestWouldFail, SignersRefused, wrongRequestState } from "./errors"
import { rootManifest, signedRequest, writtenBefore } from "./request"
import { SignerResponsesRepo } from "./SignerResponsesRepo.server"
import { completeIn } from "./signatures"

export type Asked = ApprovalRequest & { readonly request: Request }
export const isAsked = (request: ApprovalRequest): request is Asked => request.request !== null

export class RequestRoots extends Effect.Service<RequestRoots>()("treasury/multisig/RequestRoots", {
  dependencies: [ApprovalRequestsRepo.Default, SignerResponsesRepo.Default, Relayer.Default, Ownership.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const relayer = yield* Relayer
    const requests = yield* ApprovalRequestsRepo
    const responses = yield* SignerResponsesRepo
    const checks = yield* TransactionChecks
    const { owns } = yield* Ownership

    const rootOf = (request: Request, given: ReadonlyArray<SignerResponse>) =>
      Effect.map(orGatewayDown(ledger.currentState()), ({ epoch }) => ({
        manifest: rootManifest(request.hash),
        children: [signedRequest(request, given)],
        epoch,
        isSignatory: false
      }))

    /** Previews whether the ledger would execute it once all have signed. */
    const tryOut = Effect.fn("RequestRoots.tryOut")(function* ({ request }: Asked) {
      const bytes = yield* relayer.dryRun(yield* rootOf(request, []))
      const tried = yield* Effect.mapError(
        ledger.previewV2(bytes, { assumeAllSignatures: true }),
        (cause) => new GatewayDown({ cause })
      )
      if (tried.status === "Succeeded") return
      return yield* new RequestWouldFail({ reason: Option.getOrElse(tried.error, () => "it gives no reason") })
    })

    /** The change of each account's balance; null if the ledger does not say. */
    const effectsOf = Effect.fn("RequestRoots.effectsOf")(function* ({ request }: Asked) {
      // As one manifest, because previews of a request under its root do not return changes.
      const { instructions } = writtenBefore(request.manifest)
      const alone = Tree.manifest(...instructions.filter(({ name }) => name !== "YIELD_TO_PARENT"))
      const tried = yield* ledger.previewManifest(renderManifest(alone), [], { assumeAllSignatures: true })
      return tried.status === "Succeeded" ? tried.changes : null
    })

    const transactionOf = Effect.fnUntraced(function* ({ request }: Asked, given: ReadonlyArray<SignerResponse>) {
      const { payload, txId } = yield* relayer.complete(yield* rootOf(request, given))
      return { txId, txPayload: bytesToHex(payload) }
    })

    /** Refuses if an account has replaced the key that signed, since the ledger would refuse it. */
    const requireOwned = Effect.fnUntraced(function* (request: ApprovalRequest, given: ReadonlyArray<SignerResponse>) {
      for (const { account, badgeId, curve, name, publicKey } of given) {
        // The rule names the key itself, which no account replaces.
        if (isKeySeat(badgeId)) continue
        const claim = { kind: "account", address: account, curve: curve ?? "curve25519" } as const
        if (yield* owns({ ...claim, publicKey: hexToBytes(publicKey ?? "") })) continue
        yield* responses.drop(request.id, badgeId)
        return yield* new SignersRefused({
          message: `The account of ${name ?? badgeId} has changed its key since they signed. Nothing moved. They need to approve again.`
        })
      }
    })

    /** Stores and then submits a fully signed request. `may` runs in the transaction that stores it. */
    const send = Effect.fn("RequestRoots.send")(function* <E>(request: Asked, may: Effect.Effect<unknown, E>) {
      const complete = completeIn(request, yield* responses.of(request.id))
      if (Option.isNone(complete)) return
      yield* requireOwned(request, complete.value)
      const made = yield* transactionOf(request, complete.value)
      yield* Effect.gen(function* () {
        yield* may
        yield* requests.turn(request.communityId)
        const change = { ...made, parts: [request.request.hash], problem: null }
        if (!(yield* requests.move(request.id, "waiting", "sent", change))) {
          return yield* wrongRequestState(yield* requests.findOrFail(request.communityId, request.id), "approving it")
        }
        // From here on the request handles the prepared transaction, whose transaction is its own.
        if (isTransactionRequest(request.payload) && !(yield* checks.take(request.payload.step))) {
          return yield* new SignersRefused({ message: PREPARED_ANEW })
        }
      }).pipe(atomically(sql))
      // Stored, so the minute job submits it again if this server or the gateway fails now.
      yield* known(ledger.submit(hexToBytes(made.txPayload)))
    })

    /**
     * Sends a request again under a new root, after the former failed or expired. The ledger takes a subintent once,
     * under however many roots. Returns why the ledger would refuse it, or null.
     */
    const sendAgain = Effect.fn("RequestRoots.sendAgain")(function* (request: Asked) {
      const refused = yield* tryOut(request).pipe(
        Effect.as(null),
        Effect.catchTag("RequestWouldFail", ({ message }) => Effect.succeed(message))
      )
      const complete = completeIn(request, yield* responses.of(request.id))
      if (refused !== null || Option.isNone(complete)) return refused
      const made = yield* transactionOf(request, complete.value)
      if (!(yield* requests.move(request.id, "sent", "sent", made))) return null
      yield* known(ledger.submit(hexToBytes(made.txPayload)))
      return null
    })

    return { tryOut, effectsOf, send, sendAgain }
  })
}) {}
