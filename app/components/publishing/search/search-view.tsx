import { Form, Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { FilterChoice, type FilterOption } from "~/components/base/forms/filter-form"
import { Block } from "~/components/base/parts/block"
import { DayAt } from "~/components/base/parts/day"
import { Icon } from "~/components/base/parts/icon"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { Tabs } from "~/components/base/parts/tabs"
import { counted } from "~/effects/base/text/counted"
import type { Marked } from "~/effects/publishing/search/excerpt"
import type { Hit, Results, SearchPage } from "~/effects/publishing/search/searchPage"
import {
  kindNames,
  MOST_CHARACTERS,
  MOST_RESULTS,
  RESULTS_PER_PAGE,
  type ResultKind,
  type SearchQuery,
  searchOf
} from "~/effects/publishing/search/searchQuery"

interface Props {
  readonly page: SearchPage
  readonly title: string
  /** "in this community" */
  readonly where: string
}

type Asked = Pick<SearchPage, "path" | "query">

const hrefOf = ({ path, query }: Asked, change: Partial<SearchQuery>) =>
  `${path}${searchOf({ ...query, page: 1, ...change })}`

/** One box, the kinds of results, and each result in its sentence. A plain form: it works without scripts. */
export function SearchView({ page, title, where }: Props) {
  const { isBehind, path, problem, query, results } = page
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
        <Form className="find" role="search" action={path} key={query.q}>
          <label className="visually-hidden" htmlFor="q">
            Search {where}
          </label>
          <input
            className="input"
            id="q"
            name="q"
            type="search"
            defaultValue={query.q}
            maxLength={MOST_CHARACTERS}
            aria-invalid={problem !== null}
            aria-describedby="q-problem"
          />
          <button className="button" type="submit">
            <Icon name="search" />
            Search
          </button>
        </Form>
        <FieldError id="q-problem" message={problem ?? undefined} />
        {query.q === "" && (
          <p>
            Finds {page.kinds.map((kind) => kindNames[kind].toLowerCase()).join(", ")} {where}. Each of your words has
            to begin a word of the text; case and accents do not count, and a part of a word at its beginning is enough.
          </p>
        )}
        {isBehind && <p className="small">Older texts are still being indexed, so some results may be missing.</p>}
      </header>
      {results !== null && <Found page={page} results={results} where={where} />}
    </>
  )
}

function Found({ page, results, where }: Omit<Props, "title"> & { readonly results: Results }) {
  const { query } = page
  const isNarrowed = query.kind !== null || query.from !== null || query.when !== null
  if (results.total === 0 && !isNarrowed) return <Nothing page={page} results={results} where={where} />
  return (
    <>
      <Kinds page={page} results={results} />
      <div className="columns">
        <section aria-labelledby="results">
          <h2 id="results" className="visually-hidden">
            {counted(results.total, "result")} for {query.q}
          </h2>
          {results.isSimilar && (
            <p className="muted">
              Nothing {where} has exactly <b>{query.q}</b>. These results have similar words.
            </p>
          )}
          {results.total === 0 ? (
            <NothingYet>
              <p>
                Nothing you can see {where} matches.{" "}
                <Link to={hrefOf(page, { kind: null, from: null, when: null })}>Clear the filters.</Link>
              </p>
            </NothingYet>
          ) : (
            <ul className="hits">
              {results.hits.map((hit) => (
                <HitLine key={hit.key} hit={hit} />
              ))}
            </ul>
          )}
          <Pages page={page} results={results} />
        </section>
        <aside aria-label="Narrow the search">
          <Narrow page={page} results={results} />
          {results.hits.some(({ only }) => only !== null) && <PrivateResults />}
        </aside>
      </div>
    </>
  )
}

function Kinds({ page, results: { counts, isMore } }: { readonly page: SearchPage; readonly results: Results }) {
  const { query } = page
  const all = counts.reduce((sum, { many }) => sum + many, 0)
  const tab = (kind: ResultKind | null, name: string, many: number) => (
    <Link key={name} to={hrefOf(page, { kind })} aria-current={query.kind === kind ? "page" : undefined}>
      {name} {!isMore && <small>{many}</small>}
    </Link>
  )
  return (
    <Tabs label="Kinds" current={query.kind ?? ""}>
      {tab(null, "All", all)}
      {counts.map(({ kind, many }) => tab(kind, kindNames[kind], many))}
    </Tabs>
  )
}

