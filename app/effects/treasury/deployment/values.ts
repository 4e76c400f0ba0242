/** Form values of a deployment, step by step, as texts (docs/product/treasury.md). Pages load this file. */

import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { oneOf } from "~/effects/base/text/unknown"

export const steps = ["account", "token", "locker", "links", "review"] as const
export type Step = (typeof steps)[number]
export const stepNames: Readonly<Record<Step, string>> = {
  account: "Admin account",
  token: "Token",
  locker: "Locker",
  links: "Links",
  review: "Review"
}

/** An unknown step means the first one. */
export const stepOf = (text: string | null): Step => steps.find((step) => step === text) ?? "account"
/** The step `by` places further on, or back. */
export const stepAt = (step: Step, by: number): Step => steps[steps.indexOf(step) + by] ?? step

export const deployHref = (slug: string, step?: Step): string =>
  `/exploreDao/${slug}/deploy${step === undefined ? "" : `?step=${step}`}`

/** Storage key of an unsent form. */
export const draftPlace = (communityId: CommunityId): string => `deploy/${communityId}`

export interface DeployValues {
  /** Receives the first admin badge, and with it control of the treasury. */
  readonly admin: string
  /** Whether any single badge can spend, or several signers together. */
  readonly opens: "one" | "several"
  /** The signers other than the founder, one per line: member names or accounts. */
  readonly signers: string
  /** How many signers in all must approve. */
  readonly needed: string
  readonly token: "none" | "link" | "new"
  readonly resource: string
  readonly tokenName: string
  readonly symbol: string
  readonly supply: string
  readonly divisibility: string
  readonly mintable: "yes" | "no"
  /** Address of an uploaded picture; empty for the community's own. */
  readonly icon: string
  readonly recoverable: "yes" | "no"
}

/** A suggested symbol: capital letters and digits of the first words. */
const symbolOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, 4)

export const startValues = (account: AccountAddress, name: string): DeployValues => ({
  admin: account,
  opens: "one",
  signers: "",
  needed: "2",
  token: "new",
  resource: "",
  tokenName: name.slice(0, 40),
  symbol: symbolOf(name),
  supply: "1000000",
  divisibility: "18",
  mintable: "no",
  icon: "",
  recoverable: "yes"
})

/** Saved values over the defaults; unknown values are ignored. */
export const mergeValues = (start: DeployValues, data: Readonly<Record<string, unknown>> | undefined): DeployValues => {
  const text = (name: keyof DeployValues): string => {
    const value = data?.[name]
    return typeof value === "string" ? value.slice(0, 500) : start[name]
  }
  const signers = data?.signers
  return {
    admin: text("admin"),
    opens: oneOf(["one", "several"], data?.opens) ?? start.opens,
    signers: typeof signers === "string" ? signers.slice(0, 2_000) : start.signers,
    needed: text("needed"),
    token: oneOf(["none", "link", "new"], data?.token) ?? start.token,
    resource: text("resource"),
    tokenName: text("tokenName"),
    symbol: text("symbol"),
    supply: text("supply"),
    divisibility: text("divisibility"),
    mintable: oneOf(["yes", "no"], data?.mintable) ?? start.mintable,
    icon: text("icon"),
    recoverable: oneOf(["yes", "no"], data?.recoverable) ?? start.recoverable
  }
}

const FIELDS: Readonly<Record<Step, ReadonlyArray<keyof DeployValues>>> = {
  account: ["admin", "opens", "signers", "needed"],
  token: ["token", "resource", "tokenName", "symbol", "supply", "divisibility", "mintable", "icon"],
  locker: ["recoverable"],
  links: [],
  review: []
}
export const fieldsOf = (step: Step): ReadonlyArray<keyof DeployValues> => FIELDS[step]
export const stepOfField = (field: string): Step =>
  steps.find((step) => FIELDS[step].some((name) => name === field)) ?? "account"
