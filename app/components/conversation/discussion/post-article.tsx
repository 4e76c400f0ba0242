import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Icon } from "~/components/base/parts/icon"
import { Menu } from "~/components/base/parts/menu"
import { PersonLine } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import type { CommentView, ThreadView } from "~/effects/conversation/discussion/Post"
import { hiddenWords, words } from "~/effects/conversation/discussion/texts"
import { AgreeButton } from "./agree-button"
import { formHref } from "./paths"

type Post = CommentView | ThreadView

type Props = {
  readonly post: Post
  /** Address of the page of comments: forms open on it, permanent addresses extend it. */
  readonly path: string
  readonly now: number
  readonly canAgree: boolean
  readonly canReply: boolean
  /** More entries for the menu. */
  readonly more?: ReactNode
  /** A form that is open below this post. */
  readonly children?: ReactNode
}

/** The permanent address of a post. */
const ownHref = (post: Post, path: string) => (post.type === "thread" ? path : `${path}&at=${post.id}#c-${post.id}`)
const postParam = (post: Post) => (post.type === "thread" ? undefined : post.id)

/** One post with the agreement button, its menu and its open form. */
export function PostArticle({ canAgree, canReply, children, more, now, path, post }: Props) {
  const id = `c-${post.id}`
  const isReply = post.type === "comment" && post.isReply
  if (post.shown === "removed") {
    return (
      <article className="post" id={id} data-reply={isReply || undefined}>
        <p className="muted">{words.removedByAuthor}</p>
        {children}
      </article>
    )
  }
  return (
    <article className="post" id={id} data-reply={isReply || undefined} aria-labelledby={`${id}-by`} tabIndex={-1}>
      <PostHead post={post} path={path} now={now} />
      {post.shown === "hidden" ? <HiddenText post={post} /> : <Markdown tree={post.text} />}
      <footer className="post__foot no-print">
        {post.shown === "visible" && <AgreeButton post={post} path={path} canAgree={canAgree} />}
        {canReply && post.shown === "visible" && post.type === "comment" && (
          <Link
            className="button"
            data-kind="quiet"
            data-size="s"
            to={formHref(path, "reply", post.id)}
            preventScrollReset
          >
            Reply<span className="visually-hidden"> to {post.author.name ?? "this reply"}</span>
          </Link>
        )}
        <PostMenu post={post} path={path} more={more} />
        {post.rights.report && (
          <Link
            className="button push"
            data-kind="quiet"
            data-size="s"
            to={formHref(path, "report", postParam(post))}
            preventScrollReset
            aria-label="Report this post"
            title="Report this post"
          >
            <Icon name="flag" />
          </Link>
        )}
      </footer>
      {children}
    </article>
  )
}

/** Author and time of a post, which also name the article for screen readers. */
function PostHead({ now, path, post }: Pick<Props, "now" | "path" | "post">) {
  return (
    <header className="row">
      <span className="row" id={`c-${post.id}-by`}>
        <PersonLine person={post.author} />
        {post.type === "comment" && post.replyTo !== null && <span className="muted small">to {post.replyTo}</span>}
        {post.isOwn && <span className="muted small">you</span>}
        {post.type === "comment" && post.isNew && <span className="chip">New</span>}
      </span>
      <span className="post__when">
        {post.editedAt !== null && (
          <>
            <Link to={`${path}&do=history${post.type === "thread" ? "" : `&post=${post.id}`}`}>edited</Link> ·{" "}
          </>
        )}
        <Link to={ownHref(post, path)} preventScrollReset>
          <TimePair at={post.createdAt} now={now} short />
        </Link>
      </span>
    </header>
  )
}

/** A hidden text, folded so that readers can still open it; works without JavaScript. */
function HiddenText({ post }: { readonly post: Post }) {
  return (
    <details className="hidden-post">
      <summary>
        <span className="notice">
          <Icon name="flag" />
          <span>
            {hiddenWords(post.reason ?? "")} <span className="link-button hidden-post__open">Show anyway</span>
          </span>
        </span>
      </summary>
      <Markdown tree={post.text} />
    </details>
  )
}

/** Actions that only some readers have; absent for everybody else. */
function PostMenu({ more, path, post }: Pick<Props, "more" | "path" | "post">) {
  const { edit, hide, remove } = post.rights
  if (!edit && !hide && !remove && more === undefined) return null
  const link = (what: string, label: string) => (
    <Link to={formHref(path, what, postParam(post))} preventScrollReset>
      {label}
    </Link>
  )
  return (
    <Menu
      label="More for this post"
      summary={
        <span className="button" data-kind="quiet" data-size="s">
          More
        </span>
      }
    >
      <div className="menu__links">
        {edit && link("edit", "Edit")}
        {remove && link("remove", "Remove")}
        {hide && link(post.shown === "hidden" ? "show" : "hide", post.shown === "hidden" ? "Show again" : "Hide")}
        {more}
      </div>
    </Menu>
  )
}
