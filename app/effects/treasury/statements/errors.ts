/** Errors of statements. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { inUtc } from "~/effects/base/text/moments"

const SHOWN = 20

/** `E-PERIOD`: not a month or a year, in the future, or before the treasury existed. */
export class NoPeriod extends coded("NoPeriod", "E-PERIOD", 422, { fields: { message: Schema.String } }) {}

export const notAPeriod = (kind: "month" | "year", text: string) =>
  new NoPeriod({
    message: `“${text.slice(0, SHOWN)}” is not a ${kind}. Write it as ${kind === "month" ? "2026-11" : "2026"}.`
  })

export const oneOfThem = () => new NoPeriod({ message: "Ask for a month or for a year, not for both." })

export const notBegun = (title: string) => new NoPeriod({ message: `${title} has not begun yet.` })

export const beforeItsTreasury = (title: string, began: number) =>
  new NoPeriod({ message: `There was no treasury in ${title}. It was created on ${inUtc("day", began)}.` })
