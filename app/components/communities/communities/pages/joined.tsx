import { useFrame } from "~/components/base/site/use-frame"
import { proposalHref } from "~/components/governance/proposals/paths"
import type { CommunityOverview } from "~/effects/communities/communities/pages/overview"
import { JoinedNotice } from "../joined-notice"

/** The overview of a new member, with the first open vote that they can cast. */
export function Joined({ page }: { readonly page: CommunityOverview }) {
  const { id } = useFrame()
  const card = page.votes.find(({ isEligible, ownVote }) => isEligible && ownVote === null)
  return (
    <JoinedNotice
      next={{ vote: card === undefined ? null : { title: card.title, to: proposalHref(id, card.number) } }}
    />
  )
}
