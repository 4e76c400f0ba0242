/** The feature flags that operators can switch off temporarily. A closed list. Pure. */
import { Schema } from "effect"

export const Feature = Schema.Literal("communities", "bonds", "uploads", "webhooks", "signups")
export type Feature = typeof Feature.Type

/** `readOnly` is off while the site accepts writes; the others are off while their feature works. */
export const FlagName = Schema.Literal("communities", "bonds", "uploads", "webhooks", "signups", "readOnly")
export type FlagName = typeof FlagName.Type

/** A flag that is not in its usual state. */
export const Thrown = Schema.Struct({ name: FlagName, reason: Schema.String, since: Schema.Number })
export type Thrown = typeof Thrown.Type

/** At the beginning of a sentence. */
const featureWords: Readonly<Record<Feature, string>> = {
  communities: "Founding new communities",
  bonds: "Issuing and buying bonds",
  uploads: "Uploading pictures",
  webhooks: "Sending webhooks",
  signups: "Signing up"
}

/** For people who try to use the feature. */
export const featureOffWords = (feature: Feature, reason: string): string =>
  `${featureWords[feature]} is switched off for now. ${reason}`

/** For everyone, on every page. */
export const readOnlyWords = (reason: string): string =>
  `This site is read-only for now: everything can be read, nothing can be saved. ${reason}`
