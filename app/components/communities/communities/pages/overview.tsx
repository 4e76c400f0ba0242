import { Link } from "@remix-run/react"
import { News } from "~/components/activity/live/moved"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { Day } from "~/components/base/parts/day"
import { Icon } from "~/components/base/parts/icon"
import { ProfilePicture } from "~/components/base/parts/profile-picture"
import { TestMoney } from "~/components/base/parts/test-money"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { proposalHref } from "~/components/governance/proposals/paths"
import { ProposalRow } from "~/components/governance/proposals/proposal-row"
import { TreasuryHoldings } from "~/components/treasury/treasury/treasury-holdings"
import { counted } from "~/effects/base/text/counted"
import type { CommunityOverview } from "~/effects/communities/communities/pages/overview"
import { AddressList } from "../address-list"
import { InsideIcon } from "../inside-icon"
import { OpenedNotice } from "../opened-notice"
import { RuleCard } from "../rule-card"
import { SetUp } from "../set-up"

/** Of everything that happens here something stands on this page. */
const anything = () => true

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** What a community is, how it decides and what is going on in it (docs/product/communities.md, 3.6.7). */
export function Overview({ page }: { readonly page: CommunityOverview }) {
  return (
    <>
      {page.wasOpened && <OpenedNotice />}
      <div className="columns">
        <div>
          {page.checklist !== null && <SetUp steps={page.checklist} />}
          <Announcements page={page} />
          <OpenVotes page={page} />
          <Threads page={page} />
          {page.description.length > 0 && (
            <Block id="about" title="About">
              <Markdown tree={page.description} />
            </Block>
          )}
          <Block id="house-rules" title="House rules">
            <Markdown tree={page.rules} />
          </Block>
        </div>
        <AboutCommunity page={page} />
      </div>
    </>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString("en-GB")}</dd>
    </div>
  )
}

type PageProps = { readonly page: CommunityOverview }

function OpenVotes({ page }: PageProps) {
  const { id, role, standing } = useFrame()
  return (
    <Block id="votes" title="Open votes" more={<Link to={insidePath(id, "proposals")}>All proposals</Link>}>
      {page.votes.length === 0 ? (
        <p className="muted">No vote is open. Good proposals often start as a thread.</p>
      ) : (
        <ul className="proposal-list">
          {page.votes.map((card) => (
            <ProposalRow
              key={card.id}
              card={card}
              to={proposalHref(id, card.number)}
              now={standing.now}
              isMember={role !== null}
            />
          ))}
        </ul>
      )}
    </Block>
  )
}

/** Its figures, how it decides, its people, treasury and links. */
function AboutCommunity({ page }: PageProps) {
  return (
    <aside aria-label="About this community">
      <dl className="figures" data-lay="two">
        <Figure name="Members" value={page.members} />
        <Figure name="Open votes" value={page.openProposals} />
        <Figure name="Threads" value={page.threadCount} />
      </dl>
      <News counts={anything} />
      <RuleCard governance={page.governance} members={page.members} />
      <People page={page} />
      <Block id="treasury" title="Treasury">
        <div className="stack">
          <TreasuryHoldings shown={page.treasury} />
          {page.treasury.state !== "none" && (
            <p>
              <Link to="?panel=treasury">Movements, and who opens it</Link>
            </p>
          )}
          <AddressList addresses={page.addresses} />
          <TestMoney />
        </div>
      </Block>
      {page.links.length > 0 && (
        <Block id="links" title="Links">
          <ul className="entries">
            {page.links.map(({ label, url }) => (
              <li key={`${label}${url}`}>
                <a href={url} rel="nofollow ugc noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Block>
      )}
      <p className="small muted">
        Here since <Day day={dayOf(page.createdAt)} />
      </p>
    </aside>
  )
}

function Announcements({ page }: PageProps) {
  const { id } = useFrame()
  return (
    <Block
      id="announcements"
      title={page.announcements.some(({ isPinned }) => isPinned) ? "Pinned" : "Announcements"}
      more={<Link to={insidePath(id, "annissued")}>All announcements</Link>}
    >
      {page.announcements.length === 0 ? (
        <p className="muted">No announcements yet.</p>
      ) : (
        <ul className="entries">
          {page.announcements.map(({ at, importance, isSigned, issuer, number, title }) => (
            <li key={number}>
              <p className="meta">
                {importance === "important" && (
                  <span className="state-line" data-tone="warn">
                    <InsideIcon name="mega" />
                    Important
                  </span>
                )}
                {issuer !== null && <span>{issuer}</span>}
                <Day day={dayOf(at)} />
                {isSigned === 1 && (
                  <span className="state-line">
                    <Icon name="check" />
                    Signed
                  </span>
                )}
              </p>
              <Link to={`${insidePath(id, "annissued")}?a=${number}`}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

function Threads({ page }: PageProps) {
  const { id } = useFrame()
  return (
    <Block id="threads" title="Latest threads" more={<Link to={insidePath(id, "discussion")}>All threads</Link>}>
      {page.threads.length === 0 ? (
        <p className="muted">No threads yet. Ask the first question.</p>
      ) : (
        <ul className="entries">
          {page.threads.map(({ at, author, number, proposal, replies, title }) => (
            <li key={number}>
              <Link to={`${insidePath(id, "discussion")}?thread=${number}`}>{title}</Link>
              <p className="meta">
                {author !== null && <span>{author}</span>}
                <span>{counted(replies, "reply", "replies")}</span>
                <Day day={dayOf(at)} />
                {proposal !== null && <span>became proposal {proposal}</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

function People({ page }: PageProps) {
  const { id } = useFrame()
  return (
    <Block
      id="people"
      title="People"
      more={<Link to={insidePath(id, "members")}>{counted(page.members, "member")}</Link>}
    >
      <ul className="entries">
        {page.people.map(({ account, name, picture, role }) => (
          <li key={account}>
            <span className="person-line">
              <span className="person">
                <ProfilePicture name={name ?? "?"} picture={picture} />
                <Link to={`/userDashboard/userProfile/${account}`}>{name ?? shortAddress(account)}</Link>
              </span>
              <span className="muted small">{role === "owner" ? "Owner" : "Moderator"}</span>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
