/** Action of the contact form; every refusal returns what was typed. */

import { data } from "@remix-run/node"
import { Effect, Either } from "effect"
import { networkOf } from "~/effects/base/limits/Asker"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readFileForm.server"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { failing, storeSent } from "~/effects/base/remix/sent.server"
import { browserHash } from "~/effects/people/wallet-session/Browser.server"
import {
  type ContactDraft,
  ContactForm,
  type ContactReply,
  isTopic,
  type Topic
} from "~/effects/publishing/support/forms"
import { Support } from "../Support.server"

/** Topic in the link's address; empty if it is unknown. */
export const topicFrom = (text: string | null): Topic | "" => (text !== null && isTopic(text) ? text : "")

const FIELDS = ["name", "email", "topic", "message", "website"] as const

const draftOf = (form: FormData): ContactDraft => {
  const values = formRecord(form)
  const text = (field: (typeof FIELDS)[number]) => (typeof values[field] === "string" ? values[field] : "")
  // Browsers send line breaks as CR LF; people count them as one character.
  const message = text("message").replaceAll("\r\n", "\n")
  return { name: text("name"), email: text("email"), topic: text("topic"), message, website: text("website") }
}

/** An IPv4 address, or the /64 network of an IPv6 address; null for this machine. */
const senderAddress = (address: string) => {
  const network = networkOf(address)
  return network === null || network.includes(":") ? network : address.replace(/^::ffff:/i, "")
}

export const sendMessage = Effect.gen(function* () {
  const { context, request } = yield* RouteArgs
  const headers = yield* ReplyHeaders
  const form = yield* readForm(request)
  const draft = draftOf(form)
  const respond = (body: ContactReply, status: number) => data(body, { status, headers })

  const checked = checkForm(ContactForm, draft)
  if (Either.isLeft(checked)) {
    return respond({ sent: false, draft, fields: checked.left, problem: null }, 422)
  }
  /** The message itself is valid and can be sent later unchanged. */
  const notNow = ({ message, retryAfter, status }: RouteFailure) => {
    storeSent(context, form)
    if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter))
    return Effect.succeed(respond({ sent: false, draft, fields: {}, problem: message }, status))
  }
  const support = yield* Support
  const sender = { address: senderAddress(context.address), browser: yield* browserHash }
  return yield* failing(support.send(checked.right, sender)).pipe(
    Effect.map((reference) => respond({ sent: true, email: checked.right.email, reference }, 200)),
    Effect.catchAll(notNow)
  )
})
