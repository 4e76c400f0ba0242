/** A fully signed request as a file that anyone can submit without this site. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { encodeTransaction, renderManifest } from "~/ledger/index"
import { ApprovalRequestsRepo } from "../ApprovalRequestsRepo.server"
import { codeOf, rootManifest, signedRequest } from "../request"
import { SignerAccess } from "../SignerAccess.server"
import { SignerResponsesRepo } from "../SignerResponsesRepo.server"
import { completeIn } from "../signatures"

const HOW =
  "signedPartialTransaction is a signed partial transaction of version 2, in hexadecimal. Give it as a child to any transaction that locks a fee and yields to it, as rootManifest does with the faucet of the test network; sign that transaction with any key, and submit it before expiresAt. It happens once."

/** GET /api/signers/{community}/{request}/file */
export const requestFile = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const here = yield* inside
  yield* (yield* SignerAccess).requireWithinRules(here, "have the signed request")
  const approval = yield* (yield* ApprovalRequestsRepo).findOrFail(here.community.id, params.request ?? "")
  const { request } = approval
  const complete = completeIn(approval, yield* (yield* SignerResponsesRepo).of(approval.id))
  if (request === null || Option.isNone(complete)) return yield* new NotThere({})
  const body = signedRequest(request, complete.value)
  const document = {
    number: approval.number,
    subintentHash: request.hash,
    code: codeOf(request),
    expiresAt: new Date(request.maxTimestamp * 1000).toISOString(),
    how: HOW,
    signedPartialTransaction: bytesToHex(encodeTransaction({ kind: "signedPartial", body })),
    rootManifest: renderManifest(rootManifest(request.hash))
  }
  return new Response(`${JSON.stringify(document, null, 1)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="request-${approval.number}.json"`
    }
  })
})
