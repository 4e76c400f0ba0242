import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { useTaken } from "~/components/base/forms/use-taken"
import { Block } from "~/components/base/parts/block"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, replyAbout, typed } from "~/effects/base/remix/PageReply"
import type { MultisigView, RequestView } from "~/effects/treasury/multisig/views"

type Props = { readonly request: RequestView; readonly page: MultisigView; readonly reply: PageReply | undefined }

/** Comments on one request. */
export function Comments({ request: { comments, id, number }, page: { isMember, moderates, now }, reply }: Props) {
  const { formKey } = useFrame()
  const sent = useNavigation().formData
  const isSending = sent?.get("intent") === "comment" && sent.get("act") === id
  const own = replyAbout(reply, "comment", { act: id })
  const taken = useTaken(isSending, own)
  if (comments.length === 0 && !isMember) return null
  return (
    <Block id={`comments-${number}`} title="Comments" more={<span className="small muted">{comments.length}</span>}>
      {comments.map(({ at, id: comment, isModerated, isOwn, name, text }) => (
        <div className="say" key={comment}>
          <p className="meta">
            <b>{name}</b>
            <TimePair at={at} now={now} short />
          </p>
          <p>{text ?? <span className="muted">This comment was hidden.</span>}</p>
          {text !== null && isOwn && <OwnComment request={id} comment={comment} />}
          {((text !== null && !isOwn) || isModerated) && moderates && (
            <Moderate request={id} comment={comment} isShown={text !== null} reply={reply} />
          )}
        </div>
      ))}
      {isMember && (
        <Form key={taken} className="stack" method="post" noValidate preventScrollReset>
          <input type="hidden" name="act" value={id} />
          <input type="hidden" name="key" value={`${formKey}say${number}`} />
          <PlainField
            name="text"
            label="Your comment"
            rows={2}
            maxLength={2000}
            value={typed(own, "text")}
            reply={own}
          />
          <BusyButton className="button" data-size="s" type="submit" name="intent" value="comment" isBusy={isSending}>
            Send
          </BusyButton>
        </Form>
      )}
    </Block>
  )
}

type Of = { readonly request: string; readonly comment: string }

const Named = ({ request, comment }: Of) => (
  <>
    <input type="hidden" name="act" value={request} />
    <input type="hidden" name="comment" value={comment} />
  </>
)

function OwnComment(of: Of) {
  return (
    <Form method="post" preventScrollReset>
      <Named {...of} />
      <button className="button" data-size="s" data-kind="quiet" type="submit" name="intent" value="hide-comment">
        Hide
      </button>
    </Form>
  )
}

/** Form of a moderator, who gives a reason for the public log. */
function Moderate({ isShown, reply, ...of }: Of & Pick<Props, "reply"> & { readonly isShown: boolean }) {
  const intent = isShown ? "hide-comment" : "show-comment"
  const own = replyAbout(reply, intent, { act: of.request, comment: of.comment })
  return (
    <details open={own !== undefined}>
      <summary>{isShown ? "Hide" : "Show again"}</summary>
      <Form className="stack" method="post" noValidate preventScrollReset>
        <Named {...of} />
        <PlainField
          name="reason"
          label="Why"
          hint="Everyone can read it in the moderation log."
          maxLength={200}
          value={typed(own, "reason")}
          reply={own}
        />
        <button className="button" data-size="s" type="submit" name="intent" value={intent}>
          {isShown ? "Hide this comment" : "Show this comment again"}
        </button>
      </Form>
    </details>
  )
}
