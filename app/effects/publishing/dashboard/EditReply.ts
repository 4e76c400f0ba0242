/** Result of a post to the edit page, as the page reads it. Types and small pure helpers only. */

import type { FieldErrors } from "~/effects/base/remix/form"
import type { OwnProfile, ProfileEditDraft } from "~/effects/people/signup/Profile"
import type { WorkEntryDraft } from "~/effects/people/users/rules"

export const editTabs = ["profile", "work", "email", "notifications", "privacy"] as const
export type EditTab = (typeof editTabs)[number]

/** Falls back to the first tab. */
export const editTab = (text: string | null): EditTab => editTabs.find((tab) => tab === text) ?? "profile"

/** Typed values to fill the form with again: a refused form is never emptied (docs/product/safety.md). */
export interface Sent {
  readonly profile?: ProfileEditDraft | undefined
  readonly work?: ReadonlyArray<WorkEntryDraft> | undefined
  readonly email?: string | undefined
}

export interface EditReply {
  readonly tab: EditTab
  /** code-sent: the e-mail tab waits for the six-digit code. */
  readonly outcome: "saved" | "unchanged" | "refused" | "stale" | "code-sent"
  /** Message of the refusal; empty otherwise. */
  readonly message: string
  readonly code: string
  readonly fields: FieldErrors
  /** The stored profile: after a save, and next to what was typed when another page saved first. */
  readonly stored: OwnProfile | null
  readonly sent: Sent
}
