/** GET /verify?transaction=… and GET /api/verify?transaction=…: who signed a transaction, for anyone. */
import { Effect, Option } from "effect"
import { Limits } from "~/effects/base/limits/Limits.server"
import { peerOf, ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import { namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { ApprovalRequestsRepo } from "../ApprovalRequestsRepo.server"
import { requestName } from "../approvalMessages"
import type { CheckedSigner, CheckedTransaction, TransactionReply } from "../check/CheckedTransaction"
import { RequestChecks } from "../check/RequestChecks.server"

/** The text as typed; null without the parameter. */
const transactionAsked = Effect.map(
  RouteArgs,
  ({ request }) => new URL(request.url).searchParams.get("transaction")?.slice(0, 1_000) ?? null
)

/** Adds the page of the request and its signers' names, if the reader may see them. */
const withPlace = Effect.fnUntraced(function* (found: CheckedTransaction) {
  const approval = Option.getOrNull(yield* (yield* ApprovalRequestsRepo).ofTransaction(found.transaction))
  if (approval === null) return found
  const who = yield* visitor
  const communities = yield* Communities
  const place = Option.getOrNull(yield* Effect.option(communities.byId(approval.communityId, who?.account ?? null)))
  if (place === null) return found
  const { id, name } = place.community
  // A transaction does not say whose a key is; this site stored it when the key came into the rule.
  const accountOf = ({ account, id: seat }: CheckedSigner) =>
    account ?? approval.signers.find((signer) => signer.id === seat)?.account ?? null
  const accounts = found.requests.flatMap(({ signers }) => signers.flatMap((one) => accountOf(one) ?? []))
  const names = yield* namesOf([...new Set(accounts)])
  return {
    ...found,
    requests: found.requests.map((request) => ({
      ...request,
      signers: request.signers.map((one) => ({ ...one, name: names.get(accountOf(one) ?? "") ?? null }))
    })),
    known: { href: signersHref(id, approval.number), title: `${requestName(approval)} of ${name}` }
  } satisfies CheckedTransaction
})

const checked = (asked: string) =>
  Effect.gen(function* () {
    const limits = yield* Limits
    yield* limits.take({ "verify.address": yield* peerOf })
    const checks = yield* RequestChecks
    return yield* withPlace(yield* checks.check(asked))
  })

export const checkedTransaction = Effect.flatMap(transactionAsked, (asked) => checked(asked ?? ""))

/** For the page, which shows the typed text again: the result, and its status. */
export const transactionReply = Effect.gen(function* () {
  const asked = yield* transactionAsked
  if (asked === null) return { reply: null, status: 200 }
  const headers = yield* ReplyHeaders
  return yield* Effect.match(checked(asked), {
    onSuccess: (found) => ({ reply: { kind: "checked", asked, found } satisfies TransactionReply, status: 200 }),
    onFailure: (failure) => {
      if ("retryAfter" in failure) headers.set("Retry-After", String(failure.retryAfter))
      const { message, status } = failure
      return { reply: { kind: "refused", asked, message } satisfies TransactionReply, status }
    }
  })
})
