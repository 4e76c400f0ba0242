/**
 * The indexer across restarts, several servers, outages and a gateway that lags: it resumes from its stored version.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { LedgerRefused } from "~/effects/chain/ledger/asking.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { amountOf, formatAmount, renderManifest, Templates } from "~/ledger/index"
import { asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { garden, sign, signWithout, world } from "../../treasury/payouts/world"
import { XRD } from "../ledger/transactions"

type Place = Effect.Effect.Success<typeof garden>

/** Ten thousand test XRD for the treasury, without a prepared transaction or a report. */
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

/** A server that has just started, whose requests pass through `between`. */
const serverWith = (between: (go: Transactions) => Transactions) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const script = Ledger.layerScript({ ...ledger, transactions: between(ledger.transactions) })
    const built = yield* Layer.build(Layer.provide(Layer.fresh(Indexer.Default), script))
    return Context.get(built, Indexer)
  })

describeOnBothDatabases("the indexer", (database) => {
  it.scoped("continues from the stored version on any server, and two concurrent servers write once", () =>
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
      // Two restarted servers: both read from the first one's position, and no earlier.
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

  it.scoped("records what the treasury locks as a fee, also when its transaction fails", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { admin, treasury } = place.treasury
      const indexer = yield* Indexer
      const sql = yield* SqlClient.SqlClient
      yield* gift(place)
      const proof = `CALL_METHOD Address("${admin.account}") "create_proof_of_non_fungibles" Address("${admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("${admin.id}"));\n`
      const locked = `${proof}CALL_METHOD Address("${treasury}") "lock_fee" Decimal("5");\n`
      const refused = `ASSERT_WORKTOP_CONTAINS Address("${place.community.tokenResource}") Decimal("7");\n`
      yield* signWithout(locked)
      const failed = yield* signWithout(`${locked}${refused}`)
      yield* indexer.round
      const rows = yield* sql<{ readonly txId: string; readonly change: string; readonly fee: string }>`
        SELECT tx_id, change, fee FROM treasury_movements WHERE community_id = ${place.community.id}
        ORDER BY state_version DESC LIMIT 2`
      assert.strictEqual(rows[0]?.txId, failed)
      for (const { change, fee } of rows) assert.strictEqual(change, `-${fee}`)
      const records = yield* sql`SELECT tx_id FROM ledger_records WHERE tx_id = ${failed}`
      assert.lengthOf(records, 0)
      const ledger = yield* Ledger
      const { byAccount } = yield* ledger.balances([treasury])
      const moved = yield* sql<{ readonly change: string }>`SELECT change FROM treasury_movements
        WHERE resource = ${XRD}`
      const sum = moved.reduce((all, { change }) => all + amountOf(AmountText.make(change)), 0n)
      assert.strictEqual(byAccount.get(treasury)?.get(asResource(XRD)), formatAmount(sum))
    }).pipe(Effect.provide(world(database)))
  )

  it.scoped("loses nothing in an outage between two pages, and waits for a gateway that lags", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const calm = yield* serverWith((go) => go)
      yield* gift(place)
      yield* calm.round
      const before = yield* versionOf(place)
      yield* gift(place)
      // One transaction a page, and the gateway fails after the first one.
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

      // Another node responds that does not have that version yet.
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
