/**
 * The sign-up draft on this device (R-S1, D-09): what is kept, where, and what the page says about it. Pure.
 *
 * The one-time code is never kept. A draft belongs to the wallet account that wrote it: another account in the same
 * browser neither sees nor overwrites it.
 */
import { Either, Schema } from "effect"
import { startWizard, type WizardState } from "./wizard"
import { startWork } from "./workHistory"

/** Bump it when the shape changes: drafts of other versions are ignored. */
const VERSION = 1

const KeptEntry = Schema.Struct({
  company_name: Schema.String,
  start_date: Schema.String,
  end_date: Schema.NullOr(Schema.String),
  current: Schema.Boolean,
  designation: Schema.String,
  description: Schema.String
})

const KeptDraft = Schema.parseJson(
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
    work_history: Schema.Array(KeptEntry),
    newletterOpted: Schema.Boolean
  })
)
export type KeptDraft = typeof KeptDraft.Type

/** Changes wait at most this long before they are kept (D-09 asks for 2 s). Milliseconds. */
export const SAVE_WITHIN_MS = 1_000

export const draftKey = (address: string) => `commonhold:sign-up-draft:${address}`

export const encodeDraft = (state: WizardState, address: string, savedAt: number): string =>
  Schema.encodeSync(KeptDraft)({
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

/** Anything that is not a draft of this account and this version reads as no draft. */
export const decodeDraft = (text: string | null, address: string): KeptDraft | undefined => {
  if (text === null) return undefined
  const kept = Schema.decodeUnknownEither(KeptDraft)(text)
  return Either.isRight(kept) && kept.right.address === address ? kept.right : undefined
}

/** The wizard a person comes back to: the first step, filled as they left it, nothing marked as wrong yet. */
export const resumeWizard = (kept: KeptDraft | undefined): WizardState => {
  const start = startWizard()
  if (kept === undefined) return start
  const { bio, display_image, email, newletterOpted, sameAsWallet, tags, username, work_history } = kept
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

/** D-09's words. Where even this device keeps nothing, saying that it does would be untrue. */
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
