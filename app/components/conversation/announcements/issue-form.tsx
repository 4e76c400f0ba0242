import { Form, useNavigation } from "@remix-run/react"
import { useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { offsetAt } from "~/components/base/forms/local-input"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { ServerDraftLine } from "~/components/base/forms/server-draft-line"
import { useServerDraft } from "~/components/base/forms/use-server-draft"
import { Notice } from "~/components/base/parts/notice"
import { useHydrated } from "~/components/base/site/use-hydrated"
import { Composer } from "~/components/conversation/discussion/composer"
import { ForgetWhenSent } from "~/components/people/signup/forget-when-sent"
import { shortHash } from "~/components/wallet/signing/ask-signature"
import { isSigningBusy, type SigningState, useSignedForm } from "~/components/wallet/signing/use-signed-form"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { tidyLine, withoutControls } from "~/effects/base/text/plain"
import type { ToSign } from "~/effects/conversation/announcements/statement"
import { BODY_MAX, type IssuePage } from "~/effects/conversation/announcements/views"
import { ImportanceField, MomentField, PublishTimeField, SignatureField } from "./issue-fields"

type Props = { readonly page: IssuePage; readonly reply: PageReply | undefined }

type Prepared = ToSign & { readonly digest: string }

const ownDigest = async ({ digest: _, ...toSign }: Prepared, form: FormData): Promise<string> => {
  const [{ toStatement }, { statementDigest }] = await Promise.all([
    import("~/effects/conversation/announcements/statement"),
    import("~/effects/base/text/statement")
  ])
  return statementDigest(toStatement({ ...toSign, ...announcedText(form) }))
}

/** Title and text, read from the form as the server reads them. */
export const announcedText = (form: FormData) => {
  const text = (name: string) => String(form.get(name) ?? "")
  return { title: tidyLine(text("title")), body: withoutControls(text("body").replace(/\r\n?/g, "\n")) }
}

/** Publishes an announcement with a signature. */
const useSignedPublish = (communityId: CommunityId, account: AccountAddress, onPublished: () => void) =>
  useSignedForm<Prepared>({
    noun: "announcement",
    address: `/api/announcements/${communityId}/prepare`,
    target: `/api/announcements/${communityId}`,
    onPublished,
    account,
    bodyOf: (form) => Object.fromEntries(form),
    statementOf: (prepared) => prepared,
    ownDigest
  })

/**
 * The form that posts an announcement. It works without JavaScript except for signing (docs/product/conversation.md).
 */
export function IssueForm({ page, reply: last }: Props) {
  const { account, communityId, form, members } = page
  const reply = replyTo(last, "publish") ?? replyTo(last, "save-draft")
  const isSending = useNavigation().formMethod === "POST"
  const forget = useRef(() => {})
  const { publish, state } = useSignedPublish(communityId, account, () => forget.current())
  const isHydrated = useHydrated()
  const fields = state.status === "refused" ? { fields: state.fields } : { fields: reply?.fields ?? {} }
  const shown = reply === undefined ? { ...blankReply, ...fields } : { ...reply, ...fields }
  const { draft, edit, text } = useAnnouncementDraft(page, reply)
  forget.current = draft.forget

  return (
    <Form
      className="stack"
      data-gap="l"
      method="post"
      noValidate
      preventScrollReset
      aria-labelledby="issue"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent // React's type of the event lacks `submitter`.
        const data = new FormData(event.currentTarget, submitter)
        draft.pause()
        if (data.get("intent") !== "publish" || data.get("sign") !== "on") return
        event.preventDefault()
        void publish(data)
      }}
    >
      <h1 id="issue">{form.isNew ? "New announcement" : "Edit announcement"}</h1>
      <ReplyNotice reply={state.status === "idle" ? reply : undefined} />
      {state.status === "refused" && (
        <Notice tone="bad" role="alert">
          <p>{state.message}</p>
        </Notice>
      )}
      <input type="hidden" name="id" value={form.id} />
      <OffsetField isHydrated={isHydrated} />
      <TextFields text={text} onEdit={edit} shown={shown} />
      <ImportanceField chosen={typed(reply, "importance", form.importance)} members={members} />
      <PublishTimeField form={form} reply={reply} shown={shown} isHydrated={isHydrated} />
      <MomentField
        name="pinUntil"
        label="Pin until (optional)"
        at={form.pinnedUntil}
        isHydrated={isHydrated}
        reply={reply}
        shown={shown}
      />
      <SignatureField
        isToSign={reply === undefined ? isHydrated : typed(reply, "sign") === "on"}
        error={shown.fields.sign}
      />
      <FormEnd isBusy={isSending || isSigningBusy(state)} draft={draft} />
      <ForgetWhenSent isSending={isSending} forget={draft.forget} />
      <SigningLine state={state} />
    </Form>
  )
}

