import { Form, useNavigation } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import type { ContactReply } from "~/effects/publishing/support/forms"

const topicNames = {
  wallet: "Wallet",
  vote: "Vote",
  bond: "Bond",
  distribution: "Distribution",
  account: "Account",
  other: "Other"
} as const

type Props = {
  readonly reply: ContactReply | undefined
  /** Preselected by the link that led here; empty without one. */
  readonly topic: string
}
type Refused = Extract<ContactReply, { readonly sent: false }>

/** A plain form. With JavaScript the page stays where it is; without, it returns with everything that was typed. */
export function ContactForm({ reply, topic }: Props) {
  const refused = reply?.sent === false ? reply : undefined
  return (
    <section className="block" aria-labelledby="contact">
      <div className="block__head">
        <h2 id="contact" className="h3">
          Write to us
        </h2>
      </div>
      {reply?.sent === true ? (
        <Notice tone="ok" role="status">
          <p>
            Thank you. We reply to {reply.email} within two working days. Reference{" "}
            <span className="digest">{reply.reference}</span>.
          </p>
        </Notice>
      ) : (
        <Message refused={refused} topic={topic} />
      )}
    </section>
  )
}

function Message({ refused, topic }: { readonly refused: Refused | undefined; readonly topic: string }) {
  const isSending = useNavigation().formData?.has("message") === true
  const draft = refused?.draft ?? { name: "", email: "", topic, message: "", website: "" }
  const about = (field: string) => ({
    id: `contact-${field}`,
    name: field,
    "aria-invalid": refused?.fields[field] !== undefined || undefined,
    "aria-describedby": refused?.fields[field] === undefined ? undefined : `contact-${field}-error`
  })
  return (
    <Form className="stack" method="post" action="/support#contact" noValidate preventScrollReset>
      <Summary refused={refused} />
      <div className="field">
        <label htmlFor="contact-name">Name</label>
        <input
          {...about("name")}
          className="input"
          type="text"
          autoComplete="name"
          maxLength={60}
          defaultValue={draft.name}
        />
        <FieldWords field="name" refused={refused} />
      </div>
      <div className="field">
        <label htmlFor="contact-email">E-mail</label>
        <input {...about("email")} className="input" type="email" autoComplete="email" defaultValue={draft.email} />
        <FieldWords field="email" refused={refused} />
      </div>
      <div className="field">
        <label htmlFor="contact-topic">Topic</label>
        <select {...about("topic")} className="input" defaultValue={draft.topic} key={draft.topic}>
          <option value="">Choose a topic</option>
          {Object.entries(topicNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <FieldWords field="topic" refused={refused} />
      </div>
      <div className="field">
        <label htmlFor="contact-message">Message</label>
        <textarea {...about("message")} className="input" rows={7} defaultValue={draft.message} />
        <span className="field__hint">20 to 2,000 characters. Never send a seed phrase or a private key.</span>
        <FieldWords field="message" refused={refused} />
      </div>
      {/* Honeypot for programs that fill in every field. People can neither see nor reach it. */}
      <div className="trap" aria-hidden="true">
        <label htmlFor="contact-website">Leave this empty</label>
        <input id="contact-website" type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      <BusyButton className="button" data-kind="primary" type="submit" isBusy={isSending}>
        {isSending ? "Sending…" : "Send"}
      </BusyButton>
    </Form>
  )
}

function FieldWords({ field, refused }: { readonly field: string; readonly refused: Refused | undefined }) {
  const message = refused?.fields[field]
  return message === undefined ? null : (
    <p id={`contact-${field}-error`} className="field__error">
      <Icon name="alert" />
      {message}
    </p>
  )
}

/** Lists why the message was not sent, with a link to each field; it takes the focus (docs/product/safety.md). */
function Summary({ refused }: { readonly refused: Refused | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused !== undefined) box.current?.focus()
  }, [refused])
  if (refused === undefined) return null
  return (
    <div className="summary-of-errors" role="alert" tabIndex={-1} ref={box}>
      <p>
        <b>{refused.problem ?? "Please check the marked fields."}</b>
      </p>
      {refused.problem === null && (
        <ul>
          {Object.entries(refused.fields).map(([field, message]) => (
            <li key={field}>
              <a href={`#contact-${field}`}>{message}</a>
            </li>
          ))}
        </ul>
      )}
      {refused.problem !== null && <p>Your message was not sent. It is still in the form.</p>}
    </div>
  )
}
