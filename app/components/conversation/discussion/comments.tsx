/**
 * Comments on a thread, a proposal or an announcement: the list, its pages, the form open in it, and new comments. The
 * page around it supplies its address and its reply box.
 */
import { Link } from "@remix-run/react"
import { Fragment, type ReactNode, useEffect, useRef } from "react"
import { LiveLine } from "~/components/activity/live/live-line"
import { NewThings } from "~/components/activity/live/new-things"
import { useNews } from "~/components/activity/live/use-news"
import { Markdown } from "~/components/base/markdown/markdown"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { type WaitingReply, waitingPath } from "~/effects/conversation/discussion/firstPosts"
import type { CommentsPage, TargetType } from "~/effects/conversation/discussion/Post"
import type { OpenForm, Refusal } from "~/effects/conversation/discussion/page"
import { PostArticle } from "./post-article"
import { PostForm } from "./post-forms"

/** The reader's own replies that wait for a moderator, where they will be once they are published. */
function WaitingReplies({ posts }: { readonly posts: ReadonlyArray<WaitingReply> }) {
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

/** Reports how far the reader has read. A failure is ignored: the thread just stays unread. */
const markRead = ({ id, type }: { readonly type: TargetType; readonly id: string }, seq: number): void => {
  void fetch("/api/read", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type, id, seq }),
    keepalive: true
  }).catch(() => undefined)
}

type Props = {
  readonly target: { readonly type: TargetType; readonly id: string }
  readonly comments: CommentsPage
  /** The page's own address, with a query: "…?thread=4". */
  readonly path: string
  /** The open form, if it is about a comment. */
  readonly form: OpenForm | null
  readonly formKey: string
  readonly reply: PageReply | undefined
  /** Null if the reader may agree, or reply. */
  readonly noAgree: Refusal | null
  readonly noReply: Refusal | null
  /** The reader's own replies that wait for a moderator. */
  readonly waiting: ReadonlyArray<WaitingReply>
  /** The box below the list. */
  readonly children: ReactNode
}

export function Comments(props: Props) {
  const { children, comments, form, formKey, noAgree, noReply, path, reply, target, waiting } = props
  const { communityRole } = useFrame()
  const on = `${target.type}:${target.id}`
  const news = useNews(
    ({ data, type }) => type === "commented" && data.on === on && Number(data.seq ?? 0) > comments.lastSeq
  )
  useReading(target, comments, communityRole.account)
  return (
    <section aria-labelledby="replies">
      <div className="thread-bar">
        <h2 id="replies" className="h4">
          {comments.total === 0 ? "No replies yet" : counted(comments.total, "reply", "replies")}
        </h2>
        <LiveLine state={news.state} />
      </div>
      {comments.before !== null && (
        <p className="pager">
          <Link to={`${path}&before=${comments.before}`}>Earlier replies</Link>
          <Link to={path}>From the start</Link>
        </p>
      )}
      {comments.comments.map((comment) => (
        <Fragment key={comment.id}>
          <PostArticle
            post={comment}
            path={path}
            now={communityRole.now}
            canAgree={noAgree === null}
            canReply={noReply === null}
          >
            {form?.post.id === comment.id && <PostForm form={form} path={path} formKey={formKey} reply={reply} />}
          </PostArticle>
          <WaitingReplies posts={waiting.filter(({ after }) => after === comment.id)} />
        </Fragment>
      ))}
      {comments.after === null && <WaitingReplies posts={waiting.filter(({ after }) => after === null)} />}
      {comments.after !== null && (
        <p className="pager">
          <Link to={`${path}&after=${comments.after}`}>More replies</Link>
        </p>
      )}
      <NewThings count={news.count} one="reply" onShow={news.show} />
      {children}
    </section>
  )
}

/** Marks the conversation as read once its last page was shown. */
function useReading(target: Props["target"], comments: CommentsPage, account: AccountAddress | null) {
  const marked = useRef(-1)
  const { after, lastSeq } = comments
  useEffect(() => {
    if (account === null || after !== null || marked.current >= lastSeq) return
    marked.current = lastSeq
    markRead(target, lastSeq)
  }, [account, after, lastSeq, target])
}
