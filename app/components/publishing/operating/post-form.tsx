import { Link } from "@remix-run/react"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { PostCard } from "~/effects/publishing/operating/console"
import { ReasonForm } from "./reason-form"

type Props = {
  readonly post: PostCard
  /** As it was looked for. */
  readonly address: string
  readonly reply: PageReply | undefined
}

/** A post's own page is for who may read the community; here stands what is needed to hide it. */
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
        hint="Goes into the audit log, and stands in the community's public moderation log."
        reply={reply?.ok === false ? reply : undefined}
      />
    </div>
  )
}
