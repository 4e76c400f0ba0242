import { Link } from "@remix-run/react"
import { LiveLine } from "~/components/activity/live/live-line"
import { NewThings } from "~/components/activity/live/new-things"
import { useNews } from "~/components/activity/live/use-news"
import { FilterChoice, FilterForm } from "~/components/base/forms/filter-form"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { topics } from "~/effects/activity/activity/catalogue"
import type { Figures } from "~/effects/activity/activity/figures"
import { type ActivityQuery, activitySearch, isNarrowed, topicNames } from "~/effects/activity/activity/query"
import { NO_SEQ } from "~/effects/activity/live/LiveEvent"
import { ActivityFigures } from "./activity-figures"
import { EventDays, type EventLine } from "./event-days"

export interface EventsPage {
  readonly query: ActivityQuery
  readonly lines: ReadonlyArray<EventLine>
  /** Where the next page starts; null at the end. */
  readonly next: number | null
  readonly figures: Figures
}

/** Everything that happened in a community, with charts (docs/product/notifications.md). */
export function ActivityView({ page }: { readonly page: EventsPage }) {
  const { figures, lines, next, query } = page
  const { id, slug, communityRole } = useFrame()
  const path = insidePath(id, "activity")
  const news = useNews(({ seq }) => seq !== NO_SEQ && query.before === null)
  return (
    <div className="columns">
      <section aria-labelledby="tab-title">
        <div className="thread-bar">
          <h1 id="tab-title">Activity</h1>
          <LiveLine state={news.state} />
        </div>
        <Filter path={path} query={query} lines={lines} />
        <NewThings count={news.count} one="event" onShow={news.show} />
        {lines.length === 0 ? (
          <NothingYet>
            {isNarrowed(query) ? (
              <p>
                Nothing matches. <Link to={path}>Show everything.</Link>
              </p>
            ) : (
              <p>Nothing has happened yet.</p>
            )}
          </NothingYet>
        ) : (
          <EventDays events={lines} now={communityRole.now} />
        )}
        <nav className="pager" aria-label="Pages">
          {query.before === null ? (
            <span />
          ) : (
            <Link to={`${path}${activitySearch({ ...query, before: null })}`}>Newest</Link>
          )}
          {next !== null && <Link to={`${path}${activitySearch({ ...query, before: next })}`}>Older</Link>}
        </nav>
      </section>
      <aside aria-label="Charts and files">
        <ActivityFigures figures={figures} now={communityRole.now} />
        <EventFiles slug={slug} query={query} />
      </aside>
    </div>
  )
}

function EventFiles({ query, slug }: { readonly query: ActivityQuery; readonly slug: string }) {
  const file = (format: "csv" | "json") => {
    const search = new URLSearchParams(activitySearch({ ...query, before: null }))
    search.set("community", slug)
    search.set("format", format)
    return `/api/exports/activity?${search}`
  }
  return (
    <p className="row small event-files">
      <Link to="?view=moderation">Moderation log</Link>
      <a href={file("csv")} download>
        CSV file
      </a>
      <a href={file("json")} download>
        JSON file
      </a>
      {/* Not a page of the app, so a plain link. */}
      <a href={`/explore/${slug}/feed.xml`}>Atom feed</a>
    </p>
  )
}

type FilterProps = {
  readonly path: string
  readonly query: ActivityQuery
  readonly lines: ReadonlyArray<EventLine>
}

/** Offers the people who acted on this page. */
function Filter({ lines, path, query }: FilterProps) {
  const people = new Map<string, string>()
  if (query.person !== null) people.set(query.person, shortAddress(query.person))
  for (const { actor, name } of lines) if (actor !== null) people.set(actor, name ?? shortAddress(actor))
  return (
    <FilterForm
      name="Activity"
      action={path}
      asked={activitySearch(query)}
      submit="Filter"
      lay="choices"
      {...(isNarrowed(query) && { more: <Link to={path}>Show everything</Link> })}
    >
      <FilterChoice
        id="activity-topic"
        name="topic"
        label="What"
        any="Everything"
        options={topics.map((topic) => [topic, topicNames[topic]] as const)}
        value={query.topic}
      />
      <FilterChoice
        id="activity-person"
        name="person"
        label="Who"
        any="Everybody"
        options={[...people]}
        value={query.person}
      />
    </FilterForm>
  )
}