interface AnnouncementText {
  readonly title: string
  readonly body: string
}

/** The text in the form, and its draft on the server. */
const useAnnouncementDraft = (
  { account, communityId, form, storedDraft: saved }: IssuePage,
  reply: PageReply | undefined
) => {
  const stored = { title: form.title, body: form.body }
  const [text, setText] = useState<AnnouncementText>({
    title: typed(reply, "title", form.title),
    body: typed(reply, "body", form.body)
  })
  const draft = useServerDraft({
    account,
    place: `announcement/${communityId}${form.isNew ? "" : `/${form.id}`}`,
    draft: text,
    isChanged: text.title !== stored.title || text.body !== stored.body,
    storedDraft: saved,
    decode: ({ body, title }) => (typeof body === "string" && typeof title === "string" ? { body, title } : undefined),
    onRestore: setText
  })
  const edit = (change: Partial<AnnouncementText>) => setText((now) => ({ ...now, ...change }))
  return { draft, edit, text }
}

type TextProps = {
  readonly text: AnnouncementText
  readonly onEdit: (change: Partial<AnnouncementText>) => void
  readonly shown: PageReply
}

function TextFields({ onEdit, shown, text }: TextProps) {
  return (
    <>
      <PlainField
        name="title"
        label="Title"
        maxLength={140}
        hint="5 to 140 characters."
        value={text.title}
        onEdit={(title) => onEdit({ title })}
        reply={shown}
      />
      <Composer
        label="Text"
        value={text.body}
        onChange={(body) => onEdit({ body })}
        max={BODY_MAX}
        rows={10}
        hint="Markdown. At most 10,000 characters."
        error={shown.fields.body}
      />
    </>
  )
}

/** The hash to compare, shown while a wallet signs. */
function SigningLine({ state }: { readonly state: SigningState }) {
  return (
    <div role="status">
      {state.status === "signing" && (
        <p className="small">
          Check your wallet. This code identifies exactly this announcement:{" "}
          <span className="digest">{shortHash(state.digest)}</span>
        </p>
      )}
    </div>
  )
}

const blankReply: PageReply = {
  intent: "publish",
  ok: false,
  code: "",
  message: "",
  fields: {},
  sent: {},
  requestId: "",
  stored: null
}

function OffsetField({ isHydrated }: { readonly isHydrated: boolean }) {
  return <input type="hidden" name="offset" value={isHydrated ? offsetAt(Date.now()) : 0} />
}

type EndProps = {
  readonly isBusy: boolean
  readonly draft: ReturnType<typeof useAnnouncementDraft>["draft"]
}

function FormEnd({ draft, isBusy }: EndProps) {
  return (
    <div className="row">
      {/* Before hydration the offer to sign does not work, so the button waits for it. */}
      <BusyButton
        needsScript="where enabled"
        className="button"
        data-kind="primary"
        type="submit"
        name="intent"
        value="publish"
        isBusy={isBusy}
      >
        {isBusy ? "Publishing..." : "Publish"}
      </BusyButton>
      <BusyButton className="button" type="submit" name="intent" value="save-draft" isBusy={isBusy}>
        Save as a draft
      </BusyButton>
      <ServerDraftLine status={draft.status} />
      {draft.wasRestored && <span className="small muted">We restored your draft.</span>}
    </div>
  )
}
