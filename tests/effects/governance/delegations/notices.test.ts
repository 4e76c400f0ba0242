/** Delegators are notified that their vote was used, however many they are, on both databases. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Tracer } from "effect"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { describeOnBothDatabases } from "../../../databases"
import { club, propose, signedBallot, TODAY, voter, world } from "../proposals/world"
import { crowd, delegateVote, frozenOfAll } from "./delegateTo"

const LENDERS = 5_000

/** Statements as they are sent, from any fiber. */
const listening = (sent: Array<string>) =>
  Effect.map(Effect.tracer, (inner) =>
    Tracer.make({
      context: (execute, fiber) => inner.context(execute, fiber),
      span: (name, ...rest) => {
        const span = inner.span(name, ...rest)
        const { attribute } = span
        return Object.assign(span, {
          attribute: (key: string, value: unknown) => {
            if (key === "db.query.text" && typeof value === "string") sent.push(value)
            return attribute.call(span, key, value)
          }
        })
      }
    })
  )

describeOnBothDatabases("Delegators whose vote is used", (database) => {
  const sent: Array<string> = []
  const heard = world(database).pipe(
    Layer.provideMerge(Layer.unwrapEffect(Effect.map(listening(sent), Layer.setTracer)))
  )
  it.effect(
    "are notified in few statements, none of which has more values than a chunk",
    () =>
      Effect.gen(function* () {
        const id = yield* club()
        // One delegation is really frozen, so that the vote knows that it has some.
        yield* delegateVote(id, "Ben", "Ana")
        const { id: proposal } = yield* propose(id)
        yield* frozenOfAll(proposal, yield* crowd(id, LENDERS), voter("Ana").account)
        const ballot = yield* signedBallot(proposal, "Ana", "yes")
        const { castAll } = yield* BallotBox
        sent.length = 0
        const { account } = voter("Ana")
        const [taken] = yield* castAll([{ account, received: TODAY, body: ballot }])
        assert.strictEqual(taken?._tag, "Right")
        const sql = yield* SqlClient.SqlClient
        const notified = yield* sql`SELECT account_address FROM notifications WHERE text LIKE 'Ana voted%'`
        assert.lengthOf(notified, LENDERS + 1)
        assert.isNotEmpty(sent)
        const about = sent.filter((text) => /notifications|digests/.test(text))
        assert.isAtMost(about.length, 25)
        const values = sent.map((text) => text.match(/\?|\$\d+/g)?.length ?? 0)
        assert.isAtMost(Math.max(...values), 1_100)
      }).pipe(Effect.provide(heard)),
    60_000
  )
})
