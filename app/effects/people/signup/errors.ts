/**
 * Reasons for refusing a sign-up or a change of a profile. Texts: docs/product/errors.md; codes are stable. A code that
 * proves an e-mail address fails with one of the first three.
 */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { OwnProfile } from "./Profile"
import { whomToAsk } from "./signupMode"

/** When another code may be requested. `seconds` is whole. */
export const askAgainIn = (seconds: number): string => {
  if (seconds <= 60) return `Wait ${seconds} second${seconds === 1 ? "" : "s"} before you ask for another code.`
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return `Too many codes were requested. Try again in ${wait}.`
}

/** An attempt was counted. */
export class WrongCode extends coded("WrongCode", "E-CODE-WRONG", 422, {
  fields: { triesLeft: Schema.Int },
  message: ({ triesLeft }) => `The code is not right. ${triesLeft} tries left.`
}) {}

/** Too old, used, replaced by a newer one, or never sent to this browser: the same response for all. */
export class CodeExpired extends coded("CodeExpired", "E-CODE-EXPIRED", 422, {
  message: "The code has expired. Ask for a new one."
}) {}

export class TooManyTries extends coded("TooManyTries", "E-CODE-TRIES", 429, {
  fields: {
    /** Whole seconds until a new code can be requested. */
    retryAfter: Schema.Int
  },
  message: "Too many tries. Ask for a new code."
}) {}

/** Another code was requested while the last one is valid and no further e-mail may be sent yet. None was sent. */
export class CodeStillGood extends coded("CodeStillGood", "E-CODE-SENT", 429, {
  fields: {
    /** When the valid code was sent. Unix milliseconds. */
    sentAt: Schema.Number,
    /** Whole seconds until another can be requested. */
    retryAfter: Schema.Int
  },
  message: ({ retryAfter }) => `The code we sent is still valid. ${askAgainIn(retryAfter)}`
}) {
  get details() {
    return { sentAt: this.sentAt }
  }
}

/** 401 without a session, 403 with the session of another account. */
export class AccountNotProven extends Schema.TaggedError<AccountNotProven>()("AccountNotProven", {
  status: Schema.Literal(401, 403)
}) {
  readonly code = "E-UNPROVEN"
  override get message() {
    return "This wallet account was not proven. Connect again."
  }
}

/** Two people, or two tabs, edited the same profile. Carries the stored version, to compare with. */
export class StaleProfile extends coded("StaleProfile", "E-STALE", 409, {
  fields: {
    stored: OwnProfile,
    /** What this editor sent, unchanged. */
    sent: Schema.Unknown
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

/** Operators have blocked the domain of the e-mail address. */
export class DomainBlocked extends coded("DomainBlocked", "E-DOMAIN-BLOCKED", 403, {
  fields: { domain: Schema.String, reason: Schema.String },
  message: ({ domain, reason }) =>
    `This site accepts no e-mail addresses of ${domain}: “${reason}” Use another address, or write to us on the Support page.`
}) {}

/** Operators have blocked the network that the request came from. */
export class NetworkBlocked extends coded("NetworkBlocked", "E-NETWORK-BLOCKED", 403, {
  fields: { reason: Schema.String },
  message: ({ reason }) =>
    `This site accepts no sign-ups from your network: “${reason}” To object, write to us on the Support page.`
}) {}

/** Sign-ups are by invitation. `ask` is whom to ask for one. */
export class InvitationNeeded extends coded("InvitationNeeded", "E-INVITATION", 403, {
  fields: { had: Schema.Literal("none", "ended"), ask: Schema.String },
  message: ({ ask, had }) =>
    had === "none"
      ? `Signing up here needs an invitation. ${whomToAsk(ask)}`
      : `Your invitation was used, withdrawn, or has expired. This browser keeps what you typed. ${whomToAsk(ask)}`
}) {}

/** The account has signed up already, and its request is not decided yet. */
export class SignupWaiting extends coded("SignupWaiting", "E-SIGNUP-WAITING", 409, {
  message: "Your sign-up is waiting for approval. You get an e-mail when it is decided."
}) {}

/** Operators have refused this account for good. */
export class SignupDeclined extends coded("SignupDeclined", "E-SIGNUP-REFUSED", 403, {
  fields: { reason: Schema.String },
  message: ({ reason }) =>
    `The operators of this site did not approve this account: “${reason}” To object, write to us on the Support page.`
}) {}
