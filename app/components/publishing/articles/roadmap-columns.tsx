import { Form } from "@remix-run/react"
import { Day } from "~/components/base/parts/day"
import { counted } from "~/effects/base/text/counted"
import type { Library, RoadmapItem } from "~/effects/publishing/articles/Article"

type Props = {
  readonly item: { readonly id: string; readonly title: string }
  readonly people: number
  /** Null without a session. */
  readonly isMine: boolean | null
}

/**
 * Shows how many people want an item and lets members add or remove their own wish. A plain form that needs no
 * JavaScript.
 */
function FeatureRequestLine({ isMine, item, people }: Props) {
  const inWords = people === 0 ? null : `${counted(people, "person wants", "people want")} this`
  if (isMine === null) return inWords === null ? null : <p className="small">{inWords}</p>
  return (
    <Form method="post" action="/roadmap" className="row small" preventScrollReset>
      <input type="hidden" name="item" value={item.id} />
      <button
        className="button"
        data-size="s"
        type="submit"
        name="wanted"
        value={isMine ? "no" : "yes"}
        aria-pressed={isMine}
        aria-label={`I want this: ${item.title}`}
      >
        I want this
      </button>
      {inWords}
    </Form>
  )
}

const columns = [
  { key: "now", title: "Now", text: "Being built." },
  { key: "next", title: "Next", text: "Decided, not started." },
  { key: "later", title: "Later", text: "Wanted, with open questions." }
] as const

export interface Wanted {
  /** Item id → number of people who want it. */
  readonly wanted: { readonly [item: string]: number }
  /** Ids of the items that the visitor wants; null without a session. */
  readonly mine: ReadonlyArray<string> | null
}

function Item({ item, mine, wanted }: { readonly item: RoadmapItem } & Wanted) {
  return (
    <li id={item.id} className="roadmap__item">
      <h3 className="h4">
        <a href={`#${item.id}`}>{item.title}</a>
      </h3>
      <p className="small muted">{item.text}</p>
      {item.done === undefined ? (
        <FeatureRequestLine item={item} people={wanted[item.id] ?? 0} isMine={mine?.includes(item.id) ?? null} />
      ) : (
        <p className="small">
          Released <Day day={item.done} />
        </p>
      )}
    </li>
  )
}

/** Renders the columns now, next and later that have items, and below them what is released, newest first. */
export function RoadmapColumns({
  roadmap,
  ...wishes
}: Wanted & {
  readonly roadmap: Pick<Library["roadmap"], "now" | "next" | "later" | "done">
}) {
  const shown = columns.filter(({ key }) => roadmap[key].length > 0)
  return (
    <>
      <div className="roadmap">
        {shown.map(({ key, text, title }) => (
          <section key={key} className="block" aria-labelledby={`column-${key}`}>
            <div className="block__head">
              <h2 id={`column-${key}`} className="h3">
                {title}
              </h2>
              <span className="small muted">{text}</span>
            </div>
            <ul className="entries">
              {roadmap[key].map((item) => (
                <Item key={item.id} item={item} {...wishes} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className="block" aria-labelledby="column-done">
        <div className="block__head">
          <h2 id="column-done" className="h3">
            Done
          </h2>
        </div>
        <ul className="entries roadmap__done">
          {roadmap.done.map((item) => (
            <Item key={item.id} item={item} {...wishes} />
          ))}
        </ul>
      </section>
    </>
  )
}
