/** How a post on a page ended, where it did not lead elsewhere. Types and small pure readers: pages load this file. */
import type { FieldErrors } from "./form"

/** What was typed, as the form named it: a refused form is never emptied (docs/product/safety.md, C10). */
export type Sent = { readonly [field: string]: string | ReadonlyArray<string> }

export interface PageReply {
  /** The button that was pressed. */
  readonly intent: string
  /** `ok` with a message for what leaves the person where they are; a refusal otherwise. */
  readonly ok: boolean
  /** Stable code of a refusal; empty otherwise. */
  readonly code: string
  readonly message: string
  readonly fields: FieldErrors
  readonly sent: Sent
  readonly requestId: string
  /** Beside E-STALE: what is stored now, by field (docs/product/errors.md, D17). */
  readonly stored: Sent | null
}

/** The reply to one of a page's forms, if the post was that form's. */
export const replyTo = (reply: PageReply | undefined, intent: string): PageReply | undefined =>
  reply?.intent === intent ? reply : undefined

/** The same where the page has that form several times, told apart by hidden fields. */
export const replyAbout = (reply: PageReply | undefined, intent: string, about: Sent): PageReply | undefined => {
  const own = replyTo(reply, intent)
  return Object.entries(about).every(([field, value]) => own?.sent[field] === value) ? own : undefined
}

/** What a text field shows: what was typed before a refusal, else what is stored. */
export const typed = (reply: PageReply | undefined, field: string, stored = ""): string => {
  const sent = reply?.sent[field]
  return typeof sent === "string" ? sent : stored
}
