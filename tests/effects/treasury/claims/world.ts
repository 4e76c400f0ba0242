/** Payouts that everybody has to claim, and a person who is notified of them. */
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import type { garden, person } from "../payouts/world"
import { planned, report, sign } from "../payouts/world"

type Garden = Effect.Effect.Success<typeof garden>

/** Everybody has to claim. */
export const paid = (place: Garden, people: ReadonlyArray<ReturnType<typeof person>>, amount: bigint) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const run = yield* planned(
      place,
      people.map(({ account }) => [account, amount] as const),
      "claim"
    )
    yield* distributions.start(run, 40, 1)
    const step = Option.getOrThrow(yield* payouts.next(place.treasury, run))
    yield* report(step.id, yield* sign(step.manifest))
    return run
  })

export const registered = (accountAddress: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO users ${sql.insert({
      accountAddress,
      username: "One Person",
      usernameKey: accountAddress,
      email: "one@example.org",
      emailKey: accountAddress,
      bio: "A person in a test.",
      displayImage: "",
      tags: "[]",
      workHistory: "[]",
      newsletter: 0,
      lastSeenAt: 1,
      createdAt: 1,
      updatedAt: 1
    })}`
  })
