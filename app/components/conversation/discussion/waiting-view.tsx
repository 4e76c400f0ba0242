/** A member's own posts that wait for a moderator: to read in lists and threads, and to change on a page of their own. */
import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { type OwnWaitingPost, REFUSED_DAYS, waitingPath } from "~/effects/conversation/discussion/firstPosts"
import type { WaitingPage } from "~/effects/conversation/discussion/page"
import { CategoryField, TitleField } from "./fields"
import { FormTrouble } from "./form-trouble"
import { discussionHref } from "./paths"

function WaitingPost({ heading: Heading, post }: { readonly heading: "h2" | "h3"; readonly post: OwnWaitingPost }) {
  const { communityRole } = useFrame()
  return (
    <>
      <p className="row">
        <span className="tag">
          {post.refusal === null ? "Waiting for a moderator; only you see it" : "Not published; only you see it"}
        </span>
        <span className="muted small push">
          <TimePair at={post.createdAt} now={communityRole.now} short />
        </span>
      </p>
      <Heading className="h4">
        {post.path === null ? post.title : <Link to={post.path}>Reply in “{post.title}”</Link>}
      </Heading>
      {post.refusal !== null && (
        <Notice tone="warn">
          <p>
            A moderator's reason: “{post.refusal}” The post is deleted after {REFUSED_DAYS} days.
          </p>
        </Notice>
      )}
      <Markdown tree={post.text} />
    </>
  )
}

/** Nothing without any. */
export function OwnWaiting({ posts }: { readonly posts: ReadonlyArray<OwnWaitingPost> }) {
  const { id } = useFrame()
  if (posts.length === 0) return null
  return (
    <Block
      id="own-waiting"
      title="Your posts awaiting approval"
      more={<Link to={waitingPath(id)}>Edit or withdraw</Link>}
    >
      <ul className="entries">
        {posts.map((post) => (
          <li key={post.id} className="stack" data-gap="s">
            <WaitingPost heading="h3" post={post} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

type Props = { readonly page: WaitingPage; readonly reply: PageReply | undefined }

/** The page of one's own posts that wait, with their forms. */
export function WaitingView({ page, reply }: Props) {
  const { id } = useFrame()
  return (
    <section className="narrow stack" aria-labelledby="tab-title">
      <h1 id="tab-title">Your posts awaiting approval</h1>
      <p>
        This community's moderators read the first posts of each member before they are published. You get a
        notification when yours is decided.
      </p>
      {page.posts.length === 0 ? (
        <>
          <FormTrouble reply={reply} />
          <Notice>
            <p>None of your posts is waiting.</p>
          </Notice>
        </>
      ) : (
        <ul className="entries">
          {page.posts.map((post) => (
            <li key={`${post.id} ${post.version}`} className="stack" data-gap="s">
              <WaitingPost heading="h2" post={post} />
              <Forms post={post} reply={reply?.sent.post === post.id ? reply : undefined} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to={discussionHref(id)}>Back to the discussion</Link>
      </p>
    </section>
  )
}

function Forms({ post, reply }: { readonly post: OwnWaitingPost; readonly reply: PageReply | undefined }) {
  const { id } = useFrame()
  const sent = useNavigation().formData
  const isSending = (intent: string) => sent?.get("post") === post.id && sent.get("intent") === intent
  const action = waitingPath(id)
  return (
    <>
      <FormTrouble reply={reply} />
      <details className="disclosure" open={reply?.ok === false && reply.sent.intent === "edit-waiting"}>
        <summary>{post.refusal === null ? "Edit" : "Edit and submit again"}</summary>
        <Form className="stack" data-gap="s" method="post" action={action} noValidate preventScrollReset>
          <input type="hidden" name="post" value={post.id} />
          <input type="hidden" name="version" value={post.version} />
          {post.type === "thread" && <TitleField reply={reply} start={post.title} />}
          {post.type === "thread" && <CategoryField reply={reply} start={post.category} />}
          <PlainField
            name="body"
            label={post.type === "thread" ? "Text" : "Your reply"}
            rows={8}
            value={typed(reply, "body", post.body)}
            reply={reply}
          />
          <div className="row">
            <BusyButton
              className="button"
              data-kind="primary"
              data-size="s"
              type="submit"
              name="intent"
              value="edit-waiting"
              isBusy={isSending("edit-waiting")}
            >
              {post.refusal === null ? "Save" : "Submit again"}
            </BusyButton>
          </div>
        </Form>
      </details>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="post" value={post.id} />
        <BusyButton
          className="button"
          data-size="s"
          type="submit"
          name="intent"
          value="withdraw-waiting"
          isBusy={isSending("withdraw-waiting")}
        >
          {post.refusal === null ? "Withdraw" : "Delete"}
        </BusyButton>
      </Form>
    </>
  )
}
