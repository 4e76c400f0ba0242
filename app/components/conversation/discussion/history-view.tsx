import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { nameOf } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import type { HistoryPage } from "~/effects/conversation/discussion/page"
import { threadHref } from "./paths"

const marks = { same: "span", added: "ins", removed: "del" } as const

/** The earlier versions of a post, newest first, each with its changes. */
export function HistoryView({ page }: { readonly page: HistoryPage }) {
  const { id, communityRole } = useFrame()
  const back = threadHref(id, page.number)
  const to = page.post.type === "thread" ? back : `${back}&at=${page.post.id}#c-${page.post.id}`
  return (
    <section aria-labelledby="tab-title">
      <header className="page-head">
        <p className="eyebrow">{page.item}</p>
        <h1 id="tab-title">
          History of {page.post.type === "thread" ? `“${page.title}”` : `a reply in “${page.title}”`}
        </h1>
        <p>
          Written by {nameOf(page.author)}. <Link to={to}>Back to the thread</Link>
        </p>
      </header>
      {page.versions.map(({ at, changes, version }, index) => (
        <Block
          key={version}
          id={`version-${version}`}
          title={index === page.versions.length - 1 ? "First text" : index === 0 ? "Text now" : `Version ${version}`}
          more={
            <span className="small muted">
              <TimePair at={at} now={communityRole.now} short />
            </span>
          }
        >
          <div className="changes">
            {changes.map(({ kind, text }, place) => {
              const Tag = marks[kind]
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a version never change their order
              return <Tag key={place}>{text}</Tag>
            })}
          </div>
        </Block>
      ))}
    </section>
  )
}
