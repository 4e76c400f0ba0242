/**
 * Reasons for refusing a sign-in. Codes and texts: docs/product/errors.md. None of them reveals what exactly did not
 * match.
 */
import { Schema } from "effect"

/** A challenge is 64 hex digits (docs/product/people.md). */
export class ChallengeMalformed extends Schema.TaggedError<ChallengeMalformed>()("ChallengeMalformed", {}) {
  readonly status = 400
  readonly code = "E-BODY"
  override get message() {
    return "challenge is invalid"
  }
}

/**
 * Older than 5 minutes, or not issued to this browser: the same response for both, so that nobody learns which
 * challenges exist.
 */
export class ChallengeOver extends Schema.TaggedError<ChallengeOver>()("ChallengeOver", {}) {
  readonly status = 401
  readonly code = "E-CHALLENGE"
  override get message() {
    return "This request is older than 5 minutes. Start again."
  }
}

export class ChallengeUsed extends Schema.TaggedError<ChallengeUsed>()("ChallengeUsed", {}) {
  readonly status = 401
  readonly code = "E-USED"
  override get message() {
    return "This sign-in request was already used. Connect again."
  }
}

export class ProofRefused extends Schema.TaggedError<ProofRefused>()("ProofRefused", {}) {
  readonly status = 401
  readonly code = "E-PROOF"
  override get message() {
    return "The wallet's signature does not fit this request. Try again."
  }
}
