import { Link } from "@remix-run/react"
import { FilterCheck, FilterChoice, FilterForm, FilterSearch } from "~/components/base/forms/filter-form"
import { Icon } from "~/components/base/parts/icon"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { Notice } from "~/components/base/parts/notice"
import { Tabs } from "~/components/base/parts/tabs"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { JoinBox } from "~/components/communities/members/join-box"
import { kindNames, proposalKinds } from "~/effects/access/proposalKinds"
import { chooseHref } from "~/effects/governance/proposal-templates/hrefs"
import type { ProposalsListPage } from "~/effects/governance/proposals/pageViews"
import { decisionsPath } from "~/effects/governance/proposals/paths"
import type { Tab } from "~/effects/governance/proposals/views"
import { proposalHref, proposalsHref } from "./paths"
import { ProposalRow } from "./proposal-row"

const tabs: ReadonlyArray<readonly [tab: Tab, name: string]> = [
  ["open", "Open"],
  ["review", "In review"],
  ["results", "Results"],
  ["drafts", "Drafts"]
]

const searchOf = (tab: Tab) => (tab === "open" ? "" : `?tab=${tab}`)
const authorSearch = (tab: Tab, author: string) =>
  `?${new URLSearchParams({ ...(tab === "open" ? {} : { tab }), author })}`

/** The proposals of a community by state. */
export function ProposalList({ page }: { readonly page: ProposalsListPage }) {
  const { id, role } = useFrame()
  const shownTabs = role === null ? tabs.filter(([tab]) => tab !== "drafts") : tabs
  return (
    <section aria-labelledby="tab-title">
      <div className="block__head">
        <h1 id="tab-title">Proposals</h1>
        {page.propose === null && (
          <Link className="button" data-kind="primary" data-size="s" to={chooseHref(id)}>
            New proposal
          </Link>
        )}
      </div>
      <Tabs lay="second" label="Proposals by state" current={page.tab}>
        {shownTabs.map(([tab, name]) => (
          <Link
            key={tab}
            to={proposalsHref(id, searchOf(tab))}
            aria-current={tab === page.tab ? "page" : undefined}
            prefetch="intent"
          >
            {name}
          </Link>
        ))}
      </Tabs>
      <h2 className="visually-hidden">{tabs.find(([tab]) => tab === page.tab)?.[1]}</h2>
      {page.tab === "drafts" ? <Drafts page={page} /> : <Cards page={page} />}
      {page.tab === "results" && (
        <p className="small">
          <Link to={decisionsPath(id)}>Register of decisions</Link>
        </p>
      )}
      {page.propose !== null && <WhyNot propose={page.propose} />}
    </section>
  )
}

/** Tells a member why they cannot propose, and how they can. */
function WhyNot({ propose }: { readonly propose: NonNullable<ProposalsListPage["propose"]> }) {
  const frame = useFrame()
  if (propose.code === "E-MEMBER") return <JoinBox community={frame} title="Join to propose and vote" />
  if (propose.code === "E-AUTH" || propose.code === "E-PROFILE") return null
  return (
    <Notice>
      <p>{propose.message}</p>
    </Notice>
  )
}

function Cards({ page }: { readonly page: ProposalsListPage }) {
  const { id, role } = useFrame()
  const isNarrowed = page.kind !== null || page.q !== "" || page.author !== null
  return (
    <>
      {(page.cards.length > 0 || isNarrowed) && <Filters page={page} />}
      {page.unreadable.map(({ number, title }) => (
        <Notice key={number} tone="bad">
          <p>
            Vote {number}, <Link to={proposalHref(id, number)}>{title}</Link>, cannot be read.
          </p>
        </Notice>
      ))}
      {page.cards.length > 0 && (
        <ul className="proposal-list">
          {page.cards.map((card) => (
            <ProposalRow
              key={card.id}
              authorTo={proposalsHref(id, authorSearch(page.tab, card.author.account))}
              card={card}
              to={proposalHref(id, card.number)}
              now={page.now}
              isMember={role !== null}
            />
          ))}
        </ul>
      )}
      {page.cards.length === 0 && page.unreadable.length === 0 && <Nothing page={page} isNarrowed={isNarrowed} />}
      {page.next !== null && (
        <nav className="pager" aria-label="Pages">
          <Link to={proposalsHref(id, searchOf(page.tab))}>First page</Link>
          <Link to={page.next.startsWith("?") ? page.next : `?${page.next}`} rel="next">
            Next page
          </Link>
        </nav>
      )}
    </>
  )
}

function Filters({ page }: { readonly page: ProposalsListPage }) {
  const { id, communityRole } = useFrame()
  const { account } = communityRole
  const author = page.author ?? account
  return (
    <FilterForm
      name="Proposals"
      action={proposalsHref(id)}
      asked={`${page.tab}${page.kind}${page.q}${page.author}`}
      lay="pair"
      {...(author !== null && {
        more: (
          <FilterCheck name="author" value={author} isOn={page.author !== null}>
            {author === account ? "Mine" : `By ${shortAddress(author)}`}
          </FilterCheck>
        )
      })}
    >
      {page.tab !== "open" && <input type="hidden" name="tab" value={page.tab} />}
      <FilterSearch id="proposals-q" name="q" label="Search" length={{ max: 60 }} value={page.q} />
      <FilterChoice
        id="proposals-kind"
        name="kind"
        label="Kind"
        any="Any"
        options={proposalKinds.map((kind) => [kind, kindNames[kind]] as const)}
        value={page.kind}
      />
    </FilterForm>
  )
}

const empty: Readonly<Record<Exclude<Tab, "drafts">, string>> = {
  open: "No vote is open.",
  review: "Nothing is in review.",
  results: "No results yet."
}

function Nothing({ isNarrowed, page }: { readonly page: ProposalsListPage; readonly isNarrowed: boolean }) {
  const { id, openProposals } = useFrame()
  if (isNarrowed) {
    return (
      <NothingYet>
        <p>
          No proposal matches. <Link to={proposalsHref(id, searchOf(page.tab))}>Clear the filters</Link>
        </p>
      </NothingYet>
    )
  }
  const isFirst = page.tab === "open" && openProposals === 0
  return (
    <NothingYet>
      <p>
        {isFirst || page.tab === "drafts" ? "No proposals yet. Good ones often start as a thread." : empty[page.tab]}
      </p>
      {isFirst && (
        <p>
          <Link to={proposalsHref(id, "?tab=results")}>Results of earlier votes</Link>
        </p>
      )}
    </NothingYet>
  )
}

function Drafts({ page }: { readonly page: ProposalsListPage }) {
  if (page.drafts.length === 0) {
    return (
      <NothingYet>
        <p>You have no drafts here. Only you can see your drafts, and people you give the address to.</p>
      </NothingYet>
    )
  }
  return (
    <ul className="register" data-lay="plain">
      {page.drafts.map(({ id, template, title, updatedAt }) => (
        <li key={id}>
          <Icon name="copy" />
          <div className="stack" data-gap="s">
            <h3 className="h4">
              <Link to={`?new=1&draft=${id}`}>{title === "" ? "Untitled" : title}</Link>
            </h3>
            <p className="small muted">
              Saved <TimePair at={updatedAt} now={page.now} short />
              {template !== null && ` · from “${template}”`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
