/** Failures of features that operators switched off. Codes and texts: docs/product/errors.md. */
import { Schema } from "effect"
import { Feature, featureOffWords } from "./flags"

export class SiteReadOnly extends Schema.TaggedError<SiteReadOnly>()("SiteReadOnly", { reason: Schema.String }) {
  readonly status = 503
  readonly code = "E-READ-ONLY"
  readonly retryAfter = 60
  override get message() {
    return `This site is read-only for now; nothing was saved. Try again later. ${this.reason}`
  }
}

export class SwitchedOff extends Schema.TaggedError<SwitchedOff>()("SwitchedOff", {
  feature: Feature,
  reason: Schema.String
}) {
  readonly status = 503
  readonly code = "E-OFF"
  readonly retryAfter = 600
  override get message() {
    return featureOffWords(this.feature, this.reason)
  }
}
