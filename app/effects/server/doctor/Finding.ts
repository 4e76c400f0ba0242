/** What one check of the doctor found. Pure. */
import { Schema } from "effect"

export interface Finding {
  /** `advice`: the site works, but something should be looked at. `skipped`: another check has to be well first. */
  readonly state: "well" | "advice" | "wrong" | "skipped"
  readonly message: string
}

export interface Named extends Finding {
  readonly check: string
}

/** A check that found something to mend ends with this. */
export class Ailment extends Schema.TaggedError<Ailment>()("Ailment", {
  /** What is wrong, and what to do. */
  message: Schema.String,
  state: Schema.optionalWith(Schema.Literal("advice", "wrong"), { default: () => "wrong" as const })
}) {}

const MARKS = { well: "ok    ", advice: "look  ", wrong: "WRONG ", skipped: "-     " } as const

export const lineOf = ({ check, message, state }: Named): string => `${MARKS[state]} ${check.padEnd(11)} ${message}`
