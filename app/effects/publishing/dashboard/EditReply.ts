/** How a post of the edit page ended, as the page reads it. Types and small pure readers only. */

import type { FieldErrors } from "~/effects/base/remix/form"
import type { OwnProfile, ProfileEditDraft } from "~/effects/people/signup/Profile"
import type { WorkEntryDraft } from "~/effects/people/users/rules"

export const editTabs = ["profile", "work", "email", "notifications", "privacy"] as const
export type EditTab = (typeof editTabs)[number]

/** An unknown tab is the first one. */
export const editTab = (text: string | null): EditTab => editTabs.find((tab) => tab === text) ?? "profile"

/** What was typed, to be shown again: a refused form is never emptied (docs/product/safety.md, C10). */
export interface Sent {
  readonly profile?: ProfileEditDraft | undefined
  readonly work?: ReadonlyArray<WorkEntryDraft> | undefined
  readonly email?: string | undefined
}

export interface EditReply {
  readonly tab: EditTab
  /** code-sent: the e-mail tab waits for its six digits. */
  readonly outcome: "saved" | "unchanged" | "refused" | "stale" | "code-sent"
  /** The refusal's sentence; empty otherwise. */
  readonly message: string
  readonly code: string
  readonly fields: FieldErrors
  /** The profile as it is stored now: after a save, and beside what was typed when another page saved first. */
  readonly stored: OwnProfile | null
  readonly sent: Sent
}
