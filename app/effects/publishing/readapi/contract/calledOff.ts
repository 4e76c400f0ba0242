/** A chosen date that was called off, in responses of the read API. */
import { Schema } from "effect"
import { ACCOUNT, Text, Time } from "./parts"

export const CalledOff = Schema.Struct({
  at: Time("When it was called off.", "2026-12-20T09:00:00.000Z"),
  by: Text("The account that called it off.", ACCOUNT),
  reason: Text("Why, in words.", "The hall is flooded.")
}).annotations({
  description:
    "In a poll for a date only: the chosen date was called off after the count. Outcome, winners and ballots stay."
})
