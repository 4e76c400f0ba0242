/**
 * Every transaction a wallet is asked for, and everything that can go wrong with it: nothing changes until the ledger
 * says that it happened, and then it changes once. One row for each step, one column for each trouble.
 */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { Claims } from "~/effects/claims/Claims.server"
import { MigrationsLive } from "~/effects/db/migrations/index.server"
import { layerSqlite } from "~/effects/db/Sql.server"
import { BADGE } from "~/effects/deployment/badgeStep.server"
import { checkDeploy } from "~/effects/deployment/check"
import { DEPLOY } from "~/effects/deployment/deployStep.server"
import { LINKS } from "~/effects/deployment/linksStep.server"
import { onceKeyOf, planOf } from "~/effects/deployment/plan.server"
import { startValues } from "~/effects/deployment/values"
import { Distributions } from "~/effects/distributions/Distributions.server"
import { Payouts } from "~/effects/distributions/Payouts.server"
import { follow } from "~/effects/indexer/followed.server"
import { Indexer } from "~/effects/indexer/Indexer.server"
import { Ledger } from "~/effects/ledger/Ledger.server"
import { LedgerSteps } from "~/effects/ledger-steps/LedgerSteps.server"
import type { Step } from "~/effects/ledger-steps/Step"
import { StepChecks } from "~/effects/ledger-steps/StepChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { ONE, type Signer, Templates } from "~/ledger/index"
import { found } from "../communities/world"
import { ADA, garden, person, planned, refuseDeposits, report, sign, stateOf, world } from "../distributions/world"
import { clientBehind } from "../local/world"

type Place = Effect.Effect.Success<typeof garden>
type Needs = Layer.Layer.Success<ReturnType<typeof world>>
type Prepare = Effect.Effect<Step, unknown, Needs>

/** A step that may be prepared any number of times, and who signs it beside Ada. */
interface Prepared {
  readonly prepare: Prepare
  readonly signers: ReadonlyArray<Signer>
}

const BEN = person(0)

const dropped = (place: Place, mode: "direct" | "claim") =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const run = yield* planned(place, [[BEN.account, 7n * ONE]], mode)
    yield* distributions.start(run, 40, 1)
    return {
      run,
      next: Effect.zipRight(distributions.retry(run), Effect.map(payouts.next(place.treasury, run), Option.getOrThrow))
    }
  })

/** Tokens that wait for Ben in the locker. */
const waiting = (place: Place) =>
  Effect.gen(function* () {
    const { next, run } = yield* dropped(place, "claim")
    const step = yield* next
    yield* report(step.id, yield* sign(step.manifest))
    return run
  })

const opened = (
  place: Place,
  kind: string,
  manifest: Step["manifest"] extends string ? Parameters<LedgerSteps["open"]>[0]["manifest"] : never,
  detail: unknown
) =>
  Effect.flatMap(LedgerSteps, (steps) =>
    steps.open({
      onceKey: `${kind}:${place.community.id}-0`,
      kind,
      communityId: place.community.id,
      related: place.community.id,
      account: ADA,
      manifest,
      detail
    })
  )

const kinds: Readonly<Record<string, (place: Place) => Effect.Effect<Prepared, unknown, Needs>>> = {
  [DEPLOY]: () =>
    Effect.gen(function* () {
      const { id } = yield* found({ slug: "second", name: "Second Garden", ownerAddress: ADA })
      const wanted = yield* checkDeploy({ ...startValues(ADA, "Second Garden"), symbol: "SEC" })
      const steps = yield* LedgerSteps
      const prepare = Effect.gen(function* () {
        const { manifest, plan } = yield* planOf(yield* stateOf(id), wanted, null)
        return yield* steps.open({
          onceKey: onceKeyOf(id),
          kind: DEPLOY,
          communityId: id,
          related: id,
          account: ADA,
          manifest,
          detail: plan
        })
      })
      return { prepare, signers: [] }
    }),
  [BADGE]: (place) => {
    const { admin } = place.treasury
    const manifest = Templates.passBadge({ admin, account: BEN.account })
    const detail = {
      way: "move",
      badge: admin.badge,
      id: admin.id,
      from: ADA,
      to: BEN.account,
      name: null,
      community: "Riverside Garden"
    }
    return Effect.succeed({ prepare: opened(place, BADGE, manifest, detail), signers: [] })
  },
  [LINKS]: (place) => {
    const { admin, treasury } = place.treasury
    const entities = [admin.badge]
    const manifest = Templates.setClaimedEntities({ admin, treasury, entities })
    return Effect.succeed({ prepare: opened(place, LINKS, manifest, { treasury, entities }), signers: [] })
  },
  drop: (place) => Effect.map(dropped(place, "direct"), ({ next }) => ({ prepare: next, signers: [] })),
  claim: (place) =>
    Effect.gen(function* () {
      yield* waiting(place)
      const claims = yield* Claims
      return { prepare: claims.prepare(place.community, BEN.account, ""), signers: [BEN.signer] }
    }),
  recover: (place) =>
    Effect.gen(function* () {
      const run = yield* waiting(place)
      yield* TestClock.adjust("181 days")
      const payouts = yield* Payouts
      return { prepare: payouts.recover(place.treasury, run), signers: [] }
    })
}

