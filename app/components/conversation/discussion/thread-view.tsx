import { Form, Link, useFetcher } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { placeExists } from "~/components/base/parts/places"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ThreadView as Thread } from "~/effects/conversation/discussion/Post"
import type { ThreadPage } from "~/effects/conversation/discussion/page"
import { categoryNames, words } from "~/effects/conversation/discussion/texts"
import { Comments } from "./comments"
import { DiscussionChip, DiscussionIcon } from "./discussion-icon"
import { formHref, threadHref } from "./paths"
import { PostArticle } from "./post-article"
import { PostForm } from "./post-forms"
import { ReplyBox } from "./reply-box"

type Props = { readonly page: ThreadPage; readonly reply: PageReply | undefined }

/** One thread: what was asked, what people said, and the box to answer in. */
export function ThreadView({ page, reply }: Props) {
  const { comments, draft, form, key, rights, rules, thread } = page
  const { id: communityId, role, standing } = useFrame()
  const path = threadHref(communityId, thread.number)
  const isForThread = form !== null && form.post.type === "thread"
  return (
    <div className="columns">
      <div>
        <header className="page-head">
          <div className="row">
            <DiscussionChip icon="chat" word={categoryNames[thread.category]} />
            {thread.isPinned && <DiscussionChip icon="pin" word="Pinned" />}
            {thread.state === "closed" && <DiscussionChip icon="lock" word="Closed" />}
            <span className="eyebrow">Thread {thread.number}</span>
          </div>
          <h2>{thread.shown === "visible" ? thread.title : "A thread that is not shown"}</h2>
        </header>
        {thread.proposalNumber !== null && (
          <Notice tone="open">
            <p>
              <b>This thread became proposal {thread.proposalNumber}.</b>{" "}
              <Link to={`/community/detail/${communityId}/proposals?p=${thread.proposalNumber}`}>Read and vote</Link>
            </p>
          </Notice>
        )}
        <PostArticle
          post={thread}
          path={path}
          now={standing.now}
          canAgree={rights.agree === null}
          canReply={false}
          {...((rights.close || rights.pin) && { more: <ThreadTools page={page} path={path} /> })}
        >
          {isForThread && <PostForm form={form} path={path} formKey={key} reply={reply} category={thread.category} />}
        </PostArticle>
        <Comments
          target={{ type: "thread", id: thread.id }}
          comments={comments}
          path={path}
          form={isForThread ? null : form}
          formKey={key}
          reply={reply}
          noAgree={rights.agree}
          noReply={rights.reply}
        >
          {thread.state === "closed" ? (
            <Notice>
              <p>{words.closed}</p>
            </Notice>
          ) : (
            <ReplyBox
              path={path}
              formKey={key}
              reply={reply}
              refusal={rights.reply}
              place={`reply/${communityId}/${thread.number}`}
              draft={draft}
              isAside={form !== null}
            />
          )}
        </Comments>
      </div>
      <aside aria-label="About this thread">
        <Block id="about-thread" title="This thread">
          <dl className="facts">
            <div>
              <dt>Started</dt>
              <dd>
                <TimePair at={thread.createdAt} now={standing.now} short />
              </dd>
            </div>
            <div>
              <dt>Last activity</dt>
              <dd>
                <TimePair at={thread.lastActivityAt} now={standing.now} short />
              </dd>
            </div>
            <div>
              <dt>People who replied</dt>
              <dd>{thread.people}</dd>
            </div>
            <div>
              <dt>Agreed</dt>
              <dd>{thread.agreeCount}</dd>
            </div>
          </dl>
          <div className="stack thread-tools" data-gap="s">
            {role !== null && <FollowButtons thread={thread} path={path} />}
            {role !== null && thread.proposalNumber === null && thread.shown === "visible" && (
              <ToProposal thread={thread} />
            )}
          </div>
        </Block>
        {rules.length > 0 && (
          <Block id="rules" title="House rules">
            <Markdown tree={rules} />
          </Block>
        )}
      </aside>
    </div>
  )
}

/** Closing, reopening, pinning: in the menu of the first post. */
function ThreadTools({ page, path }: { readonly page: ThreadPage; readonly path: string }) {
  const { rights, thread } = page
  return (
    <>
      {rights.close && (
        <Link to={formHref(path, thread.state === "open" ? "close" : "reopen")} preventScrollReset>
          {thread.state === "open" ? "Close the thread" : "Reopen the thread"}
        </Link>
      )}
      {rights.pin && (
        <Form method="post" action={path} preventScrollReset>
          <button className="link-button" type="submit" name="intent" value={thread.isPinned ? "unpin" : "pin"}>
            {thread.isPinned ? "Unpin" : "Pin to the top"}
          </button>
        </Form>
      )}
    </>
  )
}

/** Shows at once what was pressed (D-10). */
function FollowButtons({ path, thread }: { readonly thread: Thread; readonly path: string }) {
  const fetcher = useFetcher()
  const asked = fetcher.formData?.get("state")
  const state = typeof asked === "string" ? asked : thread.follow
  const press = (name: "following" | "muted", on: string, off: string) => (
    <fetcher.Form method="post" action={path}>
      <input type="hidden" name="intent" value="follow" />
      <button
        className="button"
        data-size="full"
        type="submit"
        name="state"
        value={state === name ? "none" : name}
        aria-pressed={state === name}
        onClick={(event) => {
          event.preventDefault()
          fetcher.submit(
            { intent: "follow", state: state === name ? "none" : name, stay: "1" },
            { method: "post", action: path }
          )
        }}
      >
        {name === "following" && <DiscussionIcon name="bell" />}
        {state === name ? on : off}
      </button>
    </fetcher.Form>
  )
  return (
    <>
      {press("following", "Following", "Follow")}
      {press("muted", "Muted", "Mute")}
    </>
  )
}

/** The form for proposals takes the thread's title and text over. */
function ToProposal({ thread }: { readonly thread: Thread }) {
  const { id } = useFrame()
  if (!placeExists("/community/detail/$id/proposals?new=1")) return null
  return (
    <Link
      className="button"
      data-size="full"
      to={`/community/detail/${id}/proposals?new=1&from=thread&thread=${thread.number}`}
    >
      <DiscussionIcon name="vote" />
      Turn into proposal
    </Link>
  )
}
