/** The indexer across restarts, several servers, outages and a gateway that falls behind: it goes on where it was. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { LedgerRefused } from "~/effects/chain/ledger/errors"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { renderManifest, Templates } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { garden, sign, world } from "../../treasury/distributions/world"

type Place = Effect.Effect.Success<typeof garden>

/** Ten thousand test XRD for the treasury; nobody is asked, and nobody tells of it. */
const gift = ({ treasury: { treasury } }: Place) => sign(renderManifest(Templates.fromFaucet(treasury, 2)))

const versionOf = ({ treasury: { treasury } }: Place) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly nextVersion: number }>`
      SELECT next_version FROM ledger_followed WHERE address = ${treasury}`
    return Number(row?.nextVersion ?? 0)
  })

const gifts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly change: string }>`SELECT change FROM treasury_movements
    WHERE change = '10000' ORDER BY state_version`
  return rows.length
})

type Transactions = Ledger["transactions"]

/** A server that has just started, in front of which `between` stands. */
const serverWith = (between: (go: Transactions) => Transactions) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const script = Ledger.layerScript({ ...ledger, transactions: between(ledger.transactions) })
    const built = yield* Layer.build(Layer.provide(Layer.fresh(Indexer.Default), script))
    return Context.get(built, Indexer)
  })

describeOnBothDatabases("the indexer", (database) => {
  it.scoped("goes on from the version that is stored, whichever server is next; two at once write once", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const asked: Array<number> = []
      const listening = serverWith((go) => (options) => {
        if (options.affected === place.treasury.treasury) asked.push(options.from ?? 0)
        return go(options)
      })
      const first = yield* listening
      yield* gift(place)
      yield* first.round
      const stored = yield* versionOf(place)
      assert.strictEqual(yield* gifts, 1)
      yield* gift(place)
      yield* gift(place)
      // Started anew, twice: both read from where the first one was, and no earlier.
      const servers = yield* Effect.all([listening, listening])
      asked.length = 0
      yield* Effect.all(
        servers.map(({ round }) => round),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(yield* gifts, 3)
      assert.isAbove(asked.length, 0)
      assert.isTrue(asked.every((from) => from >= stored))
      assert.isAbove(yield* versionOf(place), stored)
    }).pipe(Effect.provide(world(database)))
  )

  it.scoped("an outage between two pages loses nothing, and a gateway that fell behind is waited for", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const calm = yield* serverWith((go) => go)
      yield* gift(place)
      yield* calm.round
      const before = yield* versionOf(place)
      yield* gift(place)
      // One transaction a page, and the gateway goes away after the first one.
      let pages = 0
      const cut = yield* serverWith(
        (go) => (options) =>
          pages++ === 0
            ? Effect.map(go(options), (page) => ({ ...page, transactions: page.transactions.slice(0, 1) }))
            : new GatewayDown({ cause: "gone" })
      )
      yield* cut.round
      assert.isTrue((yield* gifts) <= 2)
      assert.isAtLeast(yield* versionOf(place), before)

      // Another node answers, which does not have that version yet.
      const behind = yield* serverWith(
        () => () => new LedgerRefused({ reason: "The requested ledger state is beyond the end of the known ledger." })
      )
      const kept = yield* versionOf(place)
      yield* behind.round
      assert.strictEqual(yield* versionOf(place), kept)
      yield* calm.round
      assert.strictEqual(yield* gifts, 2)
    }).pipe(Effect.provide(world(database)))
  )
})
