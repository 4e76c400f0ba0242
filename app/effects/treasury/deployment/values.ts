/**
 * What the owner chooses before a community goes on the ledger, step by step (docs/product/treasury.md, 3.6.6). Plain
 * words and texts, as the fields hold them: pages load this file.
 */
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

/** An unknown step is the first one. */
export const stepOf = (text: string | null): Step => steps.find((step) => step === text) ?? "account"
/** Some steps further on, or back. */
export const stepAt = (step: Step, by: number): Step => steps[steps.indexOf(step) + by] ?? step

export const deployHref = (slug: string, step?: Step): string =>
  `/exploreDao/${slug}/deploy${step === undefined ? "" : `?step=${step}`}`

/** Where an unsent form is kept. */
export const draftPlace = (communityId: string): string => `deploy/${communityId}`

export interface DeployValues {
  /** Receives the first admin badge, and so controls the treasury. */
  readonly admin: string
  /** Whether the treasury is to open for any one badge, or for several keepers together. */
  readonly opens: "one" | "several"
  /** The keepers beside the founder, one a line: names of members or accounts. */
  readonly keepers: string
  /** How many of all of them must approve. */
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

/** Capital letters and digits of the first words: a beginning, to be changed. */
const symbolOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, 4)

export const startValues = (account: string, name: string): DeployValues => ({
  admin: account,
  opens: "one",
  keepers: "",
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

/** A draft over what the form begins with; what no form of ours wrote is left out. */
export const mergeValues = (start: DeployValues, data: Readonly<Record<string, unknown>> | undefined): DeployValues => {
  const text = (name: keyof DeployValues): string => {
    const value = data?.[name]
    return typeof value === "string" ? value.slice(0, 500) : start[name]
  }
  return {
    admin: text("admin"),
    opens: oneOf(["one", "several"], data?.opens) ?? start.opens,
    keepers: typeof data?.keepers === "string" ? data.keepers.slice(0, 2_000) : start.keepers,
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
  account: ["admin", "opens", "keepers", "needed"],
  token: ["token", "resource", "tokenName", "symbol", "supply", "divisibility", "mintable", "icon"],
  locker: ["recoverable"],
  links: [],
  review: []
}
export const fieldsOf = (step: Step): ReadonlyArray<keyof DeployValues> => FIELDS[step]
export const stepOfField = (field: string): Step =>
  steps.find((step) => FIELDS[step].some((name) => name === field)) ?? "account"
