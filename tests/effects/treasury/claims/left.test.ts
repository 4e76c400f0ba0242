/**
 * The indexer finds what leaves a locker by a transaction that this site did not make: it is shown with person, time,
 * amount and transaction wherever the payout or the claim is shown, and its owner and the admins are notified once.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { ownWithdrawPage, withdrawPage } from "~/effects/treasury/claims/pages/withdraw.server"
import { WithdrawalNoticesLive } from "~/effects/treasury/escrow/withdrawalNews.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { LockerWatchLive } from "~/effects/treasury/payouts/lockerWatch.server"
import { recoveryManifest } from "~/effects/treasury/payouts/Recoveries.server"
import { ONE, renderManifest, Templates } from "~/ledger/index"
import { asLocker, asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { member, signIn, visit } from "../../publishing/dashboard/visits"
import { approved, begun, escrowFoundOf, escrowWorld, settled, withXrd } from "../payouts/escrowWorld"
import { ADA, garden, person, report, sign, world } from "../payouts/world"
import { paid, registered } from "./world"

type Garden = Effect.Effect.Success<typeof garden>

const round = Effect.flatMap(Indexer, (indexer) => indexer.round)

/** With Ada's badge and a manifest of her own, 180 days early. */
const takeOut = (
  { treasury }: Garden,
  from: ReadonlyArray<readonly [ReturnType<typeof person>, bigint]>,
  locker: string = treasury.locker,
  idempotencyKey = "elsewhere-1"
) =>
  sign(
    renderManifest(
      recoveryManifest({
        ...treasury,
        locker: asLocker(locker),
        resource: treasury.token ?? asResource(""),
        idempotencyKey,
        unclaimed: from.map(([{ account }, amount]) => ({ account, amount }))
      })
    )
  )

/** In a wallet, outside this site. */
const claimElsewhere = ({ treasury: { locker, token } }: Garden, who: ReturnType<typeof person>, amount: bigint) =>
  sign(
    renderManifest(Templates.claim({ locker, account: who.account, resource: token ?? asResource(""), amount })),
    who.signer
  )

const rowsOf = (number: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql<{ state: string; error: string | null; txId: string }>`SELECT r.state, r.error, r.tx_id
      FROM distribution_rows r JOIN distributions d ON d.id = r.distribution_id WHERE d.number = ${number} ORDER BY r.line`
  })

const notified = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const inbox = yield* sql<{
    account: string
    type: string
    text: string
  }>`SELECT account_address AS account, type, text
    FROM notifications WHERE text LIKE '%did not make%' ORDER BY type`
  const events = yield* sql<{ data: string }>`SELECT data FROM activity_events WHERE type = 'lockerMoved'`
  return { inbox, events: events.map(({ data }) => data) }
})

const pageOf = ({ community: { id } }: Garden, { account }: ReturnType<typeof person>) =>
  Effect.gen(function* () {
    const token = yield* signIn(account)
    return (yield* visit(`/community/detail/${id}/tokenWithdraw`, withdrawPage, { token, params: { id } })).value
  })

