/** Schema of the contact form. Isomorphic: the server validates with it and the page shows the same limits. */
import { Schema } from "effect"
import type { FieldErrors } from "~/effects/base/remix/form"
import { Line, Lines } from "~/effects/base/text/fields"
import { Email } from "~/effects/people/signup/forms"

export const topics = ["wallet", "vote", "bond", "distribution", "account", "other"] as const
export type Topic = (typeof topics)[number]

export const isTopic = (text: string): text is Topic => topics.some((topic) => topic === text)

export const NAME_LENGTH = { min: 3, max: 60 }
export const MESSAGE_LENGTH = { min: 20, max: 2_000 }

const isEmail = Schema.is(Email)

export const ContactForm = Schema.Struct({
  name: Line.pipe(
    Schema.filter(({ length }) => (length >= NAME_LENGTH.min && length <= NAME_LENGTH.max) || "Use 3 to 60 characters.")
  ),
  email: Line.pipe(
    Schema.filter((text) => isEmail(text) || "Please enter an e-mail address at which we can reply to you.")
  ),
  topic: Schema.String.pipe(Schema.filter(isTopic, { message: () => "Please choose a topic." })),
  message: Lines.pipe(
    Schema.filter(({ length }) => {
      if (length < MESSAGE_LENGTH.min) return "Please write at least 20 characters."
      return length <= MESSAGE_LENGTH.max || "Please write at most 2,000 characters."
    })
  ),
  /** Honeypot: people do not see this field; programs fill it in. */
  website: Schema.String.pipe(Schema.filter((text) => text === "" || "Please leave this field empty."))
})
export type ContactForm = typeof ContactForm.Type

/** Unvalidated form values; returned with a refusal. */
export interface ContactDraft {
  readonly name: string
  readonly email: string
  readonly topic: string
  readonly message: string
  readonly website: string
}

/** Result of a message to support. Types only: the page reads this file. */
export type ContactReply =
  | { readonly sent: true; readonly email: string; readonly reference: string }
  | {
      readonly sent: false
      readonly draft: ContactDraft
      readonly fields: FieldErrors
      /** A problem that is not about a field. */
      readonly problem: string | null
    }
