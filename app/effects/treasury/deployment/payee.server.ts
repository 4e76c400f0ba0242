/** Parses a payee of a form: an active member by name, or any account by its address. */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { accountProblem, isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { InvalidFields } from "~/effects/base/failures/failures"
import { HandOver } from "~/effects/communities/steering/HandOver.server"

const unknownWords = (text: string): string => {
  if (!text.startsWith("account_"))
    return "No active member has this name, and it is not an account on the test network."
  return accountProblem(text) === "Address of another network."
    ? "This account is on another network. Only accounts on the test network can be paid."
    : "This is not an account address. A character may be wrong or missing."
}

export const payeeIn = (communityId: CommunityId, text: string) =>
  Effect.gen(function* () {
    const { findMember } = yield* HandOver
    const member = yield* findMember(communityId, text)
    if (member !== undefined) return member.account
    const account = text.trim()
    return isPayableAccount(account) ? account : yield* new InvalidFields({ fields: { payee: unknownWords(account) } })
  })
