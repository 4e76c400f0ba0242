/** The result of a form post that did not redirect. Types and small pure functions: pages load this file. */
import type { FieldErrors } from "./form"

/** Submitted values by field name: a refused form is never emptied (docs/product/safety.md). */
export type Sent = { readonly [field: string]: string | ReadonlyArray<string> }

export interface PageReply {
  /** The button that was clicked. */
  readonly intent: string
  /** `ok` with a message if the person stays on the page; otherwise a refusal. */
  readonly ok: boolean
  /** Stable code of a refusal; empty otherwise. */
  readonly code: string
  readonly message: string
  readonly fields: FieldErrors
  readonly sent: Sent
  readonly requestId: string
  /** With E-STALE: the stored values by field (docs/product/errors.md). */
  readonly stored: Sent | null
}

/** The reply to one of a page's forms, if that form was posted. */
export const replyTo = (reply: PageReply | undefined, intent: string): PageReply | undefined =>
  reply?.intent === intent ? reply : undefined

/** The same for a form that the page contains several times, distinguished by hidden fields. */
export const replyAbout = (reply: PageReply | undefined, intent: string, about: Sent): PageReply | undefined => {
  const own = replyTo(reply, intent)
  return Object.entries(about).every(([field, value]) => own?.sent[field] === value) ? own : undefined
}

/** Value of a text field: what was typed before a refusal, else the stored value. */
export const typed = (reply: PageReply | undefined, field: string, stored = ""): string => {
  const sent = reply?.sent[field]
  return typeof sent === "string" ? sent : stored
}
