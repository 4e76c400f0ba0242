/** Failures of features that operators switched off. Codes and texts: docs/product/errors.md. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { Feature, featureOffWords } from "./flags"

export class SiteReadOnly extends coded("SiteReadOnly", "E-READ-ONLY", 503, {
  fields: { reason: Schema.String },
  message: ({ reason }) => `This site is read-only for now; nothing was saved. Try again later. ${reason}`
}) {
  readonly retryAfter = 60
}

export class SwitchedOff extends coded("SwitchedOff", "E-OFF", 503, {
  fields: {
    feature: Feature,
    reason: Schema.String
  },
  message: ({ feature, reason }) => featureOffWords(feature, reason)
}) {
  readonly retryAfter = 600
}
