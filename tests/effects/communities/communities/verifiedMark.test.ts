/** The verified mark disappears when the ledger stops naming this site, and returns when it does again. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { verifiedMarkJob } from "~/effects/communities/communities/verifiedMark.server"
import { Faults } from "~/effects/local/Faults.server"
import { dAppList } from "~/effects/treasury/deployment/dAppList.server"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { ADA, garden, prepared, sign, stateOf, world } from "../../treasury/deployment/world"

describeOnBothDatabases("the verified mark", (database) => {
  it.effect("reflects the links of both sides, and stays unchanged while the ledger cannot be read", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const checks = yield* TransactionChecks
      const faults = yield* Faults
      const sql = yield* SqlClient.SqlClient
      const step = yield* prepared({ id })
      yield* checks.report(step, yield* sign(step.manifest))
      const { ownerBadge, treasuryAccount } = yield* stateOf(id)
      const { run } = yield* verifiedMarkJob
      const isMarked = Effect.map(stateOf(id), ({ verifiedAt }) => verifiedAt !== null)
      const hourly = Effect.zipRight(TestClock.adjust("1 hour"), run)
      yield* hourly
      assert.isTrue(yield* isMarked)
      assert.include(JSON.stringify(yield* dAppList), treasuryAccount ?? "none")

      const open = `CALL_METHOD Address("${ADA}") "create_proof_of_non_fungibles" Address("${ownerBadge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));\n`
      const claim = (origin: string) =>
        sign(
          `${open}SET_METADATA Address("${treasuryAccount}") "claimed_websites" Enum<Metadata::OriginArray>(Array<String>("${origin}"));\n`
        )
      yield* claim("https://elsewhere.example")
      yield* faults.change({ gateway: "down" })
      yield* TestClock.adjust("1 hour")
      yield* inTime(run)
      assert.isTrue(yield* isMarked)
      yield* faults.change({ gateway: "up" })
      yield* hourly
      assert.isFalse(yield* isMarked)
      yield* claim("http://127.0.0.1:3000")
      yield* hourly
      assert.isTrue(yield* isMarked)

      // A record that names another account has no mark, whatever the ledger says.
      yield* sql`UPDATE communities SET treasury_account = ${ADA} WHERE id = ${id}`
      yield* hourly
      assert.isFalse(yield* isMarked)
    }).pipe(Effect.provide(world(database)))
  )
})
