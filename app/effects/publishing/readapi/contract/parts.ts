/**
 * Building blocks of the read API's responses (docs/product/publishing.md). Every field has a meaning, a unit and an
 * example; the OpenAPI document and /developers show the same texts.
 */
import { Schema } from "effect"

/** Adds a description and a JSON example to a schema. */
export const described = <A, I, R>(
  schema: Schema.Schema<A, I, R>,
  description: string,
  example?: A
): Schema.Schema<A, I, R> =>
  schema.annotations(example === undefined ? { description } : { description, examples: [example] })

/** Like `told`, with additional JSON Schema keywords, which Effect does not check. */
const spelled = <A, I, R>(schema: Schema.Schema<A, I, R>, json: object, description: string, example: A) =>
  schema.annotations({ jsonSchema: { ...json, description, examples: [example] } })

export const Text = (description: string, example: string) => described(Schema.String, description, example)
export const Count = (description: string, example: number) =>
  spelled(Schema.Int, { type: "integer", minimum: 0 }, description, example)
/** May be negative. */
export const Whole = Schema.Int.annotations({ jsonSchema: { type: "integer" } })
export const Flag = (description: string, example: boolean) => described(Schema.Boolean, description, example)
/** A string, never a number, because amounts may have 18 decimals. */
export const Amount = (description: string, example: string) =>
  described(Schema.String, `${description} A decimal number as a string, with at most 20 decimals.`, example)
export const Percent = (description: string, example: number) =>
  described(Schema.Number, `${description} In percent, with at most two decimals.`, example)
/** In the format of `Date.toISOString`. */
export const Time = (description: string, example: string) =>
  spelled(Schema.String, { type: "string", format: "date-time" }, `${description} UTC, with milliseconds.`, example)
export const Address = (description: string, example: string) =>
  spelled(Schema.String, { type: "string", format: "uri" }, description, example)
/** BLAKE2b-256 or SHA-256, as the field says. */
export const Digest = (description: string) =>
  spelled(
    Schema.String,
    { type: "string", pattern: "^[0-9a-f]{64}$" },
    `${description} 64 lower-case hex digits.`,
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  )

export const ACCOUNT = "account_tdx_2_12x7uh7s4lwx6n0t4d2a52sqpa4mc4ymv9wlzyzzvnkmx43pycqrgxl"
export const RESOURCE = "resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc"
export const TRANSACTION = "txid_tdx_2_1q0vl9rp4yr5y7fmk3ztgmz7e4h0yvfl3xx5m5j7t4yxc6f2zyqsqk2f2u"
export const SITE = "https://commonhold.example"

/** Names the shape of a response. Fields may be added under the same name, but never change their meaning. */
export const Named = <const Name extends string>(name: Name) =>
  described(
    Schema.Literal(name),
    "The shape of this response. Fields may be added; their meaning does not change.",
    name
  )

export const Next = described(
  Schema.NullOr(Schema.String),
  "Send it as `after` to read the next page; null on the last page.",
  "1795610400000~k3v7qz2mfa5x"
)

/** Shape of every error of the API. */
export const Refusal = Schema.Struct({
  code: Text("A stable code for programs.", "E-NOT-FOUND"),
  message: Text("What happened, and what to do about it, for people.", "This does not exist, or it is not public."),
  requestId: Text("Identifies the request in the server's log.", "0f1c0b5e-5d4d-4f0e-9a52-7c0f6f1d2b3a"),
  fields: Schema.optional(
    Schema.Record({ key: Schema.String, value: Schema.String }).annotations({
      description: "What is wrong with which field, if any."
    })
  ),
  details: Schema.optional(
    Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) }).annotations({
      description: "Numbers, times and identifiers in the message."
    })
  )
}).annotations({ identifier: "Refusal", description: "An error." })
export type Refusal = typeof Refusal.Type

const Key = () => Text("A choice.", "yes")

/** Result of a tie in a ranked vote. */
export const Tie = Schema.Struct({
  round: Count("The round in which they were tied, from 1.", 2),
  level: Schema.Array(Key()).annotations({ description: "All choices that were tied." }),
  decidedBy: described(
    Schema.Literal("noVotes", "earlierRound", "draw", "listOrder", "final"),
    "`noVotes`: they had no votes, and the order changes nothing. `earlierRound`: by the latest earlier round in which they differed. `draw`: by a draw with a round of the beacon. `listOrder`: there was no beacon. `final`: the last two, of which neither wins.",
    "earlierRound"
  ),
  earlierRound: described(Schema.NullOr(Schema.Int), "The round that separated them; null if none did.", 1),
  among: Schema.Array(Key()).annotations({
    description: "Choices among which the draw or the order of the list decided."
  }),
  beaconRound: described(Schema.NullOr(Schema.Int), "For a draw: the round of the beacon.", 4_711),
  eliminated: described(Schema.NullOr(Schema.String), "The choice that was eliminated; null if none was.", "no"),
  surplus: Schema.optional(
    described(
      Schema.NullOr(Schema.String),
      "Elections of several seats only, if surpluses were tied: the choice whose surplus transferred first.",
      null
    )
  )
}).annotations({ identifier: "Tie", description: "How one tie of a ranked vote was decided." })

/** A file of a post. */
export const Attachment = Schema.Struct({
  name: Text("Its name.", "offer.pdf"),
  mime: described(
    Schema.Literal("application/pdf", "image/jpeg", "image/png", "image/webp"),
    "Its type, by its content.",
    "application/pdf"
  ),
  bytes: Count("Its size.", 48_211),
  sha256: Schema.NullOr(Digest("SHA-256 of the file as it is downloaded.")),
  url: Address("The file.", `${SITE}/api/proposals/m4t6ya2cde7p/7/files/m4t6ya2cde7pm4t6ya2cde7pm4`)
}).annotations({ identifier: "Attachment" })

/** A chosen date that was called off. */
export const CalledOff = Schema.Struct({
  at: Time("When it was called off.", "2026-12-20T09:00:00.000Z"),
  by: Text("The account that called it off.", ACCOUNT),
  reason: Text("Why, in words.", "The hall is flooded.")
}).annotations({
  description:
    "In a poll for a date only: the chosen date was called off after the count. Outcome, winners and ballots stay."
})
