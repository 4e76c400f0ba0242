import { readable } from "~/effects/base/amounts/readable"
import type { ActView } from "~/effects/treasury/keepers/views"

const rule = ({ ids, needed }: { readonly ids: ReadonlyArray<string>; readonly needed: number }) =>
  `${needed} of ${ids.join(" ")}`

/** "Pay 420 XRD to Amir Haddad", "2 of #1# #2# #4# keep the treasury". */
export const titleOf = ({ payload }: Pick<ActView, "payload">): string =>
  payload.kind === "payment"
    ? `Pay ${readable(payload.amount)} ${payload.symbol} to ${payload.payeeName ?? `account …${payload.payee.slice(-8)}`}`
    : `Keepers become ${rule({ ids: payload.seats.map(({ id }) => id), needed: payload.needed })}`

export const kindOf = ({ kind, number }: Pick<ActView, "kind" | "number">): string =>
  kind === "payment" ? `Payment ${number}` : `Change of keepers ${number}`

export const ruleBefore = ({ payload }: Pick<ActView, "payload">): string =>
  payload.kind === "rule" ? rule(payload.from) : ""
export const ruleAfter = ({ payload }: Pick<ActView, "payload">): string =>
  payload.kind === "rule" ? rule({ ids: payload.seats.map(({ id }) => id), needed: payload.needed }) : ""
