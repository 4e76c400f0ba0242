import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { FoundCommunity, FoundPage, FoundPerson, PostCard } from "~/effects/publishing/operating/console"
import { FindForm } from "./find-form"
import { PersonState } from "./person-state"
import { ReasonForm } from "./reason-form"

type PostFormProps = {
  readonly post: PostCard
  /** The address that was searched for. */
  readonly address: string
  readonly reply: PageReply | undefined
}

/**
 * Shows what an operator needs to hide a post, because the post's own page is open only to people who may read its
 * community.
 */
function PostForm({ address, post, reply }: PostFormProps) {
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

type Props = { readonly page: FoundPage; readonly reply: PageReply | undefined }

export function FindView({ page, reply }: Props) {
  const { communities, people, post, query } = page
  return (
    <>
      <Block id="find" title="Find a person, community or post">
        <div className="narrow">
          <FindForm query={query} />
        </div>
      </Block>
      {query === "" ? (
        <p className="muted">
          Find people by part of their name or e-mail address, or by their account. Find communities by name, address or
          owner, private ones included. Find a thread or a reply by the address of its page.
        </p>
      ) : (
        people.length + communities.length === 0 && post === null && <p role="status">Nothing found for “{query}”.</p>
      )}
      {post !== null && (
        <Block id="post" title={post.what === "thread" ? "Thread" : "Reply"}>
          <PostForm post={post} address={query} reply={replyTo(reply, post.isHidden ? "show" : "hide")} />
        </Block>
      )}
      {people.length > 0 && (
        <Block id="people" title="People">
          <ul className="entries">
            {people.map((person) => (
              <PersonEntry key={person.account} person={person} />
            ))}
          </ul>
        </Block>
      )}
      {communities.length > 0 && (
        <Block id="communities" title="Communities">
          <ul className="entries">
            {communities.map((community) => (
              <CommunityEntry key={community.id} community={community} reply={reply} />
            ))}
          </ul>
        </Block>
      )}
    </>
  )
}

function PersonEntry({ person: { account, email, joinedAt, name, suspension } }: { readonly person: FoundPerson }) {
  return (
    <li>
      <div className="row" data-apart>
        <Link to={`/operator/person/${account}`}>{name}</Link>
        <PersonState suspension={suspension} />
      </div>
      <p className="small muted">
        {email ?? "no e-mail address"} · {joinedAt === null ? "no profile" : `joined ${inUtc("day", joinedAt)}`}
      </p>
      <p className="small address">{account}</p>
    </li>
  )
}

type EntryProps = { readonly community: FoundCommunity; readonly reply: PageReply | undefined }

function CommunityEntry({ community, reply }: EntryProps) {
  const { createdAt, id, members, name, owner, slug, stage, visibility } = community
  return (
    <li>
      <p>
        {visibility === "private" || stage === "draft" ? <b>{name}</b> : <Link to={`/explore/${slug}`}>{name}</Link>}
      </p>
      <p className="small muted">
        {visibility}, {stage} · {counted(members, "member")} · owner {owner} · since {inUtc("day", createdAt)}
      </p>
      <p className="small address">
        {slug} · {id}
      </p>
      {stage !== "draft" && <CommunityAct community={community} reply={reply} />}
    </li>
  )
}

/** Collapsed, so that the list of communities stays short. */
function CommunityAct({ community: { id, name, stage }, reply }: EntryProps) {
  const isArchived = stage === "archived"
  const intent = isArchived ? "reopen-community" : "close-community"
  const own = reply?.ok === false && reply.intent === intent && reply.sent.on === id ? reply : undefined
  const words = isArchived ? `Reopen ${name}` : `Close ${name}`
  return (
    <details key={`${intent} ${reply?.requestId}`} open={own !== undefined}>
      <summary className="small">{words}</summary>
      <ReasonForm
        intent={intent}
        on={id}
        button={words}
        isDanger={!isArchived}
        hint={
          isArchived
            ? "Works only for communities that operators closed. The reason is public in its activity and moderation log."
            : "Archives the community; its owner cannot reopen it. The reason is public."
        }
        reply={own}
      />
    </details>
  )
}
