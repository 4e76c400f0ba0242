import { Link } from "@remix-run/react"
import { Seal } from "~/components/base/parts/seal"
import type { PublicProposalPage } from "~/effects/governance/proposals/pageViews"
import { proposalHref } from "./paths"
import { PublicRecord } from "./public-record"

/** /explore/{slug}/proposals/{n}: a vote as anybody may read and download it to count it again. */
export function PublicProposal({ page }: { readonly page: PublicProposalPage }) {
  const { community, proposal } = page
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
      <PublicRecord page={page} />
    </div>
  )
}
