import { Form, Link, useFetcher } from "@remix-run/react"
import { permissions } from "~/effects/access/permissions"
import { counted } from "~/effects/communities/words"
import { allThreads, isNarrowed, QUERY_LENGTH, type ThreadsQuery, threadsSearch } from "~/effects/discussion/listQuery"
import type { ThreadCard } from "~/effects/discussion/Post"
import type { ListPage } from "~/effects/discussion/page"
import { categoryNames, hiddenWords, words } from "~/effects/discussion/texts"
import { NothingYet } from "../community/nothing-yet"
import { StateChip } from "../community/state-chip"
import { Icon } from "../icon"
import { useFrame } from "../inside/use-frame"
import { LiveLine } from "../live/live-line"
import { TimePair } from "../time-pair"
import { DiscussionChip, DiscussionIcon } from "./discussion-icon"
import { NewThings } from "./new-things"
import { discussionHref, threadHref } from "./paths"
import { nameOf, PersonLine } from "./person-line"
import { useNews } from "./use-news"

/** The threads of a community: pinned ones, then what moved last. */
export function ThreadList({ page }: { readonly page: ListPage }) {
  const { cards, next, query, total } = page
  const { id, standing } = useFrame()
  const news = useNews((event) => event.kind === "thread" && query.after === null)
  return (
    <section aria-labelledby="tab-title">
      <div className="thread-bar">
        <h2 id="tab-title" className="h3">
          Discussion
        </h2>
        <div className="row">
          <LiveLine state={news.state} />
          {permissions.post(standing).ok && (
            <Link className="button" data-kind="primary" to={discussionHref(id, "?new=1")}>
              New thread
            </Link>
          )}
        </div>
      </div>
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
              <ThreadLine key={card.id} card={card} communityId={id} now={standing.now} />
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

type LineProps = { readonly card: ThreadCard; readonly communityId: string; readonly now: number }

function ThreadLine({ card, communityId, now }: LineProps) {
  return (
    <li>
      <DiscussionIcon name={card.isPinned ? "pin" : card.state === "closed" ? "lock" : "chat"} />
      <div>
        <h3>
          <Link to={threadHref(communityId, card.number)} prefetch="intent">
            {card.isUnread && <span className="thread-list__unread" role="img" aria-label="Unread:" />}
            {card.shown === "hidden" ? hiddenWords(card.reason ?? "") : card.title}
          </Link>
        </h3>
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

const oneOf = (name: string, value: string | null, choices: ReadonlyArray<readonly [string, string]>) => ({
  id: `threads-${name}`,
  name,
  defaultValue: value ?? "",
  children: choices.map(([key, label]) => (
    <option key={key} value={key}>
      {label}
    </option>
  ))
})

/** A plain form: its answer is an address that can be kept and passed on. */
function Filters({ query }: { readonly query: ThreadsQuery }) {
  const { id, role } = useFrame()
  const key = threadsSearch(query)
  return (
    <Form
      key={key}
      className="filters"
      data-lay="threads"
      role="search"
      aria-label="Threads"
      action={discussionHref(id)}
    >
      <div className="field">
        <label htmlFor="threads-q">Search</label>
        <input
          className="input"
          id="threads-q"
          name="q"
          type="search"
          minLength={QUERY_LENGTH.min}
          maxLength={QUERY_LENGTH.max}
          defaultValue={query.q}
        />
      </div>
      <div className="field">
        <label htmlFor="threads-category">Category</label>
        <select
          className="input"
          {...oneOf("category", query.category, [["", "Any"], ...Object.entries(categoryNames)])}
        />
      </div>
      <div className="field">
        <label htmlFor="threads-state">State</label>
        <select
          className="input"
          {...oneOf("state", query.state, [
            ["", "Any"],
            ["open", "Open"],
            ["closed", "Closed"]
          ])}
        />
      </div>
      {role === null ? null : (
        <div className="field">
          <label htmlFor="threads-show">Show</label>
          <select
            className="input"
            {...oneOf("show", query.show, [
              ["", "All"],
              ["unread", "Unread"],
              ["mine", "Mine"]
            ])}
          />
        </div>
      )}
      <button className="button" type="submit">
        <Icon name="search" />
        Search
      </button>
    </Form>
  )
}

function ReadAll() {
  const fetcher = useFetcher()
  const { id } = useFrame()
  return (
    <fetcher.Form method="post" action={discussionHref(id, threadsSearch(allThreads))}>
      <button className="link-button" type="submit" name="intent" value="read-all" disabled={fetcher.state !== "idle"}>
        Mark all as read
      </button>
    </fetcher.Form>
  )
}
