/** Payments that signers approve: what they can do together, and what none of them can do alone, twice or too late. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { LedgerRefused, UnknownOnLedger } from "~/effects/chain/ledger/asking.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Protecting } from "~/effects/treasury/multisig/Protecting.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"
import { RequestOutcomes } from "~/effects/treasury/multisig/RequestOutcomes.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { settings } from "../../people/wallet-session/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { registered } from "../claims/world"
import { requestsIn } from "./submitting"
import {
  ada,
  approve,
  approvedBy,
  ask,
  balance,
  bea,
  cas,
  eve,
  giveBadge,
  hereOf,
  minute,
  open,
  propose,
  protect,
  ruleOf,
  signing,
  submit,
  world,
  XRD
} from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)
const fieldsOf = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), (failure) =>
    typeof failure === "object" && failure !== null && "fields" in failure ? failure.fields : failure
  )
/** Two of three withdraw 100 XRD outside this site. */
const leaving = (community: Community) =>
  [ada, bea]
    .map(
      (who, n) => `CALL_METHOD Address("${accountOf(who)}") "create_proof_of_non_fungibles"
  Address("${community.ownerBadge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#${n + 1}#"));`
    )
    .join("\n")
    .concat(`CALL_METHOD Address("${community.treasuryAccount}") "withdraw" Address("${XRD}") Decimal("100");
CALL_METHOD Address("${accountOf(cas)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`)
const paid = balance(accountOf(eve), XRD)
const SENTENCE = "This treasury needs the approval of 2 of 3 signers: send them a request."

