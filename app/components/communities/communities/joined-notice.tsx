import { Link, useLocation } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { proposalHref } from "~/components/governance/proposals/paths"
import { JOINED } from "~/effects/communities/communities/hrefs"
import type { ProposalCard } from "~/effects/governance/proposals/views"

/** Whether the page is the one that joining led to. */
export const useHasJoined = (): boolean => {
  const { search } = useLocation()
  const { role } = useFrame()
  return role !== null && new URLSearchParams(search).has(JOINED)
}

type Props = {
  /** The overview's open votes; another page continues with what the reader came for. */
  readonly votes?: ReadonlyArray<ProposalCard>
}

/** Confirms the membership, and offers what a new member does next: a vote they can cast, else the rules. */
export function JoinedNotice({ votes }: Props) {
  const { id, name } = useFrame()
  const vote = votes?.find((card) => card.isEligible && card.ownVote === null)
  return (
    <Notice tone="ok" role="status">
      <p>
        <b>You are now a member of {name}.</b>
        {vote !== undefined && ` A vote is open for you: ${vote.title}`}
        {votes !== undefined && vote === undefined && " No vote is open for you yet."}
      </p>
      {votes !== undefined && (
        <p className="row">
          {vote !== undefined && (
            <Link className="button" data-kind="primary" data-size="s" to={proposalHref(id, vote.number)}>
              Vote
            </Link>
          )}
          <Link className="button" data-size="s" to="#house-rules">
            Read the rules
          </Link>
          <Link className="button" data-size="s" to={insidePath(id, "discussion")}>
            Go to the discussion
          </Link>
        </p>
      )}
    </Notice>
  )
}
