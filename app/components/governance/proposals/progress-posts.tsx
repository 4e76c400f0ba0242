import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { nameOf } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import type { ProgressPost } from "~/effects/governance/proposals/views"

/** The author's posts after the proposal passed, oldest first. */
export function ProgressPosts({ now, posts }: { readonly posts: ReadonlyArray<ProgressPost>; readonly now: number }) {
  if (posts.length === 0) return null
  return (
    <Block id="progress" title="Updates">
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
