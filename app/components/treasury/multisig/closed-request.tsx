import { Form, Link } from "@remix-run/react"
import { Fact } from "~/components/base/parts/fact"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { readable } from "~/effects/base/amounts/readable"
import type { PageReply } from "~/effects/base/remix/PageReply"
import {
  checkHref,
  closedWords,
  isRuleRequest,
  nothingMoved,
  requestName,
  titleOf,
  totalOf
} from "~/effects/treasury/multisig/approvalMessages"
import type { MultisigView, RequestView } from "~/effects/treasury/multisig/views"
import { noVoteWords } from "~/effects/treasury/payouts/voteRule"
import { Comments } from "./comments"
import { nameOf } from "./names"

type Props = {
  readonly request: RequestView
  /** Present while the treasury has signers: a closed request can then be proposed again. */
  readonly page?: MultisigView
  readonly now?: number
  readonly reply?: PageReply | undefined
}

const heads: Readonly<Partial<Record<RequestView["state"], string>>> = {
  committed: "Signed and sent",
  mismatch: "Executed differently",
  refused: "Refused",
  withdrawn: "Withdrawn",
  expired: "Expired",
  failed: "Did not happen",
  void: "Ended"
}

const endOf = (request: RequestView, now: number): string => {
  const { closedAs, problem, signers, state } = request
  const late =
    closedAs === null ? "" : ` It ${closedWords[closedAs]} here; somebody else submitted it with all signatures.`
  if (state === "committed") return `Done by ${signers.join(" and ")}.${late}`
  if (state === "mismatch") {
    return `Executed by ${signers.join(" and ")}, but not as proposed: ${problem ?? ""}${late} Look at the transaction before you pay anything in its place.`
  }
  const nothing = nothingMoved(request, now)
  if (state === "withdrawn") return `Withdrawn. ${nothing}`
  if (state === "refused") return `Refused. ${problem ?? ""} ${nothing}`
  if (state === "expired") return `Expired before enough signers had signed here. ${nothing}`
  if (state === "void") return `Ended. ${problem ?? ""} ${nothing}`
  return `Not executed before it expired. ${problem ?? ""} ${nothing}`
}

/** A closed request: how it ended, who answered what, and its result on the ledger. */
export function ClosedRequest({ request, page, now = page?.now ?? 0, reply }: Props) {
  const { approvals, code, decidedAt, number, payload, proposer, state, txId } = request
  const isDone = state === "committed"
  const isSigner = page !== undefined && page.mine !== null
  return (
    <section className="section" aria-labelledby={`name-${number} act-${number}`}>
      <div className="section__head">
        <p className="eyebrow" id={`name-${number}`}>
          {requestName(request)}
        </p>
        <h2 id={`act-${number}`}>{heads[state]}</h2>
        <p>
          Proposed by {proposer} <TimePair at={request.createdAt} now={now} short />
        </p>
      </div>
      <div className="section__body stack">
        <Notice tone={isDone ? "ok" : state === "refused" || state === "mismatch" ? "bad" : "warn"}>
          <p>
            <b>
              {endOf(request, now)} <TimePair at={decidedAt ?? request.createdAt} now={now} short />
            </b>
          </p>
          <p className="status-line">{titleOf(request)}</p>
          {isDone && <p className="small">Compared with the ledger: the transaction did exactly this.</p>}
        </Notice>
        <dl className="facts">
          <Fact name="Reason">
            {payload.reason}
            {payload.kind === "payment" &&
              (payload.vote === null || payload.noVote !== null) &&
              ` (${noVoteWords(payload.noVote)})`}
          </Fact>
          {code !== null && (
            <Fact name="Code">
              <span className="digest">{code}</span>
            </Fact>
          )}
          {txId !== null && (
            <Fact name="Transaction">
              <LedgerAddress kind="transaction" address={txId} />{" "}
              {code !== null && <Link to={checkHref(txId)}>Check who signed</Link>}
            </Fact>
          )}
        </dl>
        {approvals
          .filter(({ reason }) => reason !== null)
          .map(({ at, reason, seat }) => (
            <div className="say" key={seat.id}>
              <p className="meta">
                <b>{nameOf(seat)}</b>
                <span>Refused {at !== null && <TimePair at={at} now={now} short />}</span>
              </p>
              <p>{reason}</p>
            </div>
          ))}
        {isSigner && state === "mismatch" && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="act" value={request.id} />
            <button className="button" type="submit" name="intent" value="check-again">
              Look at the ledger again
            </button>
          </Form>
        )}
        {isSigner && !isDone && state !== "mismatch" && <Again request={request} />}
        {page !== undefined && request.comments.length > 0 && <Comments request={request} page={page} reply={reply} />}
      </div>
    </section>
  )
}

/** Links to the form of the request, filled with what it asked for. */
function Again({ request: { isFinal, number, payload } }: { readonly request: RequestView }) {
  if (payload.kind !== "payment" && !isRuleRequest(payload)) return null
  const form = { payment: ["", "pay"], rule: ["tab=signers&", "change"], release: ["tab=signers&", "release"] } as const
  const [tab, anchor] = form[payload.kind]
  return (
    <p className="row">
      <Link className="button" to={`?${tab}from=${number}#${anchor}`}>
        Propose it again
      </Link>
      {payload.kind === "payment" && isFinal && (
        <span className="small muted">
          {readable(totalOf(payload))} {payload.symbol} are free again.
        </span>
      )}
    </p>
  )
}
