/**
 * Prepared transactions of a treasury that signers approve instead of one badge. What must be read back is defined in
 * chain/prepared-transactions.
 */

import { Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionRequest } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { requestName, standsAs } from "./approvalMessages"
import { SignersRefused } from "./errors"
import { Requests } from "./Requests.server"
import type { Here, Signing } from "./SignerAccess.server"

export interface WantedStep extends Pick<TransactionRequest, "kind" | "amounts" | "digest"> {
  readonly step: Step
  /** The payout, budget or bond series it is for. */
  readonly run: TransactionRequest["about"]
  readonly offer?: TransactionRequest["offer"]
}

/** The part of a row that names it. */
const aboutOf = (run: TransactionRequest["about"]): TransactionRequest["about"] => {
  if ("series" in run) return { series: run.series, code: run.code, title: run.title }
  const { number, title } = run
  return "what" in run ? { what: run.what, number, title } : { number, title }
}

export class TransactionRequests extends Effect.Service<TransactionRequests>()(
  "treasury/multisig/TransactionRequests",
  {
    dependencies: [ApprovalRequestsRepo.Default, Requests.Default],
    effect: Effect.gen(function* () {
      const requestsRepo = yield* ApprovalRequestsRepo
      const requests = yield* Requests

      /** Refuses to prepare something again while the signers have it before them. */
      const requireFree = Effect.fn("TransactionRequests.requireFree")(function* (
        communityId: CommunityId,
        idempotencyKey: string
      ) {
        const before = Option.getOrUndefined(yield* requestsRepo.alive(communityId, idempotencyKey))
        if (before === undefined) return
        return yield* new SignersRefused({ message: `${requestName(before)}${standsAs(before)}` })
      })

      const propose = Effect.fn("TransactionRequests.propose")(function* (
        here: Here,
        signing: Signing,
        { amounts, digest, kind, offer = null, run, step }: WantedStep
      ) {
        const { ids, needed } = signing.rule
        const payload: TransactionRequest = {
          kind,
          step: step.id,
          about: aboutOf(run),
          amounts,
          digest,
          offer,
          manifest: step.manifest,
          from: { ids, needed },
          reason: run.title
        }
        return yield* requests.write(here, signing, { payload, key: step.idempotencyKey })
      })

      return { requireFree, propose }
    })
  }
) {}
