import { Link } from "@remix-run/react"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { PostCard } from "~/effects/publishing/operating/console"
import { ReasonForm } from "./reason-form"

type Props = {
  readonly post: PostCard
  /** The address that was searched for. */
  readonly address: string
  readonly reply: PageReply | undefined
}

/**
 * Shows what an operator needs to hide a post, because the post's own page is open only to people who may read its
 * community.
 */
export function PostForm({ address, post, reply }: Props) {
  const { author, community, isHidden, path, title, what } = post
  return (
    <div className="card narrow">
      <p>
        {what === "thread" ? "“" : "Below “"}
        <Link to={path}>{title}</Link>” in {community}, by <span className="address">{author}</span>
      </p>
      <p className="muted small">{isHidden ? "It is hidden." : "It is visible."}</p>
      <ReasonForm
        key={isHidden ? "show" : "hide"}
        intent={isHidden ? "show" : "hide"}
        on={address}
        button={isHidden ? "Show it again" : "Hide it"}
        isDanger={!isHidden}
        hint="Goes into the audit log and into the community's public moderation log."
        reply={reply?.ok === false ? reply : undefined}
      />
    </div>
  )
}
