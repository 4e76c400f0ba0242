/**
 * Reasons for refusing a sign-in. Codes and texts: docs/product/errors.md. None of them reveals what exactly did not
 * match.
 */
import { coded } from "~/effects/base/failures/coded"

/** A challenge is 64 hex digits (docs/product/people.md). */
export class ChallengeMalformed extends coded("ChallengeMalformed", "E-BODY", 400, {
  message: "challenge is invalid"
}) {}

/**
 * Older than 5 minutes, or not issued to this browser: the same response for both, so that nobody learns which
 * challenges exist.
 */
export class ChallengeOver extends coded("ChallengeOver", "E-CHALLENGE", 401, {
  message: "This request is older than 5 minutes. Start again."
}) {}

export class ChallengeUsed extends coded("ChallengeUsed", "E-USED", 401, {
  message: "This sign-in request was already used. Connect again."
}) {}

export class ProofRefused extends coded("ProofRefused", "E-PROOF", 401, {
  message: "The wallet's signature does not fit this request. Try again."
}) {}
