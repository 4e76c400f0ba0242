/** The one form that is open in a conversation: reply, edit, report, hide or remove. */
import { Form, Link, useNavigation } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { isInField } from "~/components/base/forms/use-said-focus"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { Category } from "~/effects/conversation/discussion/Post"
import type { OpenForm } from "~/effects/conversation/discussion/page"
import { reportReasons } from "~/effects/conversation/discussion/reportReasons"
import { BODY_LENGTH, COMMENT_LENGTH } from "~/effects/conversation/discussion/texts"
import { Composer } from "./composer"
import { CategoryField, ReasonField, TitleField } from "./fields"
import { FormTrouble, StoredText } from "./form-trouble"

type Props = {
  readonly form: OpenForm
  /** The page to return to, and the address to post to. */
  readonly path: string
  readonly formKey: string
  readonly reply: PageReply | undefined
  readonly category?: Category
}

const intents = {
  reply: "reply",
  edit: "edit",
  report: "report",
  hide: "hide",
  show: "show",
  remove: "remove",
  close: "close",
  reopen: "reopen"
} as const satisfies Record<OpenForm["do"], string>

const titles: Readonly<Record<OpenForm["do"], string>> = {
  reply: "Reply",
  edit: "Edit",
  report: "Report this post",
  hide: "Hide this post",
  show: "Show this post again",
  remove: "Remove this post",
  close: "Close this thread",
  reopen: "Reopen this thread"
}
const submits: Readonly<Record<OpenForm["do"], string>> = {
  reply: "Reply",
  edit: "Save",
  report: "Report",
  hide: "Hide",
  show: "Show again",
  remove: "Remove",
  close: "Close",
  reopen: "Reopen"
}

export function PostForm({ category, form, formKey, path, reply }: Props) {
  const response = replyTo(reply, intents[form.do])
  const isSending = useNavigation().formData?.get("intent") === intents[form.do]
  const box = useRef<HTMLFormElement>(null)
  // Opened by a press: the first field takes the focus, unless somebody types before the page is awake.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form is another opening
  useEffect(() => {
    if (response === undefined && !isInField())
      box.current?.querySelector<HTMLElement>("textarea, input:not([type=hidden]), select, button")?.focus()
  }, [form.do, form.post.id])
  const action = `${path}&do=${form.do}${form.post.type === "thread" ? "" : `&post=${form.post.id}`}`
  const heading = form.do === "reply" ? `Reply to ${form.name ?? "this reply"}` : titles[form.do]
  if (response?.ok === true) {
    return (
      <p className="notice" role="status" id="form">
        {response.message} <Link to={path}>Back to the thread</Link>
      </p>
    )
  }
  return (
    <Form
      className="stack block"
      method="post"
      action={action}
      id="form"
      ref={box}
      aria-label={heading}
      noValidate
      preventScrollReset
      data-open={form.do}
    >
      <h3 className="h4">{heading}</h3>
      <FormTrouble reply={response} />
      <input type="hidden" name="intent" value={intents[form.do]} />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name={form.do === "reply" ? "parent" : "post"} value={form.post.id} />
      <Fields form={form} reply={response} category={category} />
      <div className="row">
        <BusyButton
          className="button"
          data-kind={form.do === "hide" || form.do === "remove" ? "danger" : "primary"}
          type="submit"
          isBusy={isSending}
        >
          {isSending ? "Sending…" : submits[form.do]}
        </BusyButton>
        <Link className="button" data-kind="quiet" to={path} preventScrollReset>
          Cancel
        </Link>
      </div>
    </Form>
  )
}

type FieldsProps = Pick<Props, "form" | "reply"> & { readonly category: Category | undefined }

function Fields({ category, form, reply }: FieldsProps) {
  switch (form.do) {
    case "reply":
      return <TextField key={form.post.id} label="Your reply" start="" reply={reply} isComment />
    case "edit":
      return <EditFields key={form.post.id} form={form} reply={reply} category={category} />
    case "report":
      return <ReportFields reply={reply} />
    case "remove":
      return (
        <p>
          This removes the text and all its versions. “Removed by the author” stays in its place. You can undo this for
          10 seconds.
        </p>
      )
    case "hide":
    case "show":
      return <ReasonField reply={reply} hint="5 to 300 characters. Everybody can read it in the moderation log." />
    case "close":
    case "reopen":
      return form.needsReason ? (
        <ReasonField reply={reply} hint="5 to 300 characters. Everybody can read it in the moderation log." />
      ) : (
        <p>{form.do === "close" ? "Nobody can reply any more." : "Members can reply again."}</p>
      )
  }
}

type TextProps = {
  readonly label: string
  readonly start: string
  readonly isComment: boolean
  readonly reply: PageReply | undefined
}

function TextField({ isComment, label, reply, start }: TextProps) {
  const [text, setText] = useState(typed(reply, "body", start))
  const { max } = isComment ? COMMENT_LENGTH : BODY_LENGTH
  const error = reply?.fields.body
  return <Composer label={label} value={text} onChange={setText} max={max} error={error} isComment={isComment} />
}

type EditProps = FieldsProps & { readonly form: Extract<OpenForm, { readonly do: "edit" }> }

/** After a conflicting edit the next save replaces the version stored now, because the page shows both texts. */
function EditFields({ category, form, reply }: EditProps) {
  const isThread = form.post.type === "thread"
  const storedVersion = reply?.stored?.version
  return (
    <>
      <input
        type="hidden"
        name="version"
        value={typeof storedVersion === "string" ? storedVersion : String(form.version)}
      />
      <StoredText reply={reply} />
      {isThread && <TitleField reply={reply} start={form.title} />}
      {isThread && category !== undefined && <CategoryField reply={reply} start={category} />}
      <TextField label={isThread ? "Text" : "Your reply"} start={form.body} isComment={!isThread} reply={reply} />
    </>
  )
}

function ReportFields({ reply }: { readonly reply: PageReply | undefined }) {
  return (
    <>
      <div className="field">
        <label htmlFor="report-reason">What is wrong with it?</label>
        <select
          className="input"
          id="report-reason"
          name="reason"
          defaultValue={typed(reply, "reason")}
          aria-invalid={reply?.fields.reason === undefined ? undefined : true}
          aria-describedby="report-reason-error"
        >
          <option value="">Choose a reason</option>
          {reportReasons.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <p id="report-reason-error" className="field__error" hidden={reply?.fields.reason === undefined}>
          {reply?.fields.reason}
        </p>
      </div>
      <div className="field">
        <label htmlFor="report-note">Note for the moderators (optional)</label>
        <textarea className="input" id="report-note" name="note" rows={3} defaultValue={typed(reply, "note")} />
        <span className="field__hint">Up to 500 characters. Only the moderators read it, and your name with it.</span>
        {reply?.fields.note !== undefined && <p className="field__error">{reply.fields.note}</p>}
      </div>
    </>
  )
}
