import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import { Faults } from "~/effects/local/Faults.server"
import { makeClaimReminders } from "~/effects/treasury/claims/ClaimReminders.server"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { readClaims } from "~/effects/treasury/claims/pages/api.server"
import { withdrawPage } from "~/effects/treasury/claims/pages/withdraw.server"
import { differenceWords } from "~/effects/treasury/claims/words"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { ONE, renderManifest, Templates } from "~/ledger/index"
import { asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { garden, held, person, refuseDeposits, report, sign, world } from "../payouts/world"
import { paid, registered } from "./world"

describeOnBothDatabases("claims", (database) => {
  it.effect("belong to the account they are for, member or not, and to nobody else", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const claims = yield* Claims
      const [one, two] = [person(0), person(1)]
      yield* paid(place, [one, two], 5n * ONE)
      const { id } = place.community
      assert.deepStrictEqual((yield* claims.elsewhere(id, [one.account, two.account, person(9).account])).toSorted(), [
        ...[one.account, two.account].sort()
      ])
      const claim = yield* claims.prepare(place.community, one.account, null)
      // Another person's signature does not open the locker.
      const stolen = yield* sign(claim.manifest, two.signer)
      assert.strictEqual((yield* report(claim.id, stolen)).state, "failed")
      assert.deepStrictEqual(yield* held(place.treasury.token, [one.account, two.account]), ["0", "0"])
      const again = yield* claims.prepare(place.community, one.account, null)
      yield* report(again.id, yield* sign(again.manifest, one.signer))
      assert.deepStrictEqual(yield* held(place.treasury.token, [one.account, two.account]), ["5", "0"])
      assert.deepStrictEqual(yield* claims.elsewhere(id, [one.account, two.account]), [two.account])
      const nobody = yield* Effect.flip(claims.prepare(place.community, person(9).account, null))
      assert.strictEqual(nobody.message, "Nothing is waiting for you.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("withdraw two payouts together, and block a second withdrawal meanwhile", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const claims = yield* Claims
      const repo = yield* DistributionsRepo
      const one = person(0)
      const first = yield* paid(place, [one], 5n * ONE)
      const second = yield* paid(place, [one], 7n * ONE)
      const claim = yield* claims.prepare(place.community, one.account, null)
      assert.include(claim.manifest, 'Decimal("12")')
      const lied = yield* report(claim.id, yield* refuseDeposits(person(40)))
      assert.strictEqual(lied.state, "mismatch")
      const again = yield* claims.prepare(place.community, one.account, place.treasury.token)
      yield* report(again.id, yield* sign(again.manifest, one.signer))
      for (const { number } of [first, second]) {
        assert.deepInclude(yield* repo.findOrFail(place.community.id, number), { rowsClaimed: 1, rowsClaimable: 0 })
      }
      assert.deepStrictEqual(yield* held(place.treasury.token, [one.account]), ["12"])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("show the ledger's balances, differences from the records, and the result of a failed withdrawal", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const claims = yield* Claims
      const faults = yield* Faults
      const one = person(0)
      const { id } = place.community
      const token = yield* signIn(one.account)
      const page = Effect.map(
        visit(`/community/detail/${id}/tokenWithdraw`, withdrawPage, { token, params: { id } }),
        ({ value }) => value
      )
      assert.deepInclude(yield* page, { waiting: [], history: [], step: null, account: one.account })
      yield* paid(place, [one], 5n * ONE)
      // Deposited by another tool: our records do not know of it.
      const { admin, locker, treasury, token: resource } = place.treasury
      yield* sign(
        renderManifest(
          Templates.airdrop({
            admin,
            treasury,
            locker,
            resource: resource ?? asResource(""),
            shares: [[one.account, 7n * ONE]],
            isDirect: false,
            batchId: "elsewhere",
            batchHash: "00"
          })
        )
      )
      const [waiting, ...others] = (yield* page).waiting
      assert.isEmpty(others)
      assert.deepInclude(waiting, { amount: "12", recorded: "5" })
      assert.strictEqual(
        waiting === undefined ? "" : differenceWords(waiting),
        "The ledger shows 12, our records 5. The ledger counts."
      )
      assert.isNull(differenceWords({ amount: "5", recorded: "5" }))
      yield* faults.change({ nextTransaction: "CommittedFailure" })
      const failing = yield* claims.prepare(place.community, one.account, null)
      yield* report(failing.id, yield* sign(failing.manifest, one.signer))
      const failed = (yield* page).step
      assert.strictEqual(failed?.state, "failed")
      assert.match(failed?.problem ?? "", /^CommittedFailure: ./)
      yield* TestClock.adjust("1 second")
      const again = yield* claims.prepare(place.community, one.account, null)
      yield* report(again.id, yield* sign(again.manifest, one.signer))
      const after = yield* page
      assert.deepInclude(after, { waiting: [], step: null })
      assert.deepStrictEqual(
        after.history.map(({ words }) => words),
        ["12 GRD"]
      )
      // Another person's page does not list it, and other accounts of a wallet are named if something waits for them.
      yield* paid(place, [person(1)], 2n * ONE)
      const query = [one, person(1), person(2)].map(({ account }) => `account=${account}`).join("&")
      const elsewhere = yield* visit(`/api/claims/${id}?${query}`, readClaims, { token, params: { id } })
      assert.deepStrictEqual(elsewhere.value, { accounts: [person(1).account] })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are announced immediately, and again fourteen days before they can be recovered", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const [sql, claims] = [yield* SqlClient.SqlClient, yield* Claims]
      const [one, two] = [person(0), person(1)]
      yield* registered(one.account)
      yield* registered(two.account)
      yield* paid(place, [one, two], 5n * ONE)
      const texts = Effect.map(
        sql<{ readonly text: string }>`SELECT text FROM notifications
          WHERE account_address = ${one.account} ORDER BY created_at`,
        (rows) => rows.map(({ text }) => text)
      )
      // Those who have withdrawn are not reminded.
      const claim = yield* claims.prepare(place.community, two.account, null)
      yield* report(claim.id, yield* sign(claim.manifest, two.signer))
      assert.deepStrictEqual(yield* texts, ["GRD waits for you: Harvest share. Withdraw it with your wallet."])
      const { hour } = yield* makeClaimReminders
      yield* TestClock.adjust("165 days")
      yield* hour
      assert.lengthOf(yield* texts, 1)
      yield* TestClock.adjust("2 days")
      yield* Effect.all([hour, hour], { concurrency: 2 })
      yield* hour
      assert.match(
        (yield* texts)[1] ?? "",
        /^GRD still waits for you: Harvest share\. After .* this site lets the treasury withdraw it\.$/
      )
      assert.lengthOf(yield* texts, 2)
      const reminded = yield* sql`SELECT DISTINCT account_address FROM notifications WHERE text LIKE '%still waits%'`
      assert.lengthOf(reminded, 1)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("that were recovered appear in their owner's history with date and transaction, and are notified", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const [sql, payouts, repo] = [yield* SqlClient.SqlClient, yield* Payouts, yield* DistributionsRepo]
      const [one, two] = [person(0), person(1)]
      yield* registered(one.account)
      yield* paid(place, [one], 3n * ONE)
      const early = yield* (yield* Claims).prepare(place.community, one.account, null)
      yield* report(early.id, yield* sign(early.manifest, one.signer))
      const run = yield* paid(place, [one, two], 5n * ONE)
      const started = yield* repo.findOrFail(place.community.id, run.number)
      yield* TestClock.adjust("181 days")
      const back = yield* payouts.recover(place.treasury, started)
      const txId = yield* sign(back.manifest)
      // A reader who comes before the transaction is confirmed finds the locker empty, and must not be notified of a
      // claim.
      yield* Effect.flip((yield* Claims).prepare(place.community, one.account, null))
      assert.strictEqual((yield* report(back.id, txId)).state, "verified")
      const after = yield* repo.findOrFail(place.community.id, run.number)
      assert.deepInclude(after, { rowsRecovered: 2, rowsClaimed: 0, rowsClaimable: 0 })
      const { id } = place.community
      const token = yield* signIn(one.account)
      const page = yield* visit(`/community/detail/${id}/tokenWithdraw`, withdrawPage, { token, params: { id } })
      const [line, ...others] = page.value.history
      assert.deepStrictEqual([line?.kind, line?.words, line?.txId], ["recovered", "5 GRD, Harvest share", txId])
      assert.deepStrictEqual(line?.by, [place.treasury.admin.account])
      assert.isAbove(line?.at ?? 0, Duration.toMillis("180 days"))
      assert.deepStrictEqual(
        others.map(({ words }) => words),
        ["3 GRD"]
      )
      const notified = yield* sql<{
        readonly text: string
        readonly target: string
      }>`SELECT text, target FROM notifications
        WHERE account_address = ${one.account} ORDER BY created_at DESC LIMIT 1`
      assert.deepStrictEqual(notified, [
        {
          text: "5 GRD that waited for you went back into the treasury because it was not claimed in time.",
          target: `/userDashboard/claims/${id}`
        }
      ])
      const nothing = yield* Effect.flip((yield* Claims).prepare(place.community, one.account, null))
      assert.match(nothing.message, /^Nothing is waiting any more\. It was withdrawn by the treasury at /)
    }).pipe(Effect.provide(world(database)))
  )
})
