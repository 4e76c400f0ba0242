/** What operators can switch off for a while. A closed list. Pure. */
import { Schema } from "effect"

export const Feature = Schema.Literal("communities", "bonds", "uploads", "webhooks", "signups")
export type Feature = typeof Feature.Type

/** `readOnly` is switched off while the site takes writes, the others while their feature is there. */
export const SwitchName = Schema.Literal("communities", "bonds", "uploads", "webhooks", "signups", "readOnly")
export type SwitchName = typeof SwitchName.Type

/** A switch that is not in its usual state. */
export const Thrown = Schema.Struct({ name: SwitchName, reason: Schema.String, since: Schema.Number })
export type Thrown = typeof Thrown.Type

/** As sentences begin with them. */
const featureWords: Readonly<Record<Feature, string>> = {
  communities: "Founding new communities",
  bonds: "Issuing and buying bonds",
  uploads: "Uploading pictures",
  webhooks: "Sending webhooks",
  signups: "Signing up"
}

/** To whoever would use it. */
export const featureOffWords = (feature: Feature, reason: string): string =>
  `${featureWords[feature]} is switched off for now. ${reason}`

/** For everybody, on every page. */
export const readOnlyWords = (reason: string): string =>
  `This site is read-only for now: everything can be read, nothing can be saved. ${reason}`
