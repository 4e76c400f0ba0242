/** One request as the page shows it to one reader. Pure. */
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { isSameRule, type SignerRule } from "~/effects/treasury/deployment/roles"
import type { ApprovalRequest, Said } from "./ApprovalRequest"
import { isRuleRequest, paidBy } from "./approvalMessages"
import { codeOf } from "./request"
import { neededOf } from "./signatures"
import type { ApprovalView, RequestView, SignerView } from "./views"

interface Seen {
  readonly request: ApprovalRequest
  readonly said: ReadonlyArray<Said>
  /** All waiting requests, to find those that a change of the rule ends. */
  readonly open: ReadonlyArray<ApprovalRequest>
  readonly rule: SignerRule
  readonly seats: ReadonlyArray<SignerView>
  /** The reader's badge or key that counts. */
  readonly mine: string | null
  readonly names: ReadonlyMap<string, string>
  readonly reader: string | null
}

const shortName = (account: string): string => `account …${account.slice(-8)}`

const approvalsOf = ({ request, said, seats }: Seen): ReadonlyArray<ApprovalView> => {
  const own = said.filter(({ actId: requestId }) => requestId === request.id)
  return seats.map((seat) => {
    const given = own.find(({ id, kind }) => id === seat.id && kind !== "comment")
    const isNamed = request.signers.some(({ id }) => id === seat.id)
    return {
      seat,
      isNamed,
      state: given === undefined || given.kind === "comment" ? "missing" : given.kind,
      at: given?.createdAt ?? null,
      reason: given?.text ?? null
    }
  })
}

/** Whether the rule is still the one it was proposed under. */
const isUnderItsRule = ({ payload }: Pick<ApprovalRequest, "payload">, rule: SignerRule): boolean =>
  payload.kind === "payment" || isSameRule(payload.from, rule)

const UNPAYABLE =
  "Nothing can be paid to this address: it is not an account on the test network. Withdraw the payment, and propose it again with the right address."
const CHANGED_RULE = "The signers changed since this was proposed. Propose it again under today's rule."

/** Why the ledger would refuse it even with all its signatures; null if it would not. */
export const outdated = (
  request: Pick<ApprovalRequest, "payload" | "request" | "signers">,
  rule: SignerRule
): string | null => {
  if (request.payload.kind === "payment" && !paidBy(request.payload).every(({ payee }) => isPayableAccount(payee)))
    return UNPAYABLE
  const counting = request.signers.filter(({ id }) => rule.ids.includes(id))
  return neededOf(request) >= rule.needed && counting.length === request.signers.length && isUnderItsRule(request, rule)
    ? null
    : CHANGED_RULE
}

/** Numbers of the requests that a change of the rule ends. */
const endsOthers = ({ request, open }: Seen): ReadonlyArray<number> => {
  const { payload } = request
  if (!isRuleRequest(payload) || request.state !== "waiting") return []
  const after =
    payload.kind === "rule"
      ? { ids: payload.seats.map(({ id }) => id), needed: payload.needed }
      : { ids: [], needed: Number.MAX_SAFE_INTEGER }
  return open
    .filter((each) => each.id !== request.id && each.state === "waiting" && outdated(each, after) !== null)
    .map(({ number }) => number)
}

export const requestView = (seen: Seen): RequestView => {
  const { request: approval, mine, names, reader, rule, said } = seen
  const { account, createdAt, decidedAt, endsAt, id, kind, number, payload, problem, request, signers, state, txId } =
    approval
  const approvals = approvalsOf(seen)
  const named = approvals.filter(({ isNamed }) => isNamed)
  const given = named.filter((each) => each.state === "signed").length
  const isWaiting = state === "waiting"
  const needed = neededOf(approval)
  const isComplete = request !== null && given >= needed && needed > 0
  const own = approvals.find(({ seat }) => seat.id === mine)
  const whyNot = isWaiting && mine !== null ? outdated(approval, rule) : null
  const isOpen = isWaiting && mine !== null && request !== null && !isComplete
  return {
    id,
    number,
    kind,
    state,
    txId,
    problem,
    createdAt,
    decidedAt,
    endsAt,
    closedAs: approval.closedAs,
    isFinal: request === null || approval.finalAt !== null,
    payload,
    code: request === null ? null : codeOf(request),
    proposer: names.get(account) ?? shortName(account),
    mayTakeBack: isWaiting && !isComplete && (account === reader || mine !== null),
    maySign: isOpen && whyNot === null && own?.isNamed === true && own.state !== "signed",
    mayRefuse: isOpen && own?.state !== "refused",
    mayAskOthers: isOpen && whyNot === null && request.needed === undefined,
    isAnyOf: request?.needed !== undefined,
    approvals,
    given,
    needed,
    signers: signers.map(({ account: of, name }) => name ?? shortName(of)),
    ends: endsOthers(seen),
    refusal: whyNot,
    isFile: isComplete || state === "sent",
    comments: said
      .filter((each) => each.actId === id && each.kind === "comment")
      .map(({ account: by, createdAt: at, hiddenBy, id: comment, text }) => ({
        id: comment,
        at,
        name: names.get(by) ?? shortName(by),
        isOwn: by === reader,
        isModerated: hiddenBy !== null && hiddenBy !== by,
        text: hiddenBy === null ? text : null
      }))
  }
}
