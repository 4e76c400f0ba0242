import { Form, Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { AttachedFiles } from "~/components/conversation/attachments/attached-files"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ThreadView as Thread } from "~/effects/conversation/discussion/Post"
import type { ThreadPage } from "~/effects/conversation/discussion/page"
import { categoryNames, words } from "~/effects/conversation/discussion/texts"
import { AboutThread } from "./about-thread"
import { Comments } from "./comments"
import { DiscussionChip } from "./discussion-icon"
import { formHref, threadHref } from "./paths"
import { PostArticle } from "./post-article"
import { PostForm } from "./post-forms"
import { ReplyBox } from "./reply-box"

type Props = { readonly page: ThreadPage; readonly reply: PageReply | undefined }

/** One thread with its replies and the reply box. */
export function ThreadView({ page, reply }: Props) {
  const { comments, draft, form, key, rights, rules, thread } = page
  const { id: communityId, communityRole } = useFrame()
  const path = threadHref(communityId, thread.number)
  const isForThread = form !== null && form.post.type === "thread"
  return (
    <div className="columns">
      <div>
        <ThreadHead thread={thread} />
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
          now={communityRole.now}
          canAgree={rights.agree === null}
          canReply={false}
          {...((rights.close || rights.pin) && { more: <ThreadTools page={page} path={path} /> })}
        >
          {isForThread && <PostForm form={form} path={path} formKey={key} reply={reply} category={thread.category} />}
        </PostArticle>
        {thread.shown !== "removed" && (
          <AttachedFiles
            files={page.attachments}
            hrefOf={(file) => `/api/threads/${communityId}/${thread.number}/files/${file}`}
            {...(page.mayAttach && { path })}
            reply={reply}
            hint="Anyone who can read the thread can read it."
          />
        )}
        <Comments
          target={{ type: "thread", id: thread.id }}
          comments={comments}
          path={path}
          form={isForThread ? null : form}
          formKey={key}
          reply={reply}
          noAgree={rights.agree}
          noReply={rights.reply}
          waiting={page.waiting}
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
      <AboutThread thread={thread} rules={rules} path={path} />
    </div>
  )
}

function ThreadHead({ thread }: { readonly thread: Thread }) {
  return (
    <header className="page-head">
      <div className="row">
        <DiscussionChip icon="chat" word={categoryNames[thread.category]} />
        {thread.isPinned && <DiscussionChip icon="pin" word="Pinned" />}
        {thread.state === "closed" && <DiscussionChip icon="lock" word="Closed" />}
        <span className="eyebrow">Thread {thread.number}</span>
      </div>
      <h1>{thread.shown === "visible" ? thread.title : "A hidden thread"}</h1>
    </header>
  )
}

/** Close, reopen and pin, in the menu of the first post. */
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
