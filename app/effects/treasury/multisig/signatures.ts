/** Which signatures a request has, and which it still needs. Pure. */
import { Option } from "effect"
import type { ApprovalRequest, SignerResponse } from "./ApprovalRequest"
import { namesText } from "./approvalMessages"

type Signable = Pick<ApprovalRequest, "request" | "signers">

/** How many signatures complete it: those of all who are asked, or as many as a rule over keys needs. */
export const neededOf = ({ request, signers }: Signable): number => request?.needed ?? signers.length

const signedIn = ({ signers }: Signable, given: ReadonlyArray<SignerResponse>): ReadonlyArray<SignerResponse> =>
  given.filter(({ answer, badgeId }) => answer === "signed" && signers.some(({ id }) => id === badgeId))

/** The signatures of the signers who are asked; none while fewer than needed are there. */
export const completeIn = (
  request: Signable,
  given: ReadonlyArray<SignerResponse>
): Option.Option<ReadonlyArray<SignerResponse>> =>
  Option.liftPredicate(signedIn(request, given), ({ length }) => length >= neededOf(request))

/** How many signatures are missing, and the signers who can still give one. */
export const missingIn = (request: Signable, given: ReadonlyArray<SignerResponse>) => {
  const signed = signedIn(request, given)
  const from = request.signers.filter(({ id }) => !signed.some(({ badgeId }) => badgeId === id))
  return { count: Math.max(0, neededOf(request) - signed.length), from }
}

/** "The signature of Bea is missing."; under a rule over keys only how many are. Empty if none is. */
export const missingWords = (request: Signable, given: ReadonlyArray<SignerResponse>): string => {
  const { count, from } = missingIn(request, given)
  if (count === 0) return ""
  if (request.request?.needed === undefined) return ` The signature of ${namesText(from)} is missing.`
  return count === 1 ? " One more signature is missing." : ` ${count} more signatures are missing.`
}
