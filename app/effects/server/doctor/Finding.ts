/** The result of one check of the doctor. Pure. */
import { Schema } from "effect"

export interface Finding {
  /** `advice`: the site works, but something should be checked. `skipped`: another check must succeed first. */
  readonly state: "well" | "advice" | "wrong" | "skipped"
  readonly message: string
}

export interface Named extends Finding {
  readonly check: string
}

/** The failure of a check that found a problem. */
export class Ailment extends Schema.TaggedError<Ailment>()("Ailment", {
  /** The problem, and what to do. */
  message: Schema.String,
  state: Schema.optionalWith(Schema.Literal("advice", "wrong"), { default: () => "wrong" as const })
}) {}

const MARKS = { well: "ok    ", advice: "look  ", wrong: "WRONG ", skipped: "-     " } as const

export const lineOf = ({ check, message, state }: Named): string => `${MARKS[state]} ${check.padEnd(11)} ${message}`
