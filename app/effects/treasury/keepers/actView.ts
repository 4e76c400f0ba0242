/** One act as the page shows it to one reader. Pure. */
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import type { KeeperRule } from "~/effects/treasury/deployment/roles"
import type { Act } from "./Act"
import { loosens } from "./actWords"
import { goodLoans, isLive, type KnownPart, nextFor } from "./loans"
import { refusalOf } from "./refusals"
import type { ActView, ApprovalView, SeatView } from "./views"

interface Seen {
  readonly act: Act
  readonly known: ReadonlyArray<KnownPart>
  readonly rule: KeeperRule
  readonly seats: ReadonlyArray<SeatView>
  /** The reader's badge that counts. */
  readonly mine: string | null
  readonly names: ReadonlyMap<string, string>
  readonly now: number
  readonly reader: string | null
}

const shortName = (account: string): string => `account …${account.slice(-8)}`

const approvalsOf = ({ act, known, now, rule, seats }: Seen): ReadonlyArray<ApprovalView> => {
  const good = goodLoans(known, act.id, rule, now)
  return seats.map((seat) => {
    const lent = good.find(({ badgeId }) => badgeId === seat.id)
    if (act.signers.some(({ id }) => id === seat.id)) return { seat, state: "signed", until: null }
    if (lent !== undefined) return { seat, state: "lent", until: lent.expiresAt }
    const asked = known.find((part) => part.actId === act.id && part.badgeId === seat.id && isLive(part, now))
    return asked?.state === "asked"
      ? { seat, state: "asked", until: asked.expiresAt }
      : { seat, state: "missing", until: null }
  })
}

/** Whether the keepers are still those it was proposed under. */
const isUnderItsRule = ({ payload }: Pick<Act, "payload">, { ids, needed }: KeeperRule): boolean =>
  payload.kind === "payment" ||
  (payload.from.needed === needed &&
    payload.from.ids.length === ids.length &&
    payload.from.ids.every((id) => ids.includes(id)))

const UNPAYABLE =
  "Nothing can be paid to this address: it is not an account on the test network. Take the payment back, and propose it again with the right address."
const CHANGED_RULE =
  "The keepers changed since this was proposed. Take it back, and propose it again under today's rule."

/** Why nothing of it can be approved, whatever was approved before; null where it can. */
export const outdated = (act: Pick<Act, "payload">, rule: KeeperRule): string | null =>
  act.payload.kind === "payment" && !isPayableAccount(act.payload.payee)
    ? UNPAYABLE
    : isUnderItsRule(act, rule)
      ? null
      : CHANGED_RULE

export const actView = (seen: Seen): ActView => {
  const { act, known, mine, names, now, reader, rule, seats } = seen
  const { account, createdAt, decidedAt, id, kind, number, payload, problem, signers, state, txId } = act
  const mayApprove = mine !== null && state === "waiting"
  const next = mayApprove
    ? nextFor({ actId: id, badgeId: mine, rule, parts: known, now, loosens: loosens(payload) })
    : null
  const does = next?.does === "pay" || next?.does === "lend" ? next.does : null
  const whyNot = outdated(act, rule)
  const isOutdated = whyNot !== null
  const isGone = !seats.some((seat) => seat.account === account)
  const refusal =
    next === null ? null : isOutdated ? whyNot : next.does === "pay" || next.does === "lend" ? null : refusalOf(next)
  const approvals = approvalsOf(seen)
  return {
    id,
    number,
    kind,
    state,
    txId,
    problem,
    createdAt,
    decidedAt,
    payload,
    proposer: names.get(account) ?? shortName(account),
    mayTakeBack: state === "waiting" && (account === reader || (mine !== null && (isOutdated || isGone))),
    approvals,
    given: approvals.filter(({ state: is }) => is === "lent" || is === "signed").length,
    signers: signers.map(({ account: of, name }) => name ?? shortName(of)),
    mine: isOutdated ? null : does,
    refusal
  }
}