describeOnBothDatabases("what leaves a locker by another party's transaction", (database) => {
  const Live = world(database)
  const WithKey = escrowWorld(database)

  it.effect("is found without a visitor, named everywhere and notified once, however many servers read it", () =>
    Effect.gen(function* () {
      const place = yield* garden
      yield* member(ADA)
      const [one, two] = [person(0), person(1)]
      yield* registered(one.account)
      const run = yield* paid(place, [one, two], 5n * ONE)
      yield* round
      const txId = yield* takeOut(place, [[one, 5n * ONE]])
      const servers = yield* Effect.all(
        [1, 2].map(() =>
          Indexer.pipe(
            Effect.provide(
              Layer.fresh(Indexer.Default).pipe(Layer.provide(Layer.merge(WithdrawalNoticesLive, LockerWatchLive)))
            )
          )
        )
      )
      yield* Effect.all(
        servers.map((server) => server.round),
        { concurrency: "unbounded" }
      )
      yield* round

      const after = yield* (yield* DistributionsRepo).findOrFail(place.community.id, run.number)
      assert.deepInclude(after, { rowsClaimable: 1, rowsClaimed: 0, rowsRecovered: 0, rowsLeft: 1 })
      const [row, other] = yield* rowsOf(run.number)
      assert.deepInclude(row, { state: "left", txId })
      assert.match(
        row?.error ?? "",
        /^5 GRD left the locker on .+ UTC by a transaction that this site did not make, with the badge of /
      )
      assert.deepInclude(other, { state: "claimable", error: null })
      const page = yield* pageOf(place, one)
      assert.deepStrictEqual(page.waiting, [])
      assert.deepInclude(page.history[0] as object, { kind: "left", txId, by: [ADA], words: "5 GRD, Harvest share" })
      const refused = yield* Effect.flip((yield* Claims).prepare(place.community, one.account, null))
      assert.match(
        refused.message,
        /^Nothing is waiting any more\. It was withdrawn from the locker by somebody who controls the treasury at /
      )

      const { events, inbox } = yield* notified
      assert.deepStrictEqual(
        inbox.map(({ account, type }) => [account, type]),
        [
          [one.account, "claim"],
          [ADA, "escrow"]
        ]
      )
      assert.match(inbox[0]?.text ?? "", /^5 GRD that waited for you left the locker on .+, with the badge of /)
      assert.match(
        inbox[1]?.text ?? "",
        /^5 GRD that waited for 1 recipient of the payout “Harvest share” left the locker/
      )
      assert.lengthOf(events, 1)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is marked as claimed if the account withdrew it elsewhere, the oldest first, without a notification", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const [one, two] = [person(0), person(1)]
      const first = yield* paid(place, [one, two], 5n * ONE)
      yield* TestClock.adjust("1 minute")
      const second = yield* paid(place, [one], 7n * ONE)
      const counters = Effect.forEach([first, second], ({ number }) =>
        Effect.map(
          Effect.flatMap(DistributionsRepo, (repo) => repo.findOrFail(place.community.id, number)),
          (run) => [run.rowsClaimed, run.rowsClaimable]
        )
      )
      for (const [amount, expected] of [
        [4n, [0, 2, 0, 1]],
        [1n, [1, 1, 0, 1]],
        [7n, [1, 1, 1, 0]]
      ] as const) {
        const txId = yield* claimElsewhere(place, one, amount * ONE)
        const { history } = yield* pageOf(place, one)
        assert.deepStrictEqual((yield* counters).flat(), [...expected])
        assert.isTrue(history.some((each) => each.txId === txId && each.kind === "withdrawn" && each.by.length === 0))
      }
      assert.deepStrictEqual(yield* notified, { inbox: [], events: [] })
    }).pipe(Effect.provide(Live))
  )

  it.effect("names a part that was taken, and the rest can still be withdrawn", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const one = person(0)
      const run = yield* paid(place, [one], 5n * ONE)
      const txId = yield* takeOut(place, [[one, 3n * ONE]])
      const page = yield* pageOf(place, one)
      assert.deepInclude(page.history[0] as object, { kind: "left", txId, words: "3 GRD, Harvest share" })
      assert.deepInclude(page.waiting[0] as object, { amount: "2", recorded: "0" })
      const step = yield* (yield* Claims).prepare(place.community, one.account, null)
      assert.strictEqual((yield* report(step.id, yield* sign(step.manifest, one.signer))).state, "verified")
      assert.match((yield* rowsOf(run.number))[0]?.error ?? "", /^3 GRD left the locker/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is found in a payout's own locker, too", () =>
    Effect.gen(function* () {
      const place = yield* Effect.tap(garden, (made) => withXrd(made))
      const run = yield* begun(place, 2, "claim")
      yield* approved(place, run)
      yield* settled(run.id)
      const { locker } = yield* escrowFoundOf(run.id)
      yield* takeOut(place, [[person(1), 2n * ONE]], locker ?? "")
      yield* round
      const after = yield* (yield* DistributionsRepo).findOrFail(place.community.id, run.number)
      assert.deepInclude(after, { rowsClaimable: 1, rowsLeft: 1 })
      assert.lengthOf((yield* notified).events, 1)
    }).pipe(Effect.provide(WithKey))
  )

  it.effect("is not attributed to this site, even if a page reports the transaction", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const [one, two] = [person(0), person(1)]
      const run = yield* paid(place, [one, two], 5n * ONE)
      const own = yield* (yield* Claims).prepare(place.community, one.account, null)
      yield* sign(own.manifest, one.signer)
      yield* round
      assert.deepStrictEqual(yield* notified, { inbox: [], events: [] })
      const lied = yield* (yield* Claims).prepare(place.community, two.account, null)
      yield* report(lied.id, yield* takeOut(place, [[two, 5n * ONE]]))
      yield* round
      const after = yield* (yield* DistributionsRepo).findOrFail(place.community.id, run.number)
      assert.deepInclude(after, { rowsClaimed: 1, rowsLeft: 1 })
    }).pipe(Effect.provide(Live))
  )

  it.effect("reveals neither payout nor owner to a reader who cannot see the private community", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const sql = yield* SqlClient.SqlClient
      const one = person(0)
      yield* registered(one.account)
      yield* paid(place, [one], 5n * ONE)
      const { id } = place.community
      yield* sql`UPDATE communities SET visibility = 'private' WHERE id = ${id}`
      yield* takeOut(place, [[one, 5n * ONE]])
      yield* round
      const { inbox } = yield* notified
      const [news] = inbox.filter(({ account }) => account === one.account)
      assert.match(
        news?.text ?? "",
        /^5 GRD that waited for you left .+ by a transaction that this site did not make\.$/
      )
      const token = yield* signIn(one.account)
      const { value } = yield* visit(`/userDashboard/claims/${id}`, ownWithdrawPage, { token, params: { id } })
      assert.deepInclude(value.history[0] as object, { kind: "left", words: "5 GRD, Payout" })
    }).pipe(Effect.provide(Live))
  )
})
