import { Form, Link, useNavigation } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ServerDraftLine } from "~/components/base/forms/server-draft-line"
import { useServerDraft } from "~/components/base/forms/use-server-draft"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { JoinBox } from "~/components/communities/members/join-box"
import { ForgetWhenSent } from "~/components/people/signup/forget-when-sent"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { Refusal } from "~/effects/conversation/discussion/page"
import { COMMENT_LENGTH, words } from "~/effects/conversation/discussion/texts"
import { Composer } from "./composer"
import { FormTrouble } from "./form-trouble"

type Props = {
  readonly path: string
  readonly formKey: string
  readonly reply: PageReply | undefined
  readonly refusal: Refusal | null
  /** Name of the draft; see `draftPlaces`. */
  readonly place: string
  readonly draft: StoredDraft | null
  /** Another form is open, whose button is the page's primary one. */
  readonly isAside?: boolean
}

const joinCodes = new Set(["E-MEMBER", "E-AUTH", "E-PROFILE"])

/** The box at the end of a conversation. Readers who cannot write see why, and what they can do. */
export function ReplyBox(props: Props) {
  const { refusal, reply } = props
  const frame = useFrame()
  const [round, setRound] = useState(0)
  if (refusal !== null) {
    if (joinCodes.has(refusal.code)) return <JoinBox community={frame} title="Join to take part" />
    return (
      <Notice tone="warn">
        <p>{refusal.message}</p>
      </Notice>
    )
  }
  // A new key after each sent reply empties the box.
  return <ReplyForm key={round} {...props} response={errorOf(reply)} onSent={() => setRound((n) => n + 1)} />
}

/** Only a refusal of this box, not of the reply form below a comment. */
const errorOf = (reply: PageReply | undefined) => {
  const result = replyTo(reply, "reply")
  return result?.sent.parent === undefined || result.sent.parent === "" ? result : undefined
}

type FormProps = Props & { readonly response: PageReply | undefined; readonly onSent: () => void }

/** Deletes the draft and calls `onSent` once a reply has been accepted; a refused one stays. */
const useAfterSending = (isSending: boolean, result: PageReply | undefined, forget: () => void, onSent: () => void) => {
  const navigation = useNavigation()
  const wasSending = useRef(false)
  useEffect(() => {
    if (isSending) {
      wasSending.current = true
      return
    }
    if (!wasSending.current || navigation.state !== "idle") return
    wasSending.current = false
    if (result !== undefined && !result.ok) return
    forget()
    onSent()
  }, [isSending, navigation.state, result, forget, onSent])
}

function ReplyForm({ response: result, draft, formKey, isAside, onSent, path, place }: FormProps) {
  const { communityRole } = useFrame()
  const [stored, setStored] = useState({ body: typed(result, "body") })
  const navigation = useNavigation()
  const isSending = navigation.formData?.get("intent") === "reply" && !navigation.formData.get("parent")
  const { forget, pause, status, wasRestored } = useServerDraft({
    account: communityRole.account,
    place,
    draft: stored,
    isChanged: stored.body !== "",
    storedDraft: draft,
    decode: (data) => (typeof data.body === "string" ? { body: data.body } : undefined),
    onRestore: setStored
  })
  const [tooLong, setTooLong] = useState(false)
  useAfterSending(isSending, result, forget, onSent)
  return (
    <Form
      className="stack block"
      method="post"
      action={path}
      noValidate
      onSubmit={(event) => {
        const isTooLong = stored.body.trim().length > COMMENT_LENGTH.max
        setTooLong(isTooLong)
        if (isTooLong) event.preventDefault()
        else pause()
      }}
    >
      <FormTrouble reply={result} />
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="key" value={formKey} />
      <Composer
        label="Your reply"
        value={stored.body}
        onChange={(body) => setStored({ body })}
        max={COMMENT_LENGTH.max}
        isComment
        error={tooLong ? words.longComment : result?.fields.body}
        hint="Share what you know. Markdown supported."
      />
      <div className="row">
        <BusyButton
          className="button"
          data-kind={isAside === true ? undefined : "primary"}
          type="submit"
          isBusy={isSending}
        >
          {isSending ? "Sending…" : "Reply"}
        </BusyButton>
        <span className="small muted">Edits within 5 minutes aren't marked as edited.</span>
        <ServerDraftLine status={status} />
        {wasRestored && <span className="small muted">We restored your draft.</span>}
      </div>
      <p className="small muted">
        You'll be notified of replies. <Link to={`${path}#rules`}>House rules</Link>
      </p>
      {/* A reply that waits for a moderator leads to another page. */}
      <ForgetWhenSent isSending={isSending} forget={forget} />
    </Form>
  )
}
