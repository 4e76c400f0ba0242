import { Form, Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, replyAbout } from "~/effects/base/remix/PageReply"
import { requestName, titleOf } from "~/effects/treasury/multisig/approvalMessages"
import type { ApprovalView, MultisigView, RequestView } from "~/effects/treasury/multisig/views"
import { ApprovePart } from "./approve-part"
import { Comments } from "./comments"
import { EffectTable } from "./effect-table"
import { nameOf } from "./names"
import { RequestFacts } from "./request-facts"
import { BadgeFields } from "./signer-fields"

type Props = { readonly request: RequestView; readonly page: MultisigView; readonly reply: PageReply | undefined }

/** A waiting request: what it does, who has signed, and the reader's own buttons. */
export function RequestCard({ request, page, reply }: Props) {
  const { approvals, code, endsAt, ends, given, id, mayTakeBack, maySign, needed, number, problem, proposer } = request
  const { now } = page
  const named = approvals.filter(({ isNamed }) => isNamed)
  const others = approvals.filter((each) => !each.isNamed && each.state === "refused")
  return (
    <div className="columns">
      <section className="card" data-lead={maySign ? true : undefined} aria-labelledby={`act-${number}`}>
        <div className="row" data-apart>
          <p className="eyebrow">
            {requestName(request)}, proposed by {proposer} <TimePair at={request.createdAt} now={now} short />
          </p>
          <span className="chip" data-state={maySign ? "needs" : "open"}>
            <Icon name={maySign ? "flag" : "info"} />
            {request.state === "sent" ? "On its way to the ledger" : maySign ? "Waits for you" : "Waits"}
          </span>
        </div>
        <h2 id={`act-${number}`}>{titleOf(request)}</h2>
        <p className="status-line">
          {given} of {needed} signatures. {maySign && given === needed - 1 && "Yours is the last and sends it. "}
          {endsAt !== null && (
            <span className="nowrap">
              Expires <TimePair at={endsAt} now={now} short />.
            </span>
          )}
        </p>
        <EffectTable request={request} page={page} />
        {code !== null && (
          <div className="short-code">
            <b>{code}</b>
            <span>
              This code identifies exactly this request; everyone here sees the same one. If your wallet shows a code,
              it must be the same: if one character differs, refuse there and tell the others.
            </span>
          </div>
        )}
        {ends.length > 0 && <p>When this is executed, these requests of today's signers end: {ends.join(", ")}.</p>}
        {problem !== null && <p>{problem}</p>}
        <p className="label">{request.isAnyOf ? `Any ${needed} of these can sign` : "Who signs"}</p>
        <ul className="checklist" aria-label="Signatures">
          {[...named, ...others].map((approval) => (
            <Approval key={approval.seat.id} approval={approval} now={now} />
          ))}
        </ul>
        <ApprovePart request={request} reply={replyAbout(reply, "refuse", { act: id })} />
        {request.mayAskOthers && (
          <OtherSigners request={request} reply={replyAbout(reply, "ask-others", { act: id })} />
        )}
        {mayTakeBack && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="act" value={id} />
            <button className="button" type="submit" name="intent" value="withdraw">
              Withdraw the request
            </button>
          </Form>
        )}
        {request.isFile && <SignedFile request={request} />}
      </section>
      <aside aria-label={`About ${requestName(request)}`}>
        <RequestFacts request={request} now={now} />
        <Comments request={request} page={page} reply={reply} />
        <AlsoWaiting page={page} />
      </aside>
    </div>
  )
}

function AlsoWaiting({ page: { now, waiting } }: { readonly page: MultisigView }) {
  if (waiting.length === 0) return null
  return (
    <Block id="also" title="Also waiting">
      <ul className="entries">
        {waiting.map((request) => (
          <li key={request.id}>
            <Link to={`?act=${request.number}`}>
              {request.number}, {titleOf(request)}
            </Link>
            <p className="small muted">
              {request.maySign
                ? "Waits for you"
                : hasSigned(request)
                  ? "You signed"
                  : request.state === "sent"
                    ? "Sent"
                    : "Waits"}
              , {request.given} of {request.needed}
              {request.endsAt !== null && (
                <>
                  , expires <TimePair at={request.endsAt} now={now} short />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Block>
  )
}

const hasSigned = ({ approvals }: RequestView): boolean =>
  approvals.some(({ seat, state }) => seat.isYou && state === "signed")

const icons = { signed: "check", refused: "cross", missing: "clock" } as const
const words = { signed: "Signed", refused: "Refused", missing: "Not signed yet" } as const

function Approval({
  approval: { at, isNamed, reason, seat, state },
  now
}: {
  readonly approval: ApprovalView
  readonly now: number
}) {
  const tone = state === "signed" ? "ok" : state === "refused" ? "bad" : undefined
  return (
    <li data-tone={tone}>
      <Icon name={icons[state]} />
      <span>
        <b>{seat.isYou ? `You, ${nameOf(seat)}` : nameOf(seat)}</b>
      </span>
      {/* Below the name, because a phone has no room next to it. */}
      <small>
        {words[state]} {at !== null && <TimePair at={at} now={now} short />}
        {reason !== null && <>: {reason}</>}
        {!isNamed && reason === null && " Not asked to sign this one."}
      </small>
    </li>
  )
}

/** Offers the fully signed request as a file, so that it can be submitted without this site. */
function SignedFile({ request: { id } }: { readonly request: RequestView }) {
  const { id: communityId } = useFrame()
  return (
    <p className="small">
      All required signers have signed. If this site does not send it,{" "}
      <a href={`/api/signers/${communityId}/${id}/file`} download>
        the signed partial transaction
      </a>{" "}
      can be submitted by anyone, under a transaction that pays the fee.
    </p>
  )
}

/** Asks other signers in place of some. It voids the signatures so far. */
function OtherSigners({ request: { approvals, id, needed }, reply }: Omit<Props, "page">) {
  return (
    <details open={reply !== undefined}>
      <summary>Ask other signers</summary>
      <Form className="stack" method="post" noValidate preventScrollReset>
        <input type="hidden" name="act" value={id} />
        <BadgeFields
          name="sign"
          id={`sign-${id}`}
          legend={`Choose ${needed} who sign`}
          badges={approvals.map(({ seat }) => seat)}
          chosen={approvals.filter(({ isNamed }) => isNamed).map(({ seat }) => seat.id)}
          reply={reply}
        />
        <p className="small">
          The request gets a new code, and the signatures so far become void. All signers are notified.
        </p>
        <button className="button" type="submit" name="intent" value="ask-others">
          Ask these
        </button>
      </Form>
    </details>
  )
}
