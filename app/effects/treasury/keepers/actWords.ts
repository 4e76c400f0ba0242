/** What acts and rules are called. Pure, and without the schemas: pages load it. */
import { amountOf } from "~/ledger/amount"
import type { Act, ActPayload, Release, RuleChange, StepAct } from "./Act"

const KINDS: Readonly<Record<Act["kind"], string>> = {
  payment: "Payment",
  rule: "Change of keepers",
  release: "End of keeping",
  issue: "Issue",
  parking: "Parking",
  back: "Taking back",
  recovery: "Recovery"
}

/** It is a step of the treasury, proven as steps are. */
export const isStepAct = (payload: ActPayload): payload is StepAct =>
  payload.kind === "issue" || payload.kind === "parking" || payload.kind === "back" || payload.kind === "recovery"

/** It leaves another rule behind. */
export const isRuleAct = (payload: ActPayload): payload is RuleChange | Release =>
  payload.kind === "rule" || payload.kind === "release"

/** "Payment 31", "Change of keepers 32". */
export const actName = ({ kind, number }: Pick<Act, "kind" | "number">): string => `${KINDS[kind]} ${number}`

/** "2 of 3 keepers". */
export const ruleWords = ({ needed, seats }: Pick<RuleChange, "needed" | "seats">): string =>
  `${needed} of ${seats.length} keepers`

/** Completes its name, for who asks for the same once more. */
export const standsAs = ({ kind, state }: Pick<Act, "kind" | "state">): string => {
  const whose = kind === "payment" ? " for this vote" : ""
  if (state === "committed") return `${whose} is ${kind === "payment" ? "made" : "done"} already.`
  if (state !== "mismatch") return `${whose} waits for the keepers already.`
  const rest = kind === "payment" ? " What is missing can be proposed without the number of the vote." : ""
  return `${whose} was carried out, and otherwise than proposed: look at its transaction first.${rest}`
}

/** The rule that an act leaves behind, for sentences about the treasury; null for one that leaves it as it is. */
export const ruleLeft = (payload: ActPayload): string | null => {
  if (!isRuleAct(payload)) return null
  return payload.kind === "rule" ? ruleWords(payload) : "any one admin badge"
}

/** How much of a token it takes out of the treasury. */
export const promisedIn = (payload: ActPayload, token: string): bigint => {
  if (payload.kind === "payment") return payload.resource === token ? amountOf(payload.amount) : 0n
  if (payload.kind !== "parking") return 0n
  return payload.amounts.reduce((sum, { amount, resource }) => sum + (resource === token ? amountOf(amount) : 0n), 0n)
}
