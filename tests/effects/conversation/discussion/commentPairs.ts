/** Fault tests of posts. The tests run them short, `npm run goal` in full. */
import { SqlClient } from "@effect/sql"
import { Effect, Random, TestClock } from "effect"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { post, scene, startThread } from "./world"

/** Comments that one account may write in a day. */
const A_DAY = 200

/**
 * docs/goals.md B2: each comment is sent twice concurrently under one idempotency key. Returns how many comments exist
 * in the end, and how many pairs got two different responses.
 */
export const sendPairs = (pairs: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { as } = yield* scene
    const { target } = yield* startThread(as)
    const newComments = yield* NewComments
    const bo = yield* as("bo")
    let different = 0
    for (let n = 0; n < pairs; n++) {
      if (n > 0 && n % A_DAY === 0) yield* TestClock.adjust("25 hours")
      const send = newComments.add(bo, target, { body: `number ${n}`, parent: "" }, `key ${n}`)
      const [one, other] = yield* Effect.all([send, send], { concurrency: 2 })
      if (one !== other) different++
    }
    const [kept] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM comments`
    const [counted] = yield* sql<{ readonly n: number }>`SELECT comment_count AS n FROM threads WHERE id = ${target.id}`
    return { kept: Number(kept?.n), counted: counted?.n, different }
  })

/**
 * The fault test of docs/goals.md B3: two editors who started from the same text save concurrently, in random order.
 * Returns in how many rounds not exactly one of them saved, and how many earlier texts are stored.
 */
export const editTogether = (rounds: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { as } = yield* scene
    const { number } = yield* startThread(as, post("zero"))
    const threadEdits = yield* ThreadEdits
    const ada = yield* as("ada")
    yield* TestClock.adjust("6 minutes")
    let wrong = 0
    for (let round = 1; round <= rounds; round++) {
      const hands = yield* Random.shuffle(["left", "right"])
      const saved = yield* Effect.all(
        Array.from(hands, (hand) =>
          Effect.either(threadEdits.save(ada, number, { ...post(`${hand} ${round}`), version: round }))
        ),
        { concurrency: 2 }
      )
      const late = saved.filter((one) => one._tag === "Left" && "code" in one.left && one.left.code === "E-STALE")
      if (saved.length - late.length !== 1) wrong++
    }
    const [kept] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM post_versions`
    return { wrong, kept: Number(kept?.n) }
  })
