import { Link, useFetcher } from "@remix-run/react"
import { LiveLine } from "~/components/activity/live/live-line"
import { NewThings } from "~/components/activity/live/new-things"
import { useNews } from "~/components/activity/live/use-news"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FilterChoice, FilterForm, type FilterOption, FilterSearch } from "~/components/base/forms/filter-form"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { nameOf, PersonLine } from "~/components/base/parts/person-line"
import { StateChip } from "~/components/base/parts/state-chip"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import type { CommunityId } from "~/effects/access/Community"
import { permissions } from "~/effects/access/permissions"
import { counted } from "~/effects/base/text/counted"
import {
  allThreads,
  isNarrowed,
  QUERY_LENGTH,
  type ThreadsQuery,
  threadsSearch
} from "~/effects/conversation/discussion/listQuery"
import type { ThreadCard } from "~/effects/conversation/discussion/Post"
import type { ListPage } from "~/effects/conversation/discussion/page"
import { categoryNames, hiddenWords, words } from "~/effects/conversation/discussion/texts"
import { DiscussionChip, DiscussionIcon } from "./discussion-icon"
import { discussionHref, threadHref } from "./paths"
import { OwnWaiting } from "./waiting-view"

/** The threads of a community, pinned first, then by last activity. */
export function ThreadList({ page }: { readonly page: ListPage }) {
  const { cards, next, query, total } = page
  const { id, communityRole } = useFrame()
  const news = useNews((event) => event.kind === "thread" && query.after === null)
  return (
    <section aria-labelledby="tab-title">
      <div className="thread-bar">
        <h1 id="tab-title">Discussion</h1>
        <div className="row">
          <LiveLine state={news.state} />
          {permissions.post(communityRole).ok && (
            <Link className="button" data-kind="primary" data-size="s" to={discussionHref(id, "?new=1")}>
              New thread
            </Link>
          )}
        </div>
      </div>
      <OwnWaiting posts={page.waiting} />
      <Filters query={query} />
      <NewThings count={news.count} one="update" onShow={news.show} />
      {cards.length === 0 ? (
        <NothingYet>
          {isNarrowed(query) ? (
            <p>
              No thread matches. <Link to={discussionHref(id)}>Clear the filters.</Link>
            </p>
          ) : (
            <p>{words.noThreads}</p>
          )}
        </NothingYet>
      ) : (
        <>
          <ul className="register thread-list" aria-label="Threads">
            {cards.map((card) => (
              <ThreadLine key={card.id} card={card} communityId={id} now={communityRole.now} />
            ))}
          </ul>
          <div className="pager">
            <span className="muted">{total === null ? "" : counted(total, "thread")}</span>
            {cards.some(({ isUnread }) => isUnread) && <ReadAll />}
            {query.after !== null && (
              <Link to={discussionHref(id, threadsSearch({ ...query, after: null }))}>Back to the first page</Link>
            )}
            {next !== null && (
              <Link to={discussionHref(id, threadsSearch({ ...query, after: next }))}>Older threads</Link>
            )}
          </div>
        </>
      )}
    </section>
  )
}

type LineProps = { readonly card: ThreadCard; readonly communityId: CommunityId; readonly now: number }

function ThreadLine({ card, communityId, now }: LineProps) {
  return (
    <li>
      <DiscussionIcon name={card.isPinned ? "pin" : card.state === "closed" ? "lock" : "chat"} />
      <div>
        <h2>
          <Link to={threadHref(communityId, card.number)} prefetch="intent">
            {card.isUnread && <span className="thread-list__unread" role="img" aria-label="Unread:" />}
            {card.shown === "hidden" ? hiddenWords(card.reason ?? "") : card.title}
          </Link>
        </h2>
        <p className="row small">
          <PersonLine person={card.author} />
          <span className="tag">{categoryNames[card.category]}</span>
          {card.isPinned && <DiscussionChip icon="pin" word="Pinned" />}
          {card.state === "closed" && <DiscussionChip icon="lock" word="Closed" />}
          {card.proposalNumber !== null && (
            <StateChip state="open" mark="vote" word={`Proposal ${card.proposalNumber}`} />
          )}
        </p>
      </div>
      <div className="register__side">
        <span>{counted(card.comments, "reply", "replies")}</span>
        <span>
          {card.agrees > 0 && `${card.agrees} agree · `}
          <TimePair at={card.lastActivityAt} now={now} short />
        </span>
        <span className="visually-hidden">
          Thread {card.number}, started by {nameOf(card.author)}
        </span>
      </div>
    </li>
  )
}

const states: ReadonlyArray<FilterOption> = [
  ["open", "Open"],
  ["closed", "Closed"]
]
const mine: ReadonlyArray<FilterOption> = [
  ["unread", "Unread"],
  ["mine", "Mine"]
]

function Filters({ query }: { readonly query: ThreadsQuery }) {
  const { id, role } = useFrame()
  return (
    <FilterForm name="Threads" action={discussionHref(id)} asked={threadsSearch(query)} lay="three">
      <FilterSearch id="threads-q" name="q" label="Search" length={QUERY_LENGTH} value={query.q} />
      <FilterChoice
        id="threads-category"
        name="category"
        label="Category"
        any="Any"
        options={Object.entries(categoryNames)}
        value={query.category}
      />
      <FilterChoice id="threads-state" name="state" label="State" any="Any" options={states} value={query.state} />
      {role !== null && (
        <FilterChoice id="threads-show" name="show" label="Show" any="All" options={mine} value={query.show} />
      )}
    </FilterForm>
  )
}

function ReadAll() {
  const fetcher = useFetcher()
  const { id } = useFrame()
  return (
    <fetcher.Form method="post" action={discussionHref(id, threadsSearch(allThreads))}>
      <BusyButton
        className="link-button"
        type="submit"
        name="intent"
        value="read-all"
        isBusy={fetcher.state !== "idle"}
      >
        Mark all as read
      </BusyButton>
    </fetcher.Form>
  )
}
