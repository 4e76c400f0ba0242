import { Link } from "@remix-run/react"
import { DatesList } from "~/components/activity/agenda/dates-list"
import { News } from "~/components/activity/live/moved"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { DayAt } from "~/components/base/parts/day"
import { Icon } from "~/components/base/parts/icon"
import { ProfilePicture } from "~/components/base/parts/profile-picture"
import { TestMoney } from "~/components/base/parts/test-money"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { RuleCard } from "~/components/communities/communities/rule-card"
import { proposalHref } from "~/components/governance/proposals/paths"
import { ProposalRow } from "~/components/governance/proposals/proposal-row"
import { TreasuryHoldings } from "~/components/treasury/treasury/treasury-holdings"
import { hasPublicProfile } from "~/effects/access/visibility"
import { type LiveEvent, NO_SEQ } from "~/effects/activity/live/LiveEvent"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import type { CommunityOverview } from "~/effects/communities/communities/pages/overview"
import { AddressList } from "../address-list"
import { InsideIcon } from "../inside-icon"
import { JoinedNotice, useHasJoined } from "../joined-notice"
import { LinksBlock } from "../links-block"
import { OpenedNotice } from "../opened-notice"
import { SetUp } from "../set-up"

/** Whether a live event may change this page: every stored event, and of those that are not stored, a ballot. */
const anything = ({ kind, seq }: LiveEvent) => seq !== NO_SEQ || kind === "ballot"

/** The overview of a new member, with the first open vote that they can cast. */
function Joined({ page }: { readonly page: CommunityOverview }) {
  const { id } = useFrame()
  const card = page.votes.find(({ isEligible, ownVote }) => isEligible && ownVote === null)
  return (
    <JoinedNotice
      next={{ vote: card === undefined ? null : { title: card.title, to: proposalHref(id, card.number) } }}
    />
  )
}

/** The overview: what a community is, how it decides and what is going on (docs/product/communities.md). */
export function Overview({ page }: { readonly page: CommunityOverview }) {
  const hasJoined = useHasJoined()
  return (
    <>
      {hasJoined && <Joined page={page} />}
      {page.wasOpened && <OpenedNotice />}
      <div className="columns">
        <div>
          <OpenNow page={page} />
          {page.announcements.length > 0 && <Announcements page={page} />}
          {page.threads.length > 0 && <Threads page={page} />}
          {page.checklist !== null && <SetUp steps={page.checklist} />}
          {page.description.length > 0 && (
            <Block id="about" title="About">
              <Markdown tree={page.description} />
            </Block>
          )}
          {page.rules.length > 0 && (
            <Block id="house-rules" title="House rules">
              <Markdown tree={page.rules} />
            </Block>
          )}
          <NotYet page={page} />
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
      <dd>{grouped(value)}</dd>
    </div>
  )
}

type PageProps = { readonly page: CommunityOverview }

/** What the reader can take part in today comes first. */
function OpenNow({ page }: PageProps) {
  const { id, role, communityRole } = useFrame()
  return (
    <>
      {page.votes.length > 0 && (
        <Block id="votes" title="Open votes" more={<Link to={insidePath(id, "proposals")}>All proposals</Link>}>
          <ul className="proposal-list">
            {page.votes.map((card) => (
              <ProposalRow
                key={card.id}
                card={card}
                to={proposalHref(id, card.number)}
                now={communityRole.now}
                isMember={role !== null}
              />
            ))}
          </ul>
        </Block>
      )}
      {page.openSales > 0 && (
        <Block id="sales" title="Open sales">
          <p>
            <Link to={insidePath(id, "bondissued")}>{counted(page.openSales, "open bond sale")}</Link>
          </p>
        </Block>
      )}
    </>
  )
}

/** Says in one paragraph at the end which sections are still empty. */
function NotYet({ page: { announcements, threads, votes } }: PageProps) {
  const nothing = [
    votes.length === 0 && "No vote is open. Good proposals often start as a thread.",
    announcements.length === 0 && "No announcements yet.",
    threads.length === 0 && "No threads yet. Ask the first question."
  ].filter((words) => words !== false)
  return nothing.length === 0 ? null : <p className="muted">{nothing.join(" ")}</p>
}

/** Figures, dates, rules, people, treasury and links. */
function AboutCommunity({ page }: PageProps) {
  const { id } = useFrame()
  const hasJoined = useHasJoined()
  return (
    <aside aria-label="About this community">
      <Block
        id="figures"
        title="At a glance"
        more={<News counts={anything} isShownAtOnce={hasJoined && page.votes.length === 0} />}
      >
        <dl className="figures" data-lay="two">
          <Figure name="Members" value={page.members} />
          <Figure name="Open votes" value={page.openProposals} />
          <Figure name="Threads" value={page.threadCount} />
        </dl>
      </Block>
      <NextDates page={page} />
      <RuleCard governance={page.governance} members={page.members} />
      <People page={page} />
      <Block id="treasury" title="Treasury">
        <div className="stack">
          <TreasuryHoldings shown={page.treasury} />
          {page.treasury.state !== "none" && (
            <p>
              <Link to={insidePath(id, "treasury")}>Transactions and signers</Link>
            </p>
          )}
          <AddressList addresses={page.addresses} />
          <TestMoney />
        </div>
      </Block>
      <LinksBlock links={page.links} />
      <p className="small muted">
        Founded <DayAt at={page.createdAt} />
      </p>
    </aside>
  )
}

function NextDates({ page }: PageProps) {
  const frame = useFrame()
  return (
    <Block
      id="dates"
      title="Next 30 days"
      more={hasPublicProfile(frame) && <a href={`/explore/${frame.slug}/calendar.ics`}>Calendar file</a>}
    >
      <DatesList dates={page.dates} />
    </Block>
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
              <DayAt at={at} />
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
    </Block>
  )
}

function Threads({ page }: PageProps) {
  const { id } = useFrame()
  return (
    <Block id="threads" title="Latest threads" more={<Link to={insidePath(id, "discussion")}>All threads</Link>}>
      <ul className="entries">
        {page.threads.map(({ at, author, number, proposal, replies, title }) => (
          <li key={number}>
            <Link to={`${insidePath(id, "discussion")}?thread=${number}`}>{title}</Link>
            <p className="meta">
              {author !== null && <span>{author}</span>}
              <span>{counted(replies, "reply", "replies")}</span>
              <DayAt at={at} />
              {proposal !== null && <span>became proposal {proposal}</span>}
            </p>
          </li>
        ))}
      </ul>
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
