import type { ReactNode } from "react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { Day } from "~/components/base/parts/day"
import { Notice } from "~/components/base/parts/notice"
import { TestMoney } from "~/components/base/parts/test-money"
import { RuleCard } from "~/components/communities/communities/rule-card"
import { PublicAnnouncements } from "~/components/conversation/announcements/public-announcements"
import { CommunityVotes } from "~/components/governance/proposals/public-votes"
import { SeriesRows } from "~/components/treasury/bonds/series-rows"
import type { PublicProfile } from "~/effects/communities/communities/pages/publicProfile"
import { AddressList } from "../address-list"
import { LinksBlock } from "../links-block"
import { PublicHead } from "../public-head"

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** A community's public page: everything that anyone may see of it. */
export function PublicProfileView({
  joining,
  publicProfile
}: {
  readonly publicProfile: PublicProfile
  /** The join and follow controls, for readers who are not members. */
  readonly joining: ReactNode
}) {
  return (
    <div className="wrap page">
      <PublicHead publicProfile={publicProfile} joining={joining} />
      {publicProfile.closedBecause !== null && (
        <Notice tone="warn">
          <p>The operators of this site closed this community: {publicProfile.closedBecause}</p>
        </Notice>
      )}
      <div className="columns">
        <div>
          {publicProfile.description.length > 0 && (
            <Block id="about" title="About">
              <Markdown tree={publicProfile.description} />
            </Block>
          )}
          <Block id="votes" title="Open votes">
            {publicProfile.openVotes.length > 0 ? (
              <CommunityVotes slug={publicProfile.slug} cards={publicProfile.openVotes} now={publicProfile.now} />
            ) : (
              <p className="muted">
                {publicProfile.results.length > 0
                  ? "No vote is open right now."
                  : "No proposals yet. Good ones often start as a thread."}
              </p>
            )}
          </Block>
          <Block id="results" title="Latest results">
            {publicProfile.results.length > 0 ? (
              <CommunityVotes slug={publicProfile.slug} cards={publicProfile.results} now={publicProfile.now} />
            ) : (
              <p className="muted">No results yet.</p>
            )}
          </Block>
          <Block id="announcements" title="Announcements">
            {publicProfile.announcements.length === 0 ? (
              <p className="muted">No announcements yet.</p>
            ) : (
              <PublicAnnouncements publicProfile={publicProfile} />
            )}
          </Block>
          <Block id="bonds" title="Bonds">
            {publicProfile.bonds.length > 0 ? (
              <SeriesRows rows={publicProfile.bonds} slug={publicProfile.slug} now={publicProfile.now} />
            ) : (
              <p className="muted">No bonds yet.</p>
            )}
          </Block>
          <Block id="house-rules" title="House rules">
            <Markdown tree={publicProfile.rules} />
          </Block>
        </div>
        <AboutCommunity publicProfile={publicProfile} />
      </div>
    </div>
  )
}

/** Figures, rules, addresses and links. */
function AboutCommunity({ publicProfile }: { readonly publicProfile: PublicProfile }) {
  return (
    <aside aria-label="About this community">
      <dl className="figures" data-lay="two">
        <div>
          <dt>Members</dt>
          <dd>{publicProfile.members}</dd>
        </div>
        <div>
          <dt>Open votes</dt>
          <dd>{publicProfile.openProposals}</dd>
        </div>
        <div>
          <dt>Threads</dt>
          <dd>{publicProfile.threads}</dd>
        </div>
      </dl>
      <RuleCard governance={publicProfile.governance} members={publicProfile.members} />
      <Block id="treasury" title="Treasury">
        <div className="stack">
          <AddressList addresses={publicProfile.addresses} />
          <TestMoney />
        </div>
      </Block>
      <LinksBlock links={publicProfile.links} />
      <p className="row small">
        <a href={`/explore/${publicProfile.slug}/feed.xml`}>Feed</a>
        <a href={`/explore/${publicProfile.slug}/calendar.ics`}>Calendar</a>
      </p>
      <p className="small muted">
        Founded <Day day={dayOf(publicProfile.createdAt)} />
      </p>
    </aside>
  )
}
