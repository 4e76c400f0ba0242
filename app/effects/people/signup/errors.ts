/**
 * Reasons for refusing a sign-up or a change of a profile. Texts: docs/product/errors.md; codes are stable. A code that
 * proves an e-mail address fails with one of the first three.
 */
import { Schema } from "effect"
import { OwnProfile } from "./Profile"

/** When another code may be requested. `seconds` is whole. */
export const askAgainIn = (seconds: number): string => {
  if (seconds <= 60) return `Wait ${seconds} second${seconds === 1 ? "" : "s"} before you ask for another code.`
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return `Too many codes were requested. Try again in ${wait}.`
}

/** An attempt was counted. */
export class WrongCode extends Schema.TaggedError<WrongCode>()("WrongCode", { triesLeft: Schema.Int }) {
  readonly status = 422
  readonly code = "E-CODE-WRONG"
  override get message() {
    return `The code is not right. ${this.triesLeft} tries left.`
  }
}

/** Too old, used, replaced by a newer one, or never sent to this browser: the same response for all. */
export class CodeExpired extends Schema.TaggedError<CodeExpired>()("CodeExpired", {}) {
  readonly status = 422
  readonly code = "E-CODE-EXPIRED"
  override get message() {
    return "The code has expired. Ask for a new one."
  }
}

export class TooManyTries extends Schema.TaggedError<TooManyTries>()("TooManyTries", {
  /** Whole seconds until a new code can be requested. */
  retryAfter: Schema.Int
}) {
  readonly status = 429
  readonly code = "E-CODE-TRIES"
  override get message() {
    return "Too many tries. Ask for a new code."
  }
}

/** Another code was requested while the last one is valid and no further e-mail may be sent yet. None was sent. */
export class CodeStillGood extends Schema.TaggedError<CodeStillGood>()("CodeStillGood", {
  /** When the valid code was sent. Unix milliseconds. */
  sentAt: Schema.Number,
  /** Whole seconds until another can be requested. */
  retryAfter: Schema.Int
}) {
  readonly status = 429
  readonly code = "E-CODE-SENT"
  override get message() {
    return `The code we sent is still valid. ${askAgainIn(this.retryAfter)}`
  }
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
export class StaleProfile extends Schema.TaggedError<StaleProfile>()("StaleProfile", {
  stored: OwnProfile,
  /** What this editor sent, unchanged. */
  sent: Schema.Unknown
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}
