import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Notice } from "~/components/base/parts/notice"
import { nameOf } from "~/components/base/parts/person-line"
import { StateChip } from "~/components/base/parts/state-chip"
import { TimePair } from "~/components/base/parts/time-pair"
import { kindNames } from "~/effects/access/proposalKinds"
import { relativeTime } from "~/effects/base/text/moments"
import { isOpenNow } from "~/effects/governance/proposals/stateWords"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { DELAY_WORDS } from "~/effects/governance/votes/proposal/lifeCycle"
import { voteTypeNames } from "~/effects/governance/votes/proposal/voteTypes"
import { chipOf } from "./state-words"
import { When } from "./when"

type Props = {
  readonly proposal: ProposalView
  readonly now: number
  /** The thread that the proposal came from, if the reader may open it. */
  readonly threadTo?: string | null
  readonly children?: ReactNode
}

/** "Open, closes in 3 days 4 h" */
const headChip = (proposal: ProposalView, now: number) => {
  const chip = chipOf(proposal, now)
  return isOpenNow(proposal, now)
    ? { ...chip, word: `${chip.word}, closes ${relativeTime(proposal.closesAt, now)}` }
    : chip
}

/** Title, author and times of a proposal. */
export function ProposalHead({ children, now, proposal, threadTo = null }: Props) {
  const { opening } = proposal
  return (
    <>
      <header className="page-head" data-lay="item">
        <p className="row">
          <StateChip {...headChip(proposal, now)} />
          <span className="eyebrow">
            No. {proposal.number} · {kindNames[proposal.kind]} · {voteTypeNames[proposal.voteType]}
          </span>
        </p>
        <h1>{proposal.title}</h1>
        {proposal.summary !== "" && <p>{proposal.summary}</p>}
        <p className="meta">
          <span>{nameOf(proposal.author)}</span>
          <When card={proposal} now={now} short={isOpenNow(proposal, now)} />
          {proposal.threadNumber !== null && (
            <span>
              From{" "}
              {threadTo === null ? (
                `thread ${proposal.threadNumber}`
              ) : (
                <Link to={threadTo}>thread {proposal.threadNumber}</Link>
              )}
            </span>
          )}
        </p>
        {children}
      </header>
      {proposal.isDelayed && (
        <Notice tone="warn">
          <p>{DELAY_WORDS}</p>
        </Notice>
      )}
      {opening !== null && (
        <Notice tone="open">
          <p>
            Voting is being opened: reading the balances of {opening.total} accounts ({opening.done} done).
          </p>
        </Notice>
      )}
      {proposal.calledOff !== null && (
        <Notice tone="warn">
          <p>
            Called off on <TimePair at={proposal.calledOff.at} now={now} short />
            {proposal.calledOffName !== null && ` by ${proposal.calledOffName}`}: {proposal.calledOff.reason}
          </p>
        </Notice>
      )}
      {proposal.status === "cancelled" && (
        <Notice tone="warn">
          <p>Cancelled: {proposal.cancelledReason}</p>
        </Notice>
      )}
    </>
  )
}