/** Everything that a step may change when it happens, but for the step itself and the batch that waits for it. */
const records = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    communities: yield* sql`SELECT id, stage, admin_account, treasury_account FROM communities ORDER BY id`,
    rows: yield* sql`SELECT id, state FROM distribution_rows ORDER BY id`,
    claims: yield* sql`SELECT id, state FROM claims ORDER BY id`,
    movements: yield* sql`SELECT tx_id FROM treasury_movements ORDER BY tx_id`,
    proofs: yield* sql`SELECT tx_id, kind FROM ledger_records WHERE kind <> 'seen' ORDER BY tx_id`,
    events: yield* sql`SELECT type FROM activity_events ORDER BY community_id, seq`
  }
})

const proxy = { left: 0, answered: 0 }
/** As a proxy whose gateway is gone. */
const behindProxy = clientBehind((answer) =>
  Effect.suspend(() => {
    if (proxy.left === 0) return answer
    proxy.left--
    proxy.answered++
    return Effect.succeed({ status: 502, text: "<html>Bad Gateway</html>" })
  })
)

describe("a transaction a wallet is asked for", () => {
  // How a step moves on asks the database nothing special; the other tests of this room run on both.
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
  const Live = world(database, Ledger.Default.pipe(Layer.provideMerge(behindProxy)))

  it.effect.each(Object.entries(kinds))(
    "%s: whatever goes wrong, it happens when the ledger says so, and once",
    ([, kind]) =>
      Effect.gen(function* () {
        const place = yield* garden
        const faults = yield* Faults
        const steps = yield* LedgerSteps
        const checks = yield* StepChecks
        const indexer = yield* Indexer
        const sql = yield* SqlClient.SqlClient
        const { prepare, signers } = yield* kind(place)
        const before = yield* records
        const step = yield* prepare
        // The wallet says no: nobody tells of a transaction, and the same one is asked for again.
        assert.strictEqual((yield* prepare).id, step.id)
        assert.strictEqual(step.state, "waiting")
        // Somebody else's transaction is named; then one that fails, and one that is rejected.
        const lied = yield* report(step.id, yield* refuseDeposits(person(50)))
        assert.strictEqual(lied.problem, "this transaction is not the one that was prepared.")
        assert.strictEqual(lied.state, "mismatch")
        assert.deepStrictEqual(yield* records, before)
        for (const [nextTransaction, state] of [
          ["CommittedFailure", "failed"],
          ["Rejected", "rejected"]
        ] as const) {
          yield* TestClock.adjust("1 second")
          yield* faults.change({ nextTransaction })
          const again = yield* prepare
          assert.notStrictEqual(again.id, step.id)
          const ended = yield* report(again.id, yield* sign(again.manifest, ...signers))
          assert.strictEqual(ended.state, state)
          assert.match(ended.problem ?? "", new RegExp(`^${nextTransaction}: .`))
          assert.deepStrictEqual(yield* records, before)
        }
        // It happens, and the gateway answers 502 forty times: nothing is decided until it answers.
        yield* TestClock.adjust("1 second")
        const real = yield* prepare
        const txId = yield* sign(real.manifest, ...signers)
        proxy.left = 40
        proxy.answered = 0
        const first = yield* Effect.fork(Effect.either(checks.report(real, txId)))
        yield* TestClock.adjust("30 seconds")
        yield* first
        while (proxy.left > 0) {
          const asked = yield* Effect.fork(Effect.flip(checks.check(yield* steps.mustFind(real.id))))
          yield* TestClock.adjust("30 seconds")
          assert.strictEqual((yield* asked)._tag, "GatewayDown")
          assert.strictEqual((yield* steps.mustFind(real.id)).state, "sent")
        }
        assert.strictEqual(proxy.answered, 40)
        assert.deepStrictEqual((yield* records).events, before.events)
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual((yield* checks.check(yield* steps.mustFind(real.id))).state, "verified")
        const after = yield* records
        assert.notDeepEqual(after, before)
        // Told again, found by the indexer, looked at by two at once: it has happened once.
        yield* follow(sql, real.communityId, [ADA, BEN.account], 1)
        yield* report(real.id, txId)
        yield* Effect.all([indexer.round, indexer.round], { concurrency: "unbounded" })
        assert.deepStrictEqual({ ...(yield* records), movements: [] }, { ...after, movements: [] })
      }).pipe(Effect.provide(Live))
  )
})
