import { Link } from "@remix-run/react"
import type { PublicProposalPage } from "~/effects/proposals/views"
import { BallotsTable } from "../ballots/ballots-table"
import { Seal } from "../community/seal"
import { insidePath } from "../inside/tabs"
import { ActionBlock } from "./action-block"
import { proposalHref, publicProposalHref } from "./paths"
import { ProgressPosts } from "./progress-posts"
import { ProposalBody } from "./proposal-body"
import { ProposalHead } from "./proposal-head"
import { RecordCard } from "./record-card"
import { RuleFacts } from "./rule-facts"
import { Standing } from "./standing"

/** /explore/{slug}/proposals/{n}: what anybody may read of a vote, and take away to count it again. */
export function PublicProposal({ page }: { readonly page: PublicProposalPage }) {
  const { ballots, community, now, proposal } = page
  return (
    <div className="wrap page">
      <nav className="where no-print" aria-label="You are here">
        <ol className="breadcrumb">
          <li>
            <Link to="/explore">Explore</Link>
          </li>
          <li>
            <Link to={`/explore/${community.slug}`}>{community.name}</Link>
          </li>
          <li>
            <span aria-current="page">No. {proposal.number}</span>
          </li>
        </ol>
      </nav>
      <div className="community-head" data-small>
        <Seal community={community} />
        <div className="stack" data-gap="s">
          <p className="community-head__name">
            <Link className="quiet-link" to={`/explore/${community.slug}`}>
              {community.name}
            </Link>
          </p>
        </div>
        <div className="community-head__act row no-print">
          <Link className="button" data-size="s" to={proposalHref(community.id, proposal.number)}>
            Open in the community
          </Link>
        </div>
      </div>
      <ProposalHead proposal={proposal} now={now} level="h1" />
      <div className="columns">
        <div className="stack" data-gap="l">
          <Standing proposal={proposal} now={now} />
          <ProposalBody proposal={proposal} versionsTo={null} />
          <ActionBlock proposal={proposal} now={now} />
          <ProgressPosts posts={proposal.progress} now={now} />
          {ballots !== null && (
            <BallotsTable
              page={ballots}
              proposal={proposal}
              now={now}
              path={publicProposalHref(community.slug, proposal.number)}
            />
          )}
        </div>
        <aside className="vote-aside" aria-label="Record and rules">
          <RecordCard proposal={proposal} />
          <RuleFacts proposal={proposal} now={now} />
          <p className="small muted no-print">
            Members vote inside: <Link to={insidePath(community.id)}>{community.name}</Link>
          </p>
        </aside>
      </div>
    </div>
  )
}
