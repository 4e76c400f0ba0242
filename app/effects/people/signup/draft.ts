/**
 * The sign-up draft on this device: what is saved, where, and what the page says about it. Pure.
 *
 * The one-time code is never saved. A draft belongs to the wallet account that wrote it: another account in the same
 * browser neither sees nor overwrites it.
 */
import { Either, Schema } from "effect"
import { startWizard, type WizardState } from "./wizard"
import { startWork } from "./workHistory"

/** Increase it when the shape changes: drafts of other versions are ignored. */
const VERSION = 1

const StoredEntry = Schema.Struct({
  company_name: Schema.String,
  start_date: Schema.String,
  end_date: Schema.NullOr(Schema.String),
  current: Schema.Boolean,
  designation: Schema.String,
  description: Schema.String
})

const StoredWizard = Schema.parseJson(
  Schema.Struct({
    version: Schema.Literal(VERSION),
    address: Schema.String,
    /** Unix milliseconds. */
    savedAt: Schema.Number,
    sameAsWallet: Schema.Boolean,
    username: Schema.String,
    email: Schema.String,
    bio: Schema.String,
    display_image: Schema.String,
    tags: Schema.Array(Schema.String),
    work_history: Schema.Array(StoredEntry),
    newletterOpted: Schema.Boolean
  })
)
export type StoredWizardDraft = typeof StoredWizard.Type

/** Longest delay before a change is saved. Milliseconds. */
export const SAVE_WITHIN_MS = 1_000

export const draftKey = (address: string) => `commonhold:sign-up-draft:${address}`

export const encodeDraft = (state: WizardState, address: string, savedAt: number): string =>
  Schema.encodeSync(StoredWizard)({
    version: VERSION,
    address,
    savedAt,
    sameAsWallet: state.sameAsWallet,
    username: state.profile.username,
    email: state.profile.email,
    bio: state.profile.bio,
    display_image: state.profile.display_image,
    tags: state.profile.tags,
    work_history: state.work.entries,
    newletterOpted: state.newletterOpted
  })

/** Undefined unless it is a draft of this account and this version. */
export const decodeDraft = (text: string | null, address: string): StoredWizardDraft | undefined => {
  if (text === null) return undefined
  const stored = Schema.decodeUnknownEither(StoredWizard)(text)
  return Either.isRight(stored) && stored.right.address === address ? stored.right : undefined
}

/** The wizard for a returning person: the first step, filled in as they left it, with no field marked as wrong. */
export const resumeWizard = (stored: StoredWizardDraft | undefined): WizardState => {
  const start = startWizard()
  if (stored === undefined) return start
  const { bio, display_image, email, newletterOpted, sameAsWallet, tags, username, work_history } = stored
  return {
    ...start,
    profile: { username, email, bio, display_image, tags },
    sameAsWallet,
    newletterOpted,
    work: startWork(work_history)
  }
}

export type DraftStatus =
  | { readonly state: "unchanged" }
  | { readonly state: "saving" }
  | { readonly state: "saved"; readonly at: number }
  | { readonly state: "failed"; readonly reason: string }

/** Status text of the draft. It does not claim that a draft is saved if the device could not save it. */
export const draftStatusText = (status: DraftStatus, clock: (at: number) => string): string => {
  switch (status.state) {
    case "unchanged":
      return ""
    case "saving":
      return "Saving…"
    case "saved":
      return `Saved ${clock(status.at)} on this device`
    case "failed":
      return `Not saved: ${status.reason}. Keep this page open until you have signed up.`
  }
}
