/**
 * docs/goals.md B2 for member changes: each click arrives twice concurrently. The tests run it short, `npm run goal` in
 * full.
 */
import { SqlClient } from "@effect/sql"
import { Effect, TestClock } from "effect"
import { membersAction } from "~/effects/communities/members/pages/commands.server"
import { signIn } from "../../publishing/dashboard/visits"
import { accountOf, club, visitInside } from "./world"

/** A session lives a week without a visit, and the number of clicks in a day is limited. */
const A_DAY = 100

/** The result of a click: an address, or the status of a refusal. */
const endOf = <A, E, R>(submit: Effect.Effect<A, E, R>) =>
  Effect.match(submit, {
    onFailure: (ended) =>
      ended instanceof Response ? (ended.headers.get("location") ?? String(ended.status)) : "refused",
    onSuccess: (reply) => JSON.stringify(reply)
  })

/**
 * Mia is made a moderator and a member again, over and over; each click is sent twice under one idempotency key.
 * Returns how many changes were recorded, and how many pairs got two different responses.
 */
export const submitTwice = (pairs: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* club()
    let token = yield* signIn(accountOf("Olga"))
    let different = 0
    for (let n = 0; n < pairs; n++) {
      if (n > 0 && n % A_DAY === 0) {
        yield* TestClock.adjust("25 hours")
        token = yield* signIn(accountOf("Olga"))
      }
      const role = n % 2 === 0 ? "moderator" : "member"
      const form = { intent: "role", account: accountOf("Mia"), role, key: `a-key-of-pair-${n}` }
      // A request body can be read only once, so each click has its own.
      const submit = () => endOf(visitInside({ id, token, form, path: "/members" }, membersAction))
      const [one, other] = yield* Effect.all([submit(), submit()], { concurrency: 2 })
      if (one !== other || one === "refused") different++
    }
    const [row] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM activity_events
      WHERE community_id = ${id} AND type = 'roleGiven'`
    return { kept: Number(row?.n), different }
  })
