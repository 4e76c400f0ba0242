/**
 * The sign-up wizard as a state machine (docs/product/people.md): three steps, the draft they fill, and the fields that
 * were touched.
 *
 * Pure: it uses neither React nor the network. Components send events and render the state.
 */
import { Either } from "effect"
import { checkForm, type FieldErrors } from "~/effects/base/remix/form"
import type { WorkEntryDraft } from "~/effects/people/users/rules"
import { OtpCode, type ProfileDraft, ProfileForm, type SignupBody } from "./forms"
import { emptyBoxes, type OtpBoxes, type OtpEvent, otpReducer, otpText } from "./otpBoxes"
import { startWork, type WorkEvent, type WorkState, workReducer } from "./workHistory"

export const STEP_LABELS = ["Personal Details", "Work History", "OTP"] as const // docs/product/people.md
export const DEFAULT_STEPS = 3 // docs/product/people.md

/** The draft of a profile, with the field names of the sign-up call (docs/product/people.md). */
export interface SignupDraft extends ProfileDraft {
  readonly newletterOpted: boolean
  readonly otp: string
  readonly work_history: ReadonlyArray<WorkEntryDraft>
  readonly public_address: string
}

/** The step on which a refused field can be corrected. */
export const stepOfField = (field: string): number => (field.startsWith("work_history") ? 1 : field === "otp" ? 2 : 0)

export type ProfileField = keyof ProfileDraft
export const PROFILE_FIELDS: ReadonlyArray<ProfileField> = ["username", "email", "bio", "tags", "display_image"]

export type SubmitState =
  | { readonly status: "idle" }
  | { readonly status: "submitting" }
  | {
      readonly status: "failed"
      readonly message: string
      /** The fields that the server refused, each with its message. */
      readonly fields: FieldErrors
    }

export interface WizardState {
  readonly currentStep: number
  readonly stepsLength: number
  readonly profile: ProfileDraft
  readonly sameAsWallet: boolean
  readonly touched: ReadonlyArray<ProfileField>
  readonly work: WorkState
  readonly boxes: OtpBoxes
  readonly newletterOpted: boolean
  readonly submit: SubmitState
}

const noErrors: FieldErrors = {}

export type WizardEvent =
  | { readonly type: "next" }
  | { readonly type: "previous" }
  | { readonly type: "jump"; readonly step: number }
  | { readonly type: "edit"; readonly change: Partial<ProfileDraft> }
  | { readonly type: "leave"; readonly field: ProfileField }
  | { readonly type: "touchAll" }
  | { readonly type: "sameAsWallet"; readonly on: boolean; readonly label: string }
  | { readonly type: "toggleTag"; readonly name: string }
  | { readonly type: "submitProfile" }
  | { readonly type: "work"; readonly event: WorkEvent }
  | { readonly type: "otp"; readonly event: OtpEvent }
  | { readonly type: "newsletter"; readonly on: boolean }
  | { readonly type: "submitting" }
  | { readonly type: "failed"; readonly message: string; readonly fields?: FieldErrors }
  | { readonly type: "reset" }

export const emptyProfile: ProfileDraft = { username: "", email: "", bio: "", display_image: "", tags: [] }

export const startWizard = (stepsLength: number = DEFAULT_STEPS): WizardState => ({
  currentStep: 0,
  stepsLength,
  profile: emptyProfile,
  sameAsWallet: false,
  touched: [],
  work: startWork(),
  boxes: emptyBoxes,
  newletterOpted: true,
  submit: { status: "idle" }
})

const at = (state: WizardState, step: number): WizardState => ({
  ...state,
  currentStep: Math.min(Math.max(Math.trunc(step), 0), Math.max(state.stepsLength - 1, 0))
})

/** A refusal is about what was sent; it disappears once that changes. */
const unrefused = (state: WizardState): WizardState =>
  state.submit.status === "failed" ? { ...state, submit: { status: "idle" } } : state

const edited = (state: WizardState, change: Partial<ProfileDraft>): WizardState => {
  const profile = { ...state.profile, ...change }
  const touched = PROFILE_FIELDS.filter((field) => field in change || state.touched.includes(field))
  const isSame = PROFILE_FIELDS.every((field) => profile[field] === state.profile[field])
  return { ...(isSame ? state : unrefused(state)), profile, touched }
}

export const toggleTag = (tags: ReadonlyArray<string>, name: string): ReadonlyArray<string> =>
  tags.includes(name) ? tags.filter((tag) => tag !== name) : [...tags, name]

