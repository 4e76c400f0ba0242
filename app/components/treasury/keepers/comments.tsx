import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { useTaken } from "~/components/base/forms/use-taken"
import { Block } from "~/components/base/parts/block"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { ActView, KeptView } from "~/effects/treasury/keepers/views"

type Props = { readonly act: ActView; readonly page: KeptView; readonly reply: PageReply | undefined }

/** What was said about one request. */
export function Comments({ act: { comments, id, number }, page: { isMember, moderates, now }, reply }: Props) {
  const { formKey } = useFrame()
  const sent = useNavigation().formData
  const isSending = sent?.get("intent") === "comment" && sent.get("act") === id
  const taken = useTaken(isSending, reply)
  if (comments.length === 0 && !isMember) return null
  return (
    <Block id={`comments-${number}`} title="Comments" more={<span className="small muted">{comments.length}</span>}>
      {comments.map(({ at, id: comment, isOwn, name, text }) => (
        <div className="say" key={comment}>
          <p className="meta">
            <b>{name}</b>
            <TimePair at={at} now={now} short />
          </p>
          <p>{text ?? <span className="muted">This comment was hidden.</span>}</p>
          {text !== null && (isOwn || moderates) && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="act" value={id} />
              <input type="hidden" name="comment" value={comment} />
              <button
                className="button"
                data-size="s"
                data-kind="quiet"
                type="submit"
                name="intent"
                value="hide-comment"
              >
                Hide
              </button>
            </Form>
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
            value={typed(reply, "text")}
            reply={reply}
          />
          <BusyButton className="button" data-size="s" type="submit" name="intent" value="comment" isBusy={isSending}>
            Send
          </BusyButton>
        </Form>
      )}
    </Block>
  )
}