const marked = (parts: Marked): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
  parts.map((part, n) => (n % 2 === 1 ? <mark key={n}>{part}</mark> : part))

function HitLine({ hit }: { readonly hit: Hit }) {
  const { about, at, href, only, over, sentence, title } = hit
  return (
    <li>
      <div className="row">
        <p className="eyebrow">{over}</p>
        {only !== null && <Private who={only} />}
      </div>
      <h3>
        <Link to={href}>{marked(title)}</Link>
      </h3>
      {sentence.join("") !== "" && <q>{marked(sentence)}</q>}
      <p className="meta">
        {about.map((each) => (
          <span key={each}>{each}</span>
        ))}
        {at !== null && <DayAt at={at} />}
      </p>
    </li>
  )
}

function Private({ who }: { readonly who: string }) {
  return (
    <span className="private">
      <Icon name="lock" />
      {who}
    </span>
  )
}

function PrivateResults() {
  return (
    <Block id="private-results" title="Private results">
      <p>
        <Private who="Its submitter and reviewers" />
      </p>
      <p className="small muted after">
        You see them because you submitted or review the expense. Searches of other members neither show nor count them.
      </p>
    </Block>
  )
}

function Pages({ page, results: { isMore, total } }: { readonly page: SearchPage; readonly results: Results }) {
  const { query } = page
  const from = (query.page - 1) * RESULTS_PER_PAGE
  const to = Math.min(from + RESULTS_PER_PAGE, total)
  if (total === 0) return null
  return (
    <nav className="pager" aria-label="Pages">
      <span className="muted">
        {from + 1}–{to} of {isMore ? `more than ${MOST_RESULTS}; the newest ${total} are listed` : total}
      </span>
      {query.page > 1 && <Link to={hrefOf(page, {})}>First page</Link>}
      {to < total && (
        <Link to={hrefOf(page, { page: query.page + 1 })} rel="next">
          Next page
        </Link>
      )}
    </nav>
  )
}

const periodNames: ReadonlyArray<FilterOption> = [
  ["week", "Last 7 days"],
  ["month", "Last 30 days"],
  ["year", "Last 365 days"]
]
const orderNames: ReadonlyArray<FilterOption> = [["newest", "Newest first"]]

function Narrow({ page, results: { people } }: { readonly page: SearchPage; readonly results: Results }) {
  const { path, query } = page
  const authors = people.map(({ account, name }): FilterOption => [account, name])
  return (
    <Block id="narrow" title="Narrow it">
      <Form className="stack" action={path} key={searchOf(query)}>
        <input type="hidden" name="q" value={query.q} />
        {query.kind !== null && <input type="hidden" name="kind" value={query.kind} />}
        {authors.length > 0 && (
          <FilterChoice id="from" name="from" label="From" any="Anybody" options={authors} value={query.from} />
        )}
        <FilterChoice id="when" name="when" label="When" any="Any time" options={periodNames} value={query.when} />
        <FilterChoice id="order" name="order" label="Order" any="Best first" options={orderNames} value={query.order} />
        <button className="button" type="submit">
          Apply
        </button>
      </Form>
    </Block>
  )
}

function Nothing({ page, results: { alone }, where }: Omit<Props, "title"> & { readonly results: Results }) {
  const [best] = [...alone].sort((one, other) => other.many - one.many)
  return (
    <NothingYet>
      <p>
        Nothing you can see {where} mentions <b>{page.query.q}</b>.
      </p>
      {alone.map(({ many, word }) => (
        <p key={word} className="small muted">
          <b>{word}</b> alone has {many > MOST_RESULTS ? `more than ${MOST_RESULTS} results` : counted(many, "result")}.
        </p>
      ))}
      {best !== undefined && (
        <Link className="button" to={hrefOf(page, { q: best.word })}>
          Search for {best.word}
        </Link>
      )}
    </NothingYet>
  )
}
