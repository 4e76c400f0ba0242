/** Moderators' queue of first posts, and how many of each member's posts wait. */
import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { nameOf, PersonLine } from "~/components/base/parts/person-line"
import { TimePair } from "~/components/base/parts/time-pair"
import { ReasonField } from "~/components/conversation/discussion/fields"
import { FormTrouble } from "~/components/conversation/discussion/form-trouble"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { FirstPostQueue, QueuedPost } from "~/effects/conversation/discussion/firstPosts"

type Props = {
  readonly queue: FirstPostQueue
  readonly path: string
  readonly now: number
  readonly reply: PageReply | undefined
}

const choices = ["None", "The first", "The first two", "The first three"] as const

export function FirstPosts({ now, path, queue, reply }: Props) {
  const { hasMore, posts, rule } = queue
  const orphan = typeof reply?.sent.post === "string" && posts.every(({ id }) => id !== reply.sent.post)
  return (
    <Block id="first-posts" title="First posts awaiting approval">
      {orphan && <FormTrouble reply={reply} />}
      {posts.length === 0 ? (
        <p className="muted">No posts are waiting.</p>
      ) : (
        <ul className="entries">
          {posts.map((post) => (
            <li key={`${post.id} ${post.version}`}>
              <QueueEntry post={post} path={path} now={now} reply={reply?.sent.post === post.id ? reply : undefined} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="small muted">More are shown when these are decided.</p>}
      <RuleForm rule={rule} path={path} reply={replyTo(reply, "first-posts")} />
    </Block>
  )
}

type EntryProps = Omit<Props, "queue"> & { readonly post: QueuedPost }

function QueueEntry({ now, path, post, reply }: EntryProps) {
  const { author, createdAt, id, refusal, text, title, type, version } = post
  const sent = useNavigation().formData
  const isSending = (intent: string) => sent?.get("post") === id && sent.get("intent") === intent
  return (
    <article className="stack" data-gap="s" aria-label={`A first post by ${nameOf(author)}`}>
      <p className="row">
        <PersonLine person={author} />
        <span>
          {type === "thread" ? (
            <>wrote the thread “{title}”</>
          ) : (
            <>
              replied in <Link to={post.path ?? path}>{title}</Link>
            </>
          )}
        </span>
        <span className="muted small push">
          <TimePair at={createdAt} now={now} short />
        </span>
      </p>
      <Markdown tree={text} />
      {refusal !== null ? (
        <Notice>
          <p>{refusal}</p>
        </Notice>
      ) : (
        <Form className="stack" data-gap="s" method="post" action={path} noValidate preventScrollReset>
          <FormTrouble reply={reply} />
          <input type="hidden" name="post" value={id} />
          <input type="hidden" name="version" value={version} />
          <ReasonField
            id={`first-${id}`}
            reply={reply}
            hint="To refuse: 5 to 300 characters. The author reads it, and everybody in the moderation log."
          />
          <div className="row">
            <BusyButton
              className="button"
              data-kind="primary"
              data-size="s"
              type="submit"
              name="intent"
              value="approve-post"
              isBusy={isSending("approve-post")}
            >
              Publish
            </BusyButton>
            <BusyButton
              className="button"
              data-kind="danger"
              data-size="s"
              type="submit"
              name="intent"
              value="refuse-post"
              isBusy={isSending("refuse-post")}
            >
              Refuse
            </BusyButton>
          </div>
        </Form>
      )}
    </article>
  )
}

type RuleProps = Pick<Props, "path" | "reply"> & { readonly rule: FirstPostQueue["rule"] }

function RuleForm({ path, reply, rule }: RuleProps) {
  const isSending = useNavigation().formData?.get("intent") === "first-posts"
  return (
    <Form className="stack" data-gap="s" method="post" action={path} key={rule} noValidate preventScrollReset>
      {reply?.ok === true && <Notice tone="ok">{reply.message}</Notice>}
      <div className="field">
        <label htmlFor="first-posts-rule">First posts of each member that need approval</label>
        <select
          className="input"
          id="first-posts-rule"
          name="firstPosts"
          defaultValue={typed(reply?.ok === false ? reply : undefined, "firstPosts", String(rule))}
          aria-describedby="first-posts-hint first-posts-error"
        >
          {choices.map((name, n) => (
            <option key={name} value={n}>
              {name}
            </option>
          ))}
        </select>
        <span className="field__hint" id="first-posts-hint">
          Posts by moderators and the owner never need approval. Posts already waiting stay in the queue.
        </span>
        <FieldError id="first-posts-error" message={reply?.fields.firstPosts} />
      </div>
      <div className="row">
        <BusyButton className="button" data-size="s" type="submit" name="intent" value="first-posts" isBusy={isSending}>
          Save
        </BusyButton>
      </div>
    </Form>
  )
}
