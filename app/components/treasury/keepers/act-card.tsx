import { Form, Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { TimePair } from "~/components/base/parts/time-pair"
import { later } from "~/components/base/site/later"
import { useFrame } from "~/components/base/site/use-frame"
import { proposalPath } from "~/effects/governance/proposals/paths"
import { noVoteWords } from "~/effects/treasury/distributions/voteRule"
import { actName, isStepAct } from "~/effects/treasury/keepers/actWords"
import type { ActView, ApprovalView, KeptView } from "~/effects/treasury/keepers/views"
import { ruleAfter, ruleBefore, titleOf } from "./act-words"
import { ApprovePart } from "./approve-part"
import { nameOf } from "./names"
import { capital, inWords } from "./numbers"

/** Where a step is approved: its words, and those of bonds with them. */
const StepFacts = later(async () => (await import("./step-facts")).StepFacts, "waits")

type Props = { readonly act: ActView; readonly page: KeptView }

/** One payment or change that waits: who has approved, and the reader's own button. */
export function ActCard({ act, page: { mine, needed, now } }: Props) {
  const { approvals, given, id, mayTakeBack, number, proposer, state } = act
  return (
    <article className="card" data-lead={act.mine === null ? undefined : true} aria-labelledby={`act-${number}`}>
      <div className="row" data-apart>
        <p className="eyebrow">
          {actName(act)}, proposed by {proposer}
        </p>
        <span className="chip" data-state={act.mine === null ? "open" : "needs"}>
          <Icon name={act.mine === null ? "info" : "flag"} />
          {state === "sent" ? "On its way to the ledger" : act.mine === null ? "Waits" : "Waits for you"}
        </span>
      </div>
      <h3 id={`act-${number}`}>{titleOf(act)}</h3>
      <ActFacts act={act} now={now} />
      <p>
        {capital(inWords(given))} of {inWords(needed)} approvals {given === 1 ? "is" : "are"} given.
      </p>
      <ul className="entries" aria-label="Approvals">
        {approvals.map((approval) => (
          <Approval key={approval.seat.id} approval={approval} now={now} />
        ))}
      </ul>
      {mine !== null && state === "waiting" && <ApprovePart act={act} />}
      {mayTakeBack && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="act" value={id} />
          <button className="button" type="submit" name="intent" value="withdraw">
            Take it back
          </button>
        </Form>
      )}
    </article>
  )
}

function Approval({
  approval: { seat, state, until },
  now
}: {
  readonly approval: ApprovalView
  readonly now: number
}) {
  return (
    <li>
      <div className="row" data-apart>
        <b>
          {nameOf(seat)}
          {seat.isYou && ", you"}
        </b>
        <span className="small">
          {state === "missing" && "Not yet"}
          {state === "signed" && "Approved"}
          {state === "lent" && "Approved: badge lent until "}
          {state === "asked" && "Asked in their wallet, until "}
          {until !== null && <TimePair at={until} now={now} short />}
        </span>
      </div>
    </li>
  )
}

/** What it is about, in full. */
export function ActFacts({ act, now }: { readonly act: ActView; readonly now: number }) {
  const { id: communityId } = useFrame()
  const { createdAt, payload } = act
  return (
    <dl className="facts">
      {payload.kind === "payment" ? (
        <div>
          <dt>To</dt>
          <dd>
            {payload.payeeName} <LedgerAddress kind="account" address={payload.payee} />
          </dd>
        </div>
      ) : isStepAct(payload) ? (
        <StepFacts payload={payload} now={now} />
      ) : (
        <>
          <div>
            <dt>Rule now</dt>
            <dd className="digest">{ruleBefore(payload)}</dd>
          </div>
          <div>
            <dt>Rule after it</dt>
            <dd className="digest">{ruleAfter(payload)}</dd>
          </div>
        </>
      )}
      <div>
        <dt>Why</dt>
        <dd>{payload.reason}</dd>
      </div>
      {payload.kind === "payment" && (
        <div>
          <dt>Vote</dt>
          <dd>
            {payload.vote !== null && (
              <>
                <Link to={proposalPath(communityId, payload.vote.number)}>Vote {payload.vote.number}</Link>
                {payload.noVote === null ? " decided it." : " is named, and does not decide exactly this. "}
              </>
            )}
            {(payload.vote === null || payload.noVote !== null) && noVoteWords(payload.noVote)}
          </dd>
        </div>
      )}
      <div>
        <dt>Proposed</dt>
        <dd>
          <TimePair at={createdAt} now={now} short />
        </dd>
      </div>
    </dl>
  )
}
