import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, FastCheck as fc, Layer, Option } from "effect"
import { layerSql } from "~/effects/chain/ledger/LedgerStore.server"
import { LedgerStore, LocalLedger, type RowChange, readReceipt, receiptKey } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { faucetPayload } from "./transactions"

type Store = Context.Tag.Service<LedgerStore>
const row = (key: string, json: string | null): RowChange => ({ key, json })

/** What every layer of the port must do. */
const behaves = (store: Layer.Layer<LedgerStore>) => {
  it.effect("refuses a version that exists or leaves a gap, and writes nothing of it", () =>
    Effect.gen(function* () {
      const ledger = yield* LedgerStore
      assert.strictEqual(yield* ledger.version, 0)
      yield* ledger.append(1, [row("a/1", "1")])
      for (const version of [0, 1, 3]) {
        const error = yield* Effect.flip(ledger.append(version, [row("a/2", "2")]))
        assert.deepInclude(error, { _tag: "VersionTaken", version })
      }
      yield* ledger.append(2, [])
      assert.strictEqual(yield* ledger.version, 2)
      assert.isTrue(Option.isNone(yield* ledger.read("a/2")))
    }).pipe(Effect.provide(store))
  )

  it.effect("gives a version to one writer of many", () =>
    Effect.gen(function* () {
      const ledger = yield* LedgerStore
      const ends = yield* Effect.all(
        Array.from({ length: 8 }, (_, n) => Effect.either(ledger.append(1, [row("a/1", `${n}`), row(`b/${n}`, "x")]))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(ends.filter(({ _tag }) => _tag === "Right").length, 1)
      const won = ends.findIndex(({ _tag }) => _tag === "Right")
      assert.deepStrictEqual(yield* ledger.scan(""), [
        { key: "a/1", json: `${won}`, version: 1 },
        { key: `b/${won}`, json: "x", version: 1 }
      ])
    }).pipe(Effect.provide(store))
  )

  it.effect("stores thousands of rows of one version, ordered by their bytes, and reads them a page at a time", () =>
    Effect.gen(function* () {
      const ledger = yield* LedgerStore
      const keys = Array.from({ length: 1_203 }, (_, n) => `t/${n.toString(36)}`)
      const odd = ["t/B", "t/a-", "t/é", "t/\u0000", "t/\u0001", "t/\u0001\u0001", "t0"]
      yield* ledger.append(
        1,
        [...keys, ...odd].map((key) => row(key, "{}"))
      )
      const sorted = [...new Set([...keys, ...odd])].sort().filter((key) => key.startsWith("t/"))
      assert.deepStrictEqual(
        (yield* ledger.scan("t/")).map(({ key }) => key),
        sorted
      )
      const page = yield* ledger.scan("t/", { after: sorted[10] ?? "", limit: 5 })
      assert.deepStrictEqual(
        page.map(({ key }) => key),
        sorted.slice(11, 16)
      )
    }).pipe(Effect.provide(store))
  )
}

describe("LedgerStore (memory)", () => behaves(LedgerStore.layerMemory))

const histories = fc.array(
  fc.array(
    fc.record({
      key: fc.constantFrom("a/1", "a/1/x", "a/2", "A/1", "b/é", "b/\u0000", "a"),
      json: fc.option(fc.constantFrom("1", "{}", '"\\u0000"'))
    }),
    { maxLength: 6 }
  ),
  { maxLength: 5 }
)

/** Everything the port returns about a history of this many versions. */
const reported = (store: Store, versions: number) =>
  Effect.gen(function* () {
    const ats = [undefined, ...Array.from({ length: versions + 2 }, (_, at) => at)]
    const reads = yield* Effect.forEach(ats, (at) => Effect.forEach(["a/1", "b/\u0000"], (key) => store.read(key, at)))
    const scans = yield* Effect.forEach(ats, (at) =>
      Effect.forEach(["", "a", "a/", "b/"], (prefix) => {
        const when = at === undefined ? {} : { at }
        return Effect.all([store.scan(prefix, when), store.scan(prefix, { ...when, after: "a/1", limit: 2 })])
      })
    )
    const changes = yield* Effect.forEach(ats, (at) => store.changedSince(at ?? 0))
    const byKey = changes.map((rows) => [...rows].sort((one, other) => (one.key < other.key ? -1 : 1)))
    return { version: yield* store.version, reads, scans, changes: byKey }
  })

describeOnBothDatabases("LedgerStore", (database) => {
  const store = layerSql.pipe(Layer.provide(database))
  behaves(store)

  it.effect(
    "returns the same as the one in memory after any history",
    () =>
      Effect.forEach(
        fc.sample(histories, 12),
        (history) =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql`DELETE FROM ledger_rows`
            yield* sql`UPDATE ledger_head SET version = 0`
            const kept = yield* LedgerStore
            const memory = Context.get(yield* Layer.build(LedgerStore.layerMemory), LedgerStore)
            for (const [index, changes] of history.entries()) {
              yield* kept.append(index + 1, changes)
              yield* memory.append(index + 1, changes)
            }
            assert.deepStrictEqual(yield* reported(kept, history.length), yield* reported(memory, history.length))
          }).pipe(Effect.scoped),
        { discard: true }
      ).pipe(Effect.provide(layerSql.pipe(Layer.provideMerge(database)))),
    60_000
  )

  it.effect("keeps a ledger from one process to the next", () =>
    Effect.gen(function* () {
      const open = Effect.provide(LocalLedger, LocalLedger.Default)
      const one = yield* open
      const first = yield* one.submit(faucetPayload())
      const other = yield* open
      const again = yield* other.submit(faucetPayload())
      assert.deepStrictEqual([first.status, again.status], ["CommittedSuccess", "CommittedSuccess"])
      assert.strictEqual((yield* one.state).version, 3)
      const kept = yield* Effect.flatMap(LedgerStore, (rows) => rows.read(receiptKey(2)))
      assert.strictEqual(
        Option.map(kept, ({ json }) => readReceipt(json).intentHash).pipe(Option.getOrNull),
        first.intentHash
      )
    }).pipe(Effect.provide(store))
  )
})
