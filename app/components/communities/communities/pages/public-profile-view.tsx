import type { ReactNode } from "react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Day } from "~/components/base/parts/day"
import { TestMoney } from "~/components/base/parts/test-money"
import { PublicAnnouncements } from "~/components/conversation/announcements/public-announcements"
import { CommunityVotes } from "~/components/governance/proposals/later-votes"
import { LaterSeriesRows } from "~/components/treasury/bonds/later-series"
import type { PublicProfile } from "~/effects/communities/communities/pages/publicProfile"
import { AddressList } from "../address-list"
import { PublicHead } from "../public-head"
import { RuleCard } from "../rule-card"

type BlockProps = { readonly id: string; readonly title: string; readonly children: ReactNode }

function Block({ children, id, title }: BlockProps) {
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block__head">
        <h2 id={id} className="h3">
          {title}
        </h2>
      </div>
      {children}
    </section>
  )
}

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** A community's public page (D-08): what anybody may know of it. */
export function PublicProfileView({ face }: { readonly face: PublicProfile }) {
  return (
    <div className="wrap page">
      <PublicHead face={face} />
      <div className="columns">
        <div>
          {face.description.length > 0 && (
            <Block id="about" title="About">
              <Markdown tree={face.description} />
            </Block>
          )}
          <Block id="votes" title="Open votes">
            {face.openVotes.length > 0 ? (
              <CommunityVotes slug={face.slug} cards={face.openVotes} now={face.now} />
            ) : (
              <p className="muted">
                {face.results.length > 0
                  ? "No vote is open right now."
                  : "No proposals yet. Good ones often start as a thread."}
              </p>
            )}
          </Block>
          <Block id="results" title="Latest results">
            {face.results.length > 0 ? (
              <CommunityVotes slug={face.slug} cards={face.results} now={face.now} />
            ) : (
              <p className="muted">No results yet.</p>
            )}
          </Block>
          <Block id="announcements" title="Announcements">
            {face.announcements.length === 0 ? (
              <p className="muted">No announcements yet.</p>
            ) : (
              <PublicAnnouncements face={face} />
            )}
          </Block>
          <Block id="bonds" title="Bonds">
            {face.bonds.length > 0 ? (
              <LaterSeriesRows rows={face.bonds} slug={face.slug} now={face.now} />
            ) : (
              <p className="muted">No bonds yet.</p>
            )}
          </Block>
          <Block id="house-rules" title="House rules">
            <Markdown tree={face.rules} />
          </Block>
        </div>
        <aside aria-label="About this community">
          <dl className="figures" data-lay="two">
            <div>
              <dt>Members</dt>
              <dd>{face.members}</dd>
            </div>
            <div>
              <dt>Open votes</dt>
              <dd>{face.openProposals}</dd>
            </div>
            <div>
              <dt>Threads</dt>
              <dd>{face.threads}</dd>
            </div>
          </dl>
          <RuleCard governance={face.governance} members={face.members} />
          <Block id="treasury" title="Treasury">
            <div className="stack">
              <AddressList addresses={face.addresses} />
              <TestMoney />
            </div>
          </Block>
          {face.links.length > 0 && (
            <Block id="links" title="Links">
              <ul className="entries">
                {face.links.map(({ label, url }) => (
                  <li key={url}>
                    <a href={url} rel="nofollow ugc noopener">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </Block>
          )}
          <p className="row small">
            <a href={`/explore/${face.slug}/feed.xml`}>Feed</a>
            <a href={`/explore/${face.slug}/calendar.ics`}>Calendar</a>
          </p>
          <p className="small muted">
            Here since <Day day={dayOf(face.createdAt)} />
          </p>
        </aside>
      </div>
    </div>
  )
}
