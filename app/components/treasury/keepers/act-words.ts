import { readable } from "~/effects/base/amounts/readable"
import type { Release, RuleChange, StepAct } from "~/effects/treasury/keepers/Act"
import type { ActView } from "~/effects/treasury/keepers/views"

const rule = ({ ids, needed }: { readonly ids: ReadonlyArray<string>; readonly needed: number }) =>
  `${needed} of ${ids.join(" ")}`

/** "120 GRD and 5 XRD"; once, where both are the same. */
const sumWords = ({ amounts }: StepAct): string =>
  amounts
    .filter(({ amount }) => amount !== "0")
    .map(({ amount, symbol }) => `${readable(amount)} ${symbol}`)
    .join(" and ")

/** "Pay 420 XRD to Amir Haddad", "Keepers become 2 of #1# #2# #4#", "End keeping". */
export const titleOf = ({ payload }: Pick<ActView, "payload">): string => {
  switch (payload.kind) {
    case "payment":
      return `Pay ${readable(payload.amount)} ${payload.symbol} to ${payload.payeeName ?? `account …${payload.payee.slice(-8)}`}`
    case "rule":
      return `Keepers become ${rule({ ids: payload.seats.map(({ id }) => id), needed: payload.needed })}`
    case "release":
      return "End keeping"
    case "issue":
      return `Issue ${sumWords(payload)}`
    case "parking":
      return `Park ${sumWords(payload)}`
    case "back":
      return `Take ${sumWords(payload)} back`
    case "recovery":
      return `Take ${sumWords(payload)} back that nobody claimed`
  }
}

/** The rule that a change ends, and the one it begins. */
export const ruleBefore = ({ from }: RuleChange | Release): string => rule(from)
export const ruleAfter = (payload: RuleChange | Release): string =>
  payload.kind === "rule"
    ? rule({ ids: payload.seats.map(({ id }) => id), needed: payload.needed })
    : "any one admin badge"
