import { Form, Link, useNavigation } from "@remix-run/react"
import { useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import type { ServerDraftStatus } from "~/components/base/forms/server-draft"
import { ServerDraftLine } from "~/components/base/forms/server-draft-line"
import { useServerDraft } from "~/components/base/forms/use-server-draft"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { JoinBox } from "~/components/communities/members/join-box"
import { ForgetWhenSent } from "~/components/people/signup/forget-when-sent"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { NewPage } from "~/effects/conversation/discussion/page"
import { BODY_LENGTH, words } from "~/effects/conversation/discussion/texts"
import { Composer } from "./composer"
import { CategoryField, TitleField } from "./fields"
import { FormTrouble } from "./form-trouble"
import { discussionHref } from "./paths"

type Props = { readonly page: NewPage; readonly reply: PageReply | undefined }

export function NewThread({ page, reply }: Props) {
  const frame = useFrame()
  const { refusal } = page
  return (
    <section className="narrow stack" aria-labelledby="tab-title">
      <h1 id="tab-title">New thread</h1>
      {refusal === null ? (
        <ThreadForm page={page} reply={replyTo(reply, "start")} />
      ) : refusal.code === "E-MEMBER" || refusal.code === "E-AUTH" || refusal.code === "E-PROFILE" ? (
        <JoinBox community={frame} title="Join to take part" />
      ) : (
        <Notice tone="warn">
          <p>{refusal.message}</p>
        </Notice>
      )}
    </section>
  )
}

interface Draft {
  readonly title: string
  readonly category: string
  readonly body: string
}
const text = (value: unknown, otherwise = "") => (typeof value === "string" ? value : otherwise)

function ThreadForm({ page, reply }: Props) {
  const { id, communityRole } = useFrame()
  const [draft, setDraft] = useState<Draft>({
    title: typed(reply, "title"),
    category: typed(reply, "category", "general"),
    body: typed(reply, "body")
  })
  const edit = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }))
  const [tooLong, setTooLong] = useState(false)
  const isSending = useNavigation().formData?.get("intent") === "start"
  const { forget, pause, status, wasRestored } = useServerDraft({
    account: communityRole.account,
    place: `thread/${id}`,
    draft,
    isChanged: draft.title !== "" || draft.body !== "",
    storedDraft: page.draft,
    decode: (data) => ({ title: text(data.title), category: text(data.category, "general"), body: text(data.body) }),
    onRestore: setDraft
  })
  return (
    <Form
      className="stack"
      method="post"
      action={discussionHref(id, "?new=1")}
      noValidate
      onSubmit={(event) => {
        const isTooLong = draft.body.trim().length > BODY_LENGTH.max
        setTooLong(isTooLong)
        if (isTooLong) event.preventDefault()
        else pause()
      }}
    >
      <FormTrouble reply={reply} />
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="key" value={page.key} />
      <TitleField reply={reply} start={draft.title} onChange={(title) => edit({ title })} />
      <CategoryField reply={reply} start={draft.category} onChange={(category) => edit({ category })} />
      <Composer
        label="Text"
        value={draft.body}
        onChange={(body) => edit({ body })}
        max={BODY_LENGTH.max}
        error={tooLong ? words.longBody : reply?.fields.body}
        hint="Share what you know, and ask what you would like to know. Markdown supported; mention members with @name."
        rows={12}
      />
      <ThreadFormEnd status={status} wasRestored={wasRestored} isSending={isSending} />
      <ForgetWhenSent isSending={isSending} forget={forget} />
    </Form>
  )
}

type EndProps = {
  readonly status: ServerDraftStatus
  readonly wasRestored: boolean
  readonly isSending: boolean
}

function ThreadFormEnd({ isSending, status, wasRestored }: EndProps) {
  const { id } = useFrame()
  return (
    <div className="form-end">
      <span className="row">
        <ServerDraftLine status={status} />
        {wasRestored && <span className="small muted">We restored your draft.</span>}
      </span>
      <div className="row">
        <Link className="button" data-kind="quiet" to={discussionHref(id)}>
          Cancel
        </Link>
        <BusyButton className="button" data-kind="primary" type="submit" isBusy={isSending}>
          {isSending ? "Sending…" : "Start the thread"}
        </BusyButton>
      </div>
    </div>
  )
}
