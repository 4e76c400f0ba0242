/**
 * GET /api/ballots/{proposal}/receipt: the account's own receipt as a file, for the ballot that counts or the one in
 * `?seq=`; with `?account=` for another account that the wallet proved in this browser.
 */
import { Effect, Option } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { writeSigned } from "../file/checkStatement"
import { OwnVotes } from "../OwnVotes.server"
import { isProposalId } from "../proposalIdOf"
import { votingAccount } from "./votingAccounts.server"

const NO_BALLOT = "You have no such ballot in this vote."

export const ownReceipt = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const visitor = yield* requireAccount("fetch your receipt")
  const { receipt } = yield* OwnVotes
  const search = new URL(request.url).searchParams
  const asked = search.get("seq")
  const account = yield* votingAccount(visitor.account, search.get("account"))
  const isNumber = asked === null || /^[1-9]\d{0,8}$/.test(asked)
  const found =
    isNumber && isProposalId(params.proposal)
      ? yield* receipt(params.proposal, account, asked === null ? null : Number(asked))
      : Option.none()
  if (Option.isNone(found)) return yield* new NotThere({ message: NO_BALLOT })
  const { file, number } = found.value
  return new Response(writeSigned(file), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="ballot-${number}-${file.seq}.json"`,
      "Cache-Control": "private, no-store"
    }
  })
})
