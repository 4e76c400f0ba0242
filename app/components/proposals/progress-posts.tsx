import type { ProgressPost } from "~/effects/proposals/views"
import { nameOf } from "../discussion/person-line"
import { Block } from "../inside/block"
import { Markdown } from "../markdown/markdown"
import { TimePair } from "../time-pair"

/** What the author wrote after it passed, oldest first. */
export function ProgressPosts({ now, posts }: { readonly posts: ReadonlyArray<ProgressPost>; readonly now: number }) {
  if (posts.length === 0) return null
  return (
    <Block id="progress" title="What came of it">
      <ol className="entries">
        {posts.map(({ at, author, seq, text }) => (
          <li key={seq}>
            <p className="meta">
              <span>{nameOf(author)}</span>
              <TimePair at={at} now={now} short />
            </p>
            <Markdown tree={text} />
          </li>
        ))}
      </ol>
    </Block>
  )
}
