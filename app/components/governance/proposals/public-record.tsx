import { Link } from "@remix-run/react"
import { ShareButton } from "~/components/base/parts/share-button"
import { insidePath } from "~/components/base/site/inside-path"
import { useRootData } from "~/components/base/site/root-data"
import { AttachedFiles } from "~/components/conversation/attachments/attached-files"
import { BallotsTable } from "~/components/governance/votes/ballots-table"
import type { PublicProposalPage } from "~/effects/governance/proposals/pageViews"
import { proposalFilesPath } from "~/effects/governance/proposals/paths"
import { isOpened } from "~/effects/governance/proposals/stateWords"
import { ActionBlock } from "./action-block"
import { Objections } from "./objections"
import { publicProposalHref } from "./paths"
import { ProgressPosts } from "./progress-posts"
import { ProposalBody } from "./proposal-body"
import { ProposalHead } from "./proposal-head"
import { Record } from "./record-part"
import { SealedPart } from "./sealed-part"
import { VoteTally } from "./vote-tally"

/** The public record of a vote: result, text, ballots and rules. */
export function PublicRecord({ page }: { readonly page: PublicProposalPage }) {
  const { origin } = useRootData()
  const { ballots, community, now, proposal } = page
  return (
    <>
      <ProposalHead proposal={proposal} now={now} />
      <div className="columns">
        <div className="stack" data-gap="l">
          {!isOpened(proposal) && <SealedPart proposal={proposal} now={now} />}
          <VoteTally proposal={proposal} now={now} />
          {isOpened(proposal) && <SealedPart proposal={proposal} now={now} />}
          <Objections proposal={proposal} path={publicProposalHref(community.slug, proposal.number)} now={now} />
          <ProposalBody proposal={proposal} versionsTo={null} />
          <AttachedFiles
            files={proposal.attachments}
            hrefOf={(file) => `${proposalFilesPath(community.id, proposal.number)}/${file}`}
            hashes
          />
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
          <Record proposal={proposal} now={now} />
          <p className="no-print">
            <ShareButton
              url={`${origin}${publicProposalHref(community.slug, proposal.number)}`}
              title={`${proposal.title} · ${community.name}`}
            />
          </p>
          <p className="small muted no-print">
            Members vote inside: <Link to={insidePath(community.id)}>{community.name}</Link>
          </p>
        </aside>
      </div>
    </>
  )
}