describeOnBothDatabases("a multisig treasury", (database) => {
  const Live = world(database)

  it.effect("is protected by one transaction, after which a single badge is refused before any wallet is asked", () =>
    Effect.gen(function* () {
      const community = yield* open
      assert.isNull(yield* ruleOf(community))
      assert.strictEqual((yield* protect(community)).state, "verified")
      assert.deepStrictEqual(yield* ruleOf(community), { ids: ["#1#", "#2#", "#3#"], needed: 2 })
      const requests = yield* ApprovalRequestsRepo
      assert.deepStrictEqual(
        (yield* requests.seats(community.id)).map(({ account, badgeId }) => [badgeId, account]),
        [ada, bea, cas].map((who, n) => [`#${n + 1}#`, accountOf(who)])
      )
      const bonds = yield* Bonds
      const settlements = yield* Settlements
      const here = hereOf(community)
      assert.strictEqual(yield* messageOf(TreasuryHolders.requireMaySpend(here, "distribute")), SENTENCE)
      assert.strictEqual(yield* messageOf(bonds.issue(here, "none")), SENTENCE)
      assert.strictEqual(yield* messageOf(settlements.prepare(here, "none", "buy")), SENTENCE)
      const protecting = yield* Protecting
      assert.match(
        yield* messageOf(protecting.prepare(here, { ids: ["#1#", "#2#"], needed: 2 })),
        /already has signers/
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("reports invalid amounts, tokens and payees by field, and an uncovered payment before signing", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const amount = (text: string) => fieldsOf(propose(community, ada, { amount: text as never }))
      assert.deepStrictEqual(yield* amount("10000.5"), { amount: "The treasury holds 10000 XRD." })
      assert.deepStrictEqual(yield* amount("0"), { amount: "Must be more than zero." })
      assert.deepStrictEqual(
        yield* fieldsOf(propose(community, ada, { payee: community.treasuryAccount ?? accountOf(eve) })),
        {
          payee: "This is the treasury itself."
        }
      )
      assert.deepStrictEqual(yield* fieldsOf(propose(community, ada, { vote: 9 })), {
        vote: "No proposal of this community with this number has passed and still waits."
      })
      assert.deepStrictEqual(yield* fieldsOf(propose(community, ada, { resource: community.ownerBadge ?? XRD })), {
        resource: "The ledger does not know this token."
      })
      const large = yield* propose(community, ada, { amount: "6000" as never })
      assert.deepStrictEqual(yield* amount("4000.5"), {
        amount: "The treasury holds 10000 XRD, and 6000 XRD are promised to Payment 1."
      })
      // The later one may be signed first, since both are covered.
      const other = yield* propose(community, bea, { amount: "4000" as never })
      yield* approvedBy(community, other.id, bea, cas)
      yield* submit(leaving(community), ada, bea)
      assert.deepStrictEqual(yield* fieldsOf(ask(community, cas, large.id)), {
        amount: "The treasury holds 5900 XRD."
      })
    }).pipe(Effect.provide(Live))
  )

  it.effect("does not give up a payment because the gateway lags, since another proposal would pay it twice", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const [requests, ledger] = [yield* ApprovalRequestsRepo, yield* Ledger]
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      yield* approve(community, cas, request.id)
      // As left by a server that crashes after submitting it and before recording the result.
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE approval_requests SET state = 'sent', decided_at = NULL WHERE id = ${request.id}`
      const { time, ...state } = yield* ledger.currentState()
      const behind = new Ledger({
        ...ledger,
        status: (txId) => new UnknownOnLedger({ what: txId }),
        subintentStatus: (hash) => new UnknownOnLedger({ what: hash }),
        submit: () => new LedgerRefused({ reason: "not yet" }),
        currentState: () => Effect.succeed({ ...state, time })
      })
      const asked = RequestOutcomes.Default.pipe(Layer.fresh, Layer.provide(Layer.succeed(Ledger, behind)))
      const place = yield* Effect.orDie(onLedger(community))
      yield* TestClock.adjust("15 days")
      const read = Effect.flatMap(requests.findOrFail(community.id, request.id), (sent) =>
        Effect.flatMap(RequestOutcomes, ({ check }) => check(sent, place))
      )
      yield* Effect.ignore(Effect.provide(read, asked))
      assert.strictEqual((yield* requests.findOrFail(community.id, request.id)).state, "sent")
      yield* read
      assert.strictEqual((yield* requests.findOrFail(community.id, request.id)).state, "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("explains a payment executed in another way, polls it again, and never pays it twice", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const [requests, ledger, sql] = [yield* ApprovalRequestsRepo, yield* Ledger, yield* SqlClient.SqlClient]
      for (const who of [ada, bea, cas]) yield* registered(accountOf(who))
      const request = yield* propose(community)
      yield* approve(community, bea, request.id)
      yield* approve(community, cas, request.id)
      // As left by a server that crashes after submitting it; then a gateway reports another amount.
      yield* sql`UPDATE approval_requests SET state = 'sent', decided_at = NULL, idempotency_key = 'proposal:voted' WHERE id = ${request.id}`
      const liar = new Ledger({
        ...ledger,
        committedDetails: (txId) =>
          Effect.map(ledger.committedDetails(txId), ({ transaction, ...rest }) => ({
            ...rest,
            transaction: { ...transaction, fungibleChanges: [] }
          }))
      })
      const place = yield* Effect.orDie(onLedger(community))
      const found = requests.findOrFail(community.id, request.id)
      const read = Effect.flatMap(found, (sent) => Effect.flatMap(RequestOutcomes, ({ check }) => check(sent, place)))
      yield* Effect.provide(read, RequestOutcomes.Default.pipe(Layer.fresh, Layer.provide(Layer.succeed(Ledger, liar))))
      assert.deepInclude(yield* found, { state: "mismatch", problem: "Another amount left the treasury." })
      const notified = yield* sql<{
        readonly account: string
        readonly text: string
      }>`SELECT account_address AS account, text
        FROM notifications WHERE text LIKE '%not as proposed%' ORDER BY account_address`
      assert.deepStrictEqual(
        notified.map(({ account }) => account),
        [ada, bea, cas].map(accountOf).sort()
      )
      assert.match(yield* messageOf(ask(community, ada, request.id)), /^This payment is executed, but not as proposed;/)
      // The same vote is not paid a second time.
      const alive = yield* requests.alive(community.id, "proposal:voted")
      assert.isTrue(Option.isSome(alive))
      const again = yield* Effect.exit(requests.insert({ ...(yield* found), id: "again", state: "waiting" }))
      assert.isTrue(Exit.isFailure(again))
      yield* minute
      assert.strictEqual((yield* found).state, "mismatch")
      // The missing part is paid as another payment, for which the badges are free.
      const rest = yield* propose(community)
      yield* approve(community, bea, rest.id)
      assert.strictEqual((yield* approve(community, cas, rest.id)).act.state, "committed")
      const token = yield* signIn(accountOf(ada))
      const at = { token, params: { id: community.id } }
      const page = visit(`/community/detail/${community.id}/signers`, signersPage, at)
      const shown = Effect.map(page, ({ value }) => requestsIn(value).find(({ id }) => id === request.id))
      assert.deepInclude(yield* shown, { state: "mismatch", txId: (yield* found).txId })
      // The gateway reports the right amount by now.
      yield* read
      assert.deepInclude(yield* shown, { state: "committed", problem: null })
      assert.strictEqual(yield* paid, 840)
    }).pipe(Effect.provide(Live))
  )
})

describeOnBothDatabases("protecting a treasury", (database) => {
  it.effect(
    "refuses by field a threshold out of range, one account with two badges, and badges that nobody holds",
    () =>
      Effect.gen(function* () {
        const community = yield* open
        const protecting = yield* Protecting
        const refused = (ids: ReadonlyArray<string>, needed: number) =>
          fieldsOf(protecting.prepare(hereOf(community), { ids, needed }))
        assert.deepStrictEqual(yield* refused(["#1#", "#2#", "#3#"], 4), {
          needed: "There are 3 signers: no more than that can approve."
        })
        assert.deepStrictEqual(yield* refused(["#1#", "#2#", "#3#"], 1), { needed: "At least two must approve." })
        assert.deepStrictEqual(yield* refused(["#1#"], 2), { signers: "Choose at least two signers." })
        assert.deepStrictEqual(yield* refused(["#1#", "#1#"], 2), { signers: "Each badge counts once." })
        assert.deepStrictEqual(yield* refused(["#1#", "#7#"], 2), { signers: "Nobody holds badge #7#." })
        yield* giveBadge(community, bea, "#4#")
        assert.deepStrictEqual(yield* refused(["#1#", "#2#", "#4#"], 2), {
          signers: "One account holds two of these badges. Each account can be one signer."
        })
        assert.match(
          yield* messageOf(protecting.prepare(hereOf(community, accountOf(eve)), { ids: ["#1#", "#2#"], needed: 2 })),
          /^Only holders of an admin badge of Riverside Garden can require several signers\.$/
        )
      }).pipe(Effect.provide(world(database)))
  )

  it.effect("is refused without a relayer key, since nobody could open the treasury again", () =>
    Effect.gen(function* () {
      const community = yield* open
      const failure = yield* Effect.flip(protect(community))
      assert.deepInclude(failure, { _tag: "NoRelayer", status: 503 })
    }).pipe(Effect.provide(world(database, settings as never)))
  )
})
