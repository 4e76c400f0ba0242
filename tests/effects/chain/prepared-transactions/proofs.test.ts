/**
 * A transaction with the prepared manifest but another effect is not confirmed, for any kind. The ledger's report is
 * changed here, one thing at a time; unchanged, each is confirmed.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { TransactionKinds } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { TransactionKindsLive } from "~/effects/server/layers/transactionKinds.server"
import { garden, sign } from "../../treasury/payouts/world"
import { kinds, world } from "./kinds"

type Change = (transaction: CommittedTransaction) => Partial<CommittedTransaction>

/** No balance changed. */
const still: Change = () => ({ fungibleChanges: [] })
/** Every balance changed by twice as much. */
const doubled: Change = ({ fungibleChanges }) => ({ fungibleChanges: [...fungibleChanges, ...fungibleChanges] })
/** Nothing was created. */
const barren: Change = () => ({ created: [] })
/** The ledger as it was before. */
const before: Change = ({ stateVersion }) => ({ stateVersion: stateVersion - 1 })
/** Long ago. */
const early: Change = () => ({ at: "1969-12-31T00:00:00.000Z" })

const broken: Readonly<Record<string, ReadonlyArray<readonly [Change, RegExp]>>> = {
  deploy: [[barren, /created other things than were prepared/]],
  badge: [[before, /./]],
  links: [[before, /./]],
  "proposal-execution": [[early, /./]],
  "bond-series": [[barren, /created no single resource/]],
  coupon: [
    [still, /the treasury gave 0, not /],
    [doubled, /the treasury gave /],
    [before, /does not carry the mark of this batch/]
  ],
  drop: [
    [still, /the treasury gave 0, not 7/],
    [doubled, /the treasury gave 14, not 7/],
    [before, /does not carry the mark of this batch/]
  ],
  claim: [
    [still, /the locker did not give 7 GRD/],
    [
      ({ fungibleChanges }) => ({ fungibleChanges: fungibleChanges.filter(({ change }) => change.startsWith("-")) }),
      /the account did not get 7 GRD/
    ]
  ],
  recover: [
    [still, /the treasury got 0, not 7/],
    [doubled, /the treasury got 14, not 7/]
  ]
}

describe("the confirmation of a prepared transaction", () => {
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
  const Live = Layer.provideMerge(CommunityWrites.Default, world(database))
  it.effect.each(Object.entries(kinds))("depends on its effect for %s", ([name, kind]) =>
    Effect.gen(function* () {
      const place = yield* garden
      const ledger = yield* Ledger
      const { prepare, signers } = yield* kind(place)
      const step = yield* prepare
      const { transaction } = yield* ledger.committedDetails(yield* sign(step.manifest, ...signers))
      const proof = (yield* Effect.provide(TransactionKinds, TransactionKindsLive)).find(
        (each) => each.kind === step.kind
      )
      if (proof === undefined) return assert.fail(`nobody proves ${name}`)
      const changes = broken[name] ?? []
      assert.isNotEmpty(changes, name)
      for (const [change, what] of changes) {
        const ended = yield* Effect.flip(proof.prove(step, { ...transaction, ...change(transaction) }))
        assert.strictEqual(ended._tag, "TransactionMismatch")
        assert.match(ended.message, what)
      }
      yield* proof.prove(step, transaction)
    }).pipe(Effect.provide(Live))
  )
})
