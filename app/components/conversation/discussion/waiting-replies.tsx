import { Link } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { type WaitingReply, waitingPath } from "~/effects/conversation/discussion/firstPosts"

/** The reader's own replies that wait for a moderator, where they will be once they are published. */
export function WaitingReplies({ posts }: { readonly posts: ReadonlyArray<WaitingReply> }) {
  const { communityRole, id: communityId } = useFrame()
  return posts.map(({ createdAt, id, isReply, text }) => (
    <article key={id} className="post" id={`w-${id}`} data-reply={isReply || undefined} aria-labelledby={`w-${id}-by`}>
      <header className="row">
        <span className="tag" id={`w-${id}-by`}>
          Waiting for a moderator; only you see it
        </span>
        <span className="post__when">
          <TimePair at={createdAt} now={communityRole.now} short />
        </span>
      </header>
      <Markdown tree={text} />
      <footer className="post__foot no-print">
        <Link className="button" data-kind="quiet" data-size="s" to={waitingPath(communityId)}>
          Edit or withdraw
        </Link>
      </footer>
    </article>
  ))
}
