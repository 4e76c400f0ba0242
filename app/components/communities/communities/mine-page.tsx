import { Form, Link } from "@remix-run/react"
import { BlankEmblem } from "~/components/base/parts/icon"
import { NothingYet, StartLink } from "~/components/base/parts/nothing-yet"
import { Notice } from "~/components/base/parts/notice"
import { Tabs } from "~/components/base/parts/tabs"
import { insidePath } from "~/components/base/site/inside-path"
import type { PageReply } from "~/effects/base/remix/PageReply"
import {
  type MineCounts,
  type MineQuery,
  type MineTab,
  type MyCommunity,
  mineHref,
  mineTabNames,
  mineTabs,
  SEARCH_FROM
} from "~/effects/communities/communities/mine"
import type { WaitingInvitation } from "~/effects/communities/members/Member"
import { MineRow } from "./mine-row"

/** A founding form that was begun but is not yet saved as a draft community. */
function BegunRow({ begun }: { readonly begun: { readonly name: string; readonly savedAt: number } }) {
  return (
    <li>
      <BlankEmblem />
      <div>
        <h2 className="h3">{begun.name}</h2>
        <p className="muted">Not finished yet</p>
      </div>
      <div className="register__side" data-end>
        <Link className="button" data-size="s" to="/create">
          Continue
        </Link>
      </div>
    </li>
  )
}

export interface ReadyMine {
  readonly query: MineQuery
  readonly counts: MineCounts
  readonly communities: ReadonlyArray<MyCommunity>
  readonly invitations: ReadonlyArray<WaitingInvitation>
  /** The address of the next page. */
  readonly next: string | null
  readonly begun: { readonly name: string; readonly savedAt: number } | null
  readonly key: string
}
type Props = { readonly data: ReadyMine; readonly reply: PageReply | undefined }

/** All communities of a person by role, and those they follow (docs/product/communities.md). */
export function MinePage({ data, reply }: Props) {
  return (
    <div className="wrap page">
      <div className="page-head row" data-apart>
        <h1>My communities</h1>
        <p>
          <Link className="button" to="/create" prefetch="intent">
            Start one
          </Link>
        </p>
      </div>
      <Invitations invitations={data.invitations} />
      <Mine page={data} reply={reply} />
    </div>
  )
}

/** Invitations to the person's own e-mail address, wherever they signed up. */
function Invitations({ invitations }: Pick<ReadyMine, "invitations">) {
  return invitations.map(({ code, communityId, name }) => (
    <Notice key={code} tone="open">
      <p>
        You are invited to{" "}
        <Link to={`${insidePath(communityId)}?${new URLSearchParams({ invite: code })}`}>{name}</Link>.
      </p>
    </Notice>
  ))
}

function Mine({ page, reply }: { readonly page: ReadyMine; readonly reply: PageReply | undefined }) {
  const { begun, communities, counts, next, query } = page
  const isEmpty = communities.length === 0 && begun === null
  return (
    <>
      <Tabs label="Your role" current={query.tab}>
        {mineTabs.map((tab) => (
          <Link
            key={tab}
            to={mineHref({ tab, q: "", after: null })}
            aria-current={tab === query.tab ? "page" : undefined}
            preventScrollReset
          >
            {mineTabNames[tab]}
            {counts[tab] > 0 && <span className="tab-count"> {counts[tab]}</span>}
          </Link>
        ))}
      </Tabs>
      {reply !== undefined && !reply.ok && (
        <Notice tone="bad" role="alert">
          <p>{Object.values(reply.fields)[0] ?? reply.message}</p>
        </Notice>
      )}
      {(counts[query.tab] >= SEARCH_FROM || query.q !== "") && <Search query={query} />}
      {isEmpty ? (
        <Nothing
          tab={query.tab}
          isSearch={query.q !== ""}
          isAnywhere={mineTabs.some((tab) => tab !== "following" && counts[tab] > 0)}
        />
      ) : (
        <ul className="register">
          {begun !== null && <BegunRow begun={begun} />}
          {communities.map((community) => (
            <MineRow
              key={community.id}
              community={community}
              tab={query.tab}
              formKey={page.key}
              here={mineHref(query)}
            />
          ))}
        </ul>
      )}
      {(next !== null || query.after !== null) && (
        <nav className="pager" aria-label="Pages">
          {query.after !== null && <Link to={mineHref({ ...query, after: null })}>First page</Link>}
          {next !== null && <Link to={next}>Next</Link>}
        </nav>
      )}
    </>
  )
}

function Search({ query }: { readonly query: MineQuery }) {
  return (
    <Form className="row mine-search" method="get" action="/myCommunities" role="search">
      {query.tab !== "member" && <input type="hidden" name="tab" value={query.tab} />}
      <input
        className="input"
        type="search"
        name="q"
        aria-label="Search your communities"
        placeholder="Name"
        defaultValue={query.q}
        key={query.q}
      />
      <button className="button" type="submit">
        Search
      </button>
    </Form>
  )
}

const nothing: Readonly<Record<MineTab, string>> = {
  member: "You are not in a community yet.",
  moderating: "You don't moderate any community.",
  owned: "You don't own a community.",
  following:
    "You don't follow any community. Follow a public one to hear of its announcements and votes without joining.",
  applications: "You have no pending applications.",
  drafts: "No drafts."
}

type NothingProps = { readonly tab: MineTab; readonly isSearch: boolean; readonly isAnywhere: boolean }

function Nothing({ isAnywhere, isSearch, tab }: NothingProps) {
  if (isSearch) {
    return (
      <NothingYet>
        <p>No community has that name.</p>
      </NothingYet>
    )
  }
  const text =
    tab === "member" && isAnywhere
      ? "You belong only to communities that you own or moderate; they are under the other tabs."
      : nothing[tab]
  return (
    <NothingYet>
      <p>{text}</p>
      <p className="row">
        <Link to="/explore">Explore</Link> {tab !== "following" && <StartLink>Start one</StartLink>}
      </p>
    </NothingYet>
  )
}