/**
 * Next on step 0: marks every field as touched; if the profile is valid, stores it as the server will read it and moves
 * on.
 */
const profileSubmitted = (state: WizardState): WizardState => {
  const seen = { ...state, touched: PROFILE_FIELDS }
  return Either.match(checkForm(ProfileForm, state.profile), {
    onLeft: () => seen,
    onRight: (profile) => at({ ...seen, profile }, state.currentStep + 1)
  })
}

const worked = (state: WizardState, event: WorkEvent): WizardState => {
  const work = workReducer(state.work, event)
  const next = { ...(work.entries === state.work.entries ? state : unrefused(state)), work }
  return event.type === "skip" ? at(next, state.currentStep + 1) : next
}

const coded = (state: WizardState, event: OtpEvent): WizardState => {
  const boxes = otpReducer(state.boxes, event)
  const isMoving = event.type === "key" && otpText(boxes) === otpText(state.boxes) && event.key !== "Backspace"
  return { ...(isMoving ? state : unrefused(state)), boxes }
}

export const wizardReducer = (state: WizardState, event: WizardEvent): WizardState => {
  switch (event.type) {
    case "next":
      return at(state, state.currentStep + 1)
    case "previous":
      return at(state, state.currentStep - 1)
    case "jump":
      return at(state, event.step)
    case "edit":
      return edited(state, event.change)
    case "leave":
      return edited(state, { [event.field]: state.profile[event.field] })
    case "touchAll":
      return { ...state, touched: PROFILE_FIELDS }
    case "sameAsWallet":
      return { ...(event.on ? edited(state, { username: event.label }) : state), sameAsWallet: event.on }
    case "toggleTag":
      return edited(state, { tags: toggleTag(state.profile.tags, event.name) })
    case "submitProfile":
      return profileSubmitted(state)
    case "work":
      return worked(state, event.event)
    case "otp":
      return coded(state, event.event)
    case "newsletter":
      return { ...state, newletterOpted: event.on }
    case "submitting":
      return { ...state, submit: { status: "submitting" } }
    case "failed":
      return { ...state, submit: { status: "failed", message: event.message, fields: event.fields ?? noErrors } }
    case "reset":
      // The newsletter choice starts as true and is false after a reset (docs/product/people.md).
      return { ...startWizard(state.stepsLength), newletterOpted: false }
  }
}

/** Errors of the profile by field. Name, e-mail and bio have no message of their own (docs/product/people.md). */
export const profileErrors = (profile: ProfileDraft): FieldErrors =>
  Either.match(checkForm(ProfileForm, profile), { onLeft: (errors) => errors, onRight: () => noErrors })

/** The errors that may be shown already. */
export const shownErrors = (profile: ProfileDraft, touched: ReadonlyArray<ProfileField>): FieldErrors => {
  const errors = profileErrors(profile)
  return Object.fromEntries(Object.entries(errors).filter(([field]) => touched.some((name) => name === field)))
}

/** The whole draft. The address is the wallet's first account at this moment (docs/product/people.md). */
export const draftOf = (state: WizardState, publicAddress: string): SignupDraft => ({
  ...state.profile,
  newletterOpted: state.newletterOpted,
  otp: otpText(state.boxes),
  work_history: state.work.entries,
  public_address: publicAddress
})

export const OTP_INCOMPLETE = "Please enter all 6 digits of the OTP" // docs/product/errors.md
export const PROFILE_MISSING = "Required profile information is missing" // docs/product/errors.md
export const SIGN_UP_FALLBACK = "Failed to verify OTP. Please try again." // docs/product/errors.md

/** Why the draft cannot be sent; undefined if it can. The order is that of docs/product/people.md. */
export const submitProblem = (draft: SignupDraft): string | undefined => {
  if (Either.isLeft(checkForm(OtpCode, draft.otp))) return OTP_INCOMPLETE
  if (draft.username.trim() === "" || draft.email.trim() === "") return PROFILE_MISSING
  return undefined
}

/** Exactly the nine fields of the sign-up call (docs/product/people.md). */
export const signupBody = (draft: SignupDraft): SignupBody => ({
  username: draft.username,
  email: draft.email,
  bio: draft.bio,
  work_history: draft.work_history,
  tags: draft.tags,
  display_image: draft.display_image,
  public_address: draft.public_address,
  newletterOpted: draft.newletterOpted,
  otp: draft.otp
})
