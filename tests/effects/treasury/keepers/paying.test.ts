/** Payments that keepers approve: what they can together, and what each of them cannot alone, twice or too late. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, TestClock } from "effect"
import { LedgerRefused, UnknownOnLedger } from "~/effects/chain/ledger/errors"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ActOutcomes } from "~/effects/treasury/keepers/ActOutcomes.server"
import { ActsRepo } from "~/effects/treasury/keepers/ActsRepo.server"
import { Approvals } from "~/effects/treasury/keepers/Approvals.server"
import { Proposing } from "~/effects/treasury/keepers/Proposing.server"
import { Protecting } from "~/effects/treasury/keepers/Protecting.server"
import { keepersPage } from "~/effects/treasury/keepers/pages/keepers.server"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf } from "../../../ledger/signing"
import { settings } from "../../people/wallet-session/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { signPart } from "../bonds/world"
import { registered } from "../claims/world"
import {
  ada,
  approve,
  as,
  ask,
  balance,
  bea,
  cas,
  dan,
  eve,
  giveBadge,
  heldBy,
  hereOf,
  kept,
  minute,
  open,
  propose,
  protect,
  ruleOf,
  world,
  XRD
} from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)
const fieldsOf = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), (failure) =>
    typeof failure === "object" && failure !== null && "fields" in failure ? failure.fields : failure
  )
const paid = balance(accountOf(eve), XRD)
const SENTENCE = "This treasury opens for 2 of 3 keepers: propose the payment to them."

describeOnBothDatabases("a treasury with keepers", (database) => {
  const Live = world(database)

  it.effect(
    "is protected by one transaction, and from then on no single badge spends: said before any wallet is asked",
    () =>
      Effect.gen(function* () {
        const community = yield* open
        assert.isNull(yield* ruleOf(community))
        assert.strictEqual((yield* protect(community)).state, "verified")
        assert.deepStrictEqual(yield* ruleOf(community), { ids: ["#1#", "#2#", "#3#"], needed: 2 })
        const acts = yield* ActsRepo
        assert.deepStrictEqual(
          (yield* acts.seats(community.id)).map(({ account, badgeId }) => [badgeId, account]),
          [ada, bea, cas].map((who, n) => [`#${n + 1}#`, accountOf(who)])
        )
        const bonds = yield* Bonds
        const settlements = yield* Settlements
        const here = hereOf(community)
        assert.strictEqual(yield* messageOf(TreasuryHolders.mustSpend(here, "distribute")), SENTENCE)
        assert.strictEqual(yield* messageOf(bonds.issue(here, "none")), SENTENCE)
        assert.strictEqual(yield* messageOf(settlements.prepare(here, "none", "buy")), SENTENCE)
        const protecting = yield* Protecting
        assert.match(
          yield* messageOf(protecting.prepare(here, { ids: ["#1#", "#2#"], needed: 2 })),
          /has keepers already/
        )
      }).pipe(Effect.provide(Live))
  )

  it.effect(
    "pays when two of three have approved: the first lends, the second pays, and each has their badge again",
    () =>
      Effect.gen(function* () {
        const community = yield* kept()
        const act = yield* propose(community)
        const lent = yield* approve(community, bea, act.id)
        assert.strictEqual(lent.kind, "loan")
        assert.strictEqual(lent.act.state, "waiting")
        assert.strictEqual(yield* paid, 0)
        const payment = yield* approve(community, cas, act.id)
        assert.strictEqual(payment.kind, "payment")
        assert.strictEqual(payment.act.state, "committed")
        assert.strictEqual(yield* paid, 420)
        assert.deepStrictEqual(
          payment.act.signers.map(({ id }) => id),
          ["#2#", "#3#"]
        )
        for (const [n, who] of [ada, bea, cas].entries()) {
          assert.deepStrictEqual(yield* heldBy(community, who), [`#${n + 1}#`])
        }
        const sql = yield* SqlClient.SqlClient
        const [record] = yield* sql<{ readonly kind: string; readonly related: string }>`SELECT kind, related
        FROM ledger_records WHERE tx_id = ${payment.act.txId}`
        assert.deepStrictEqual(record, { kind: "keeper-payment", related: act.id })
        // At once another one, and by others.
        const second = yield* propose(community, cas, { reason: "Hoses" })
        yield* approve(community, cas, second.id)
        assert.strictEqual((yield* approve(community, ada, second.id)).act.state, "committed")
        assert.strictEqual(yield* paid, 840)
        assert.strictEqual(second.number, 2)
      }).pipe(Effect.provide(Live))
  )

  it.effect(
    "an approval twice, after the payment, or handed in again: each has its words, and nothing is paid twice",
    () =>
      Effect.gen(function* () {
        const community = yield* kept()
        const approvals = yield* Approvals
        const act = yield* propose(community)
        const lent = yield* approve(community, bea, act.id)
        assert.match(
          yield* messageOf(ask(community, bea, act.id)),
          /^You have approved this already\. Your badge is lent/
        )
        const again = yield* approvals.accept(as(community, bea), act.id, lent.partId, lent.signed)
        assert.strictEqual(again.state, "waiting")
        const [one, other] = yield* Effect.all([ask(community, cas, act.id), ask(community, ada, act.id)])
        const signedByCas = yield* signPart(one.manifest, one.expiration, cas, 100n)
        const signedByAda = yield* signPart(other.manifest, other.expiration, ada, 100n)
        // Both were asked for the payment; whoever is first pays.
        yield* approvals.accept(as(community, cas), act.id, one.partId, signedByCas)
        assert.strictEqual(
          yield* messageOf(approvals.accept(as(community, ada), act.id, other.partId, signedByAda)),
          "This payment is made already; approving it is no longer possible."
        )
        const same = yield* approvals.accept(as(community, cas), act.id, one.partId, signedByCas)
        assert.strictEqual(same.state, "committed")
        assert.match(yield* messageOf(ask(community, ada, act.id)), /^This payment is made already/)
        assert.strictEqual(yield* paid, 420)
      }).pipe(Effect.provide(Live))
  )

  it.effect("two last approvals at the same moment pay once", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const approvals = yield* Approvals
      const act = yield* propose(community)
      yield* approve(community, bea, act.id)
      const asked = yield* Effect.forEach([ada, cas], (who) =>
        Effect.gen(function* () {
          const { expiration, manifest, partId } = yield* ask(community, who, act.id)
          return { who, partId, signed: yield* signPart(manifest, expiration, who, 100n) }
        })
      )
      const ended = yield* Effect.forEach(
        asked,
        ({ partId, signed, who }) => Effect.either(approvals.accept(as(community, who), act.id, partId, signed)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(ended.filter(({ _tag }) => _tag === "Right").length, 1)
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("who is no keeper, not any more, or holds another badge: refused before and after signing", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const proposing = yield* Proposing
      const approvals = yield* Approvals
      assert.strictEqual(
        yield* messageOf(propose(community, eve)),
        "Only keepers of Riverside Garden's treasury can propose a payment."
      )
      yield* giveBadge(community, dan, "#4#")
      assert.match(
        yield* messageOf(propose(community, dan)),
        /The badge in your account does not count, or no longer\.$/
      )
      const act = yield* propose(community)
      assert.match(yield* messageOf(ask(community, dan, act.id)), /^Only keepers of/)
      const asked = yield* ask(community, cas, act.id)
      const signed = yield* signPart(asked.manifest, asked.expiration, cas, 100n)
      assert.strictEqual(
        yield* messageOf(approvals.accept(as(community, bea), act.id, asked.partId, signed)),
        "This page does not exist."
      )
      assert.match(
        yield* messageOf(
          approvals.accept(
            as(community, cas),
            act.id,
            asked.partId,
            yield* signPart(asked.manifest, asked.expiration, eve, 100n)
          )
        ),
        /the key is not this account's/
      )
      yield* approvals.decline(as(community, cas), act.id, asked.partId)
      assert.match(
        yield* messageOf(approvals.accept(as(community, cas), act.id, asked.partId, signed)),
        /^You declined this\./
      )
      // Cas is replaced by Dan; Cas's wallet is not needed. A payment of who stays would stand in the way.
      yield* proposing.withdraw(as(community, ada), act.id)
      const change = yield* proposing.rule(as(community, ada), {
        ids: ["#1#", "#2#", "#4#"],
        needed: 2,
        reason: "Lost wallet"
      })
      yield* approve(community, ada, change.id)
      assert.strictEqual((yield* approve(community, bea, change.id)).act.state, "committed")
      assert.deepStrictEqual(yield* ruleOf(community), { ids: ["#1#", "#2#", "#4#"], needed: 2 })
      const next = yield* propose(community)
      assert.match(yield* messageOf(ask(community, cas, next.id)), /does not count, or no longer\.$/)
      yield* approve(community, dan, next.id)
      assert.strictEqual((yield* approve(community, ada, next.id)).act.state, "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("a loan runs out after ten minutes, and can be lent again", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const approvals = yield* Approvals
      const act = yield* propose(community)
      yield* approve(community, bea, act.id)
      const late = yield* ask(community, cas, act.id)
      const signed = yield* signPart(late.manifest, late.expiration, cas, 100n)
      yield* TestClock.adjust("12 minutes")
      assert.match(
        yield* messageOf(approvals.accept(as(community, cas), act.id, late.partId, signed)),
        /^This approval ended at 00:1\d UTC\. Nothing moved\. Approve once more\.$/
      )
      // Now Cas is the first, and Bea the last.
      assert.strictEqual((yield* approve(community, cas, act.id)).kind, "loan")
      assert.strictEqual((yield* approve(community, bea, act.id)).act.state, "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "bad amounts, tokens and payees are told by their field; a payment the balance no longer covers, before signing",
    () =>
      Effect.gen(function* () {
        const community = yield* kept()
        const amount = (text: string) => fieldsOf(propose(community, ada, { amount: text as never }))
        assert.deepStrictEqual(yield* amount("10000.5"), { amount: "The treasury holds 10000 XRD." })
        assert.deepStrictEqual(yield* amount("0"), { amount: "More than nothing." })
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
        const other = yield* propose(community, bea, { amount: "6000" as never })
        yield* approve(community, bea, large.id)
        yield* approve(community, ada, large.id)
        yield* approve(community, bea, other.id)
        assert.deepStrictEqual(yield* fieldsOf(ask(community, ada, other.id)), {
          amount: "The treasury holds 4000 XRD."
        })
      }).pipe(Effect.provide(Live))
  )

  it.effect("not called lost by a gateway that lags behind: proposed again it would be paid twice", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const [acts, ledger] = [yield* ActsRepo, yield* Ledger]
      const act = yield* propose(community)
      yield* approve(community, bea, act.id)
      yield* approve(community, cas, act.id)
      // As a server leaves it that dies after the ledger has it, and before anything is written.
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE keeper_acts SET state = 'sent', decided_at = NULL WHERE id = ${act.id}`
      const { time, ...state } = yield* ledger.currentState()
      const behind = new Ledger({
        ...ledger,
        status: (txId) => new UnknownOnLedger({ what: txId }),
        submit: () => new LedgerRefused({ reason: "not yet" }),
        currentState: () => Effect.succeed({ ...state, time })
      })
      const asked = ActOutcomes.Default.pipe(Layer.fresh, Layer.provide(Layer.succeed(Ledger, behind)))
      const place = yield* Effect.orDie(onLedger(community))
      yield* TestClock.adjust("25 minutes")
      const look = Effect.flatMap(acts.mustFind(community.id, act.id), (sent) =>
        Effect.flatMap(ActOutcomes, ({ check }) => check(sent, place))
      )
      yield* Effect.provide(look, asked)
      assert.strictEqual((yield* acts.mustFind(community.id, act.id)).state, "sent")
      yield* look
      assert.strictEqual((yield* acts.mustFind(community.id, act.id)).state, "committed")
      assert.strictEqual(yield* paid, 420)
    }).pipe(Effect.provide(Live))
  )

  it.effect("carried out otherwise than proposed: told in words, looked at again, and never paid twice", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const [acts, ledger, sql] = [yield* ActsRepo, yield* Ledger, yield* SqlClient.SqlClient]
      for (const who of [ada, bea, cas]) yield* registered(accountOf(who))
      const act = yield* propose(community)
      yield* approve(community, bea, act.id)
      yield* approve(community, cas, act.id)
      // As a server leaves it that dies after the ledger has it; then a gateway tells of another amount.
      yield* sql`UPDATE keeper_acts SET state = 'sent', decided_at = NULL, once_key = 'proposal:voted' WHERE id = ${act.id}`
      const liar = new Ledger({
        ...ledger,
        committedDetails: (txId) =>
          Effect.map(ledger.committedDetails(txId), ({ transaction, ...rest }) => ({
            ...rest,
            transaction: { ...transaction, fungibleChanges: [] }
          }))
      })
      const place = yield* Effect.orDie(onLedger(community))
      const found = acts.mustFind(community.id, act.id)
      const look = Effect.flatMap(found, (sent) => Effect.flatMap(ActOutcomes, ({ check }) => check(sent, place)))
      yield* Effect.provide(look, ActOutcomes.Default.pipe(Layer.fresh, Layer.provide(Layer.succeed(Ledger, liar))))
      assert.deepInclude(yield* found, { state: "mismatch", problem: "Another amount left the treasury." })
      const told = yield* sql<{
        readonly account: string
        readonly text: string
      }>`SELECT account_address AS account, text
        FROM notifications WHERE text LIKE '%otherwise than proposed%' ORDER BY account_address`
      assert.deepStrictEqual(
        told.map(({ account }) => account),
        [ada, bea, cas].map(accountOf).sort()
      )
      assert.match(
        yield* messageOf(ask(community, ada, act.id)),
        /^This payment is carried out otherwise than proposed;/
      )
      // The same vote is not paid a second time.
      const alive = yield* acts.alive(community.id, "proposal:voted")
      assert.isTrue(Option.isSome(alive))
      const again = yield* Effect.exit(acts.insert({ ...(yield* found), id: "again", state: "waiting" }))
      assert.isTrue(Exit.isFailure(again))
      yield* minute
      assert.strictEqual((yield* found).state, "mismatch")
      // What is missing is paid as another payment; the badges are free for it.
      const rest = yield* propose(community)
      yield* approve(community, bea, rest.id)
      assert.strictEqual((yield* approve(community, cas, rest.id)).act.state, "committed")
      const token = yield* signIn(accountOf(ada))
      const at = { token, params: { id: community.id } }
      const page = visit(`/community/detail/${community.id}/keepers`, keepersPage, at)
      const shown = Effect.map(page, ({ value }) =>
        value.state === "kept" ? value.acts.find(({ id }) => id === act.id) : undefined
      )
      assert.deepInclude(yield* shown, { state: "mismatch", txId: (yield* found).txId })
      // The gateway tells the truth by now.
      yield* look
      assert.deepInclude(yield* shown, { state: "committed", problem: null })
      assert.strictEqual(yield* paid, 840)
    }).pipe(Effect.provide(Live))
  )

  it.effect("taken back by any keeper once who proposed it keeps no more: the vote that it names is free again", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const proposing = yield* Proposing
      yield* giveBadge(community, dan, "#4#")
      const act = yield* propose(community, cas)
      const page = Effect.flatMap(signIn(accountOf(ada)), (token) =>
        visit(`/community/detail/${community.id}/keepers`, keepersPage, { token, params: { id: community.id } })
      )
      const offered = Effect.map(page, ({ value }) =>
        value.state === "kept" ? value.acts.map(({ mayTakeBack, number }) => [number, mayTakeBack]) : []
      )
      assert.deepStrictEqual(yield* offered, [[act.number, false]])
      const rule = { ids: ["#1#", "#2#", "#4#"], needed: 2, reason: "Cas is gone" }
      const change = yield* proposing.rule(as(community, ada), rule)
      yield* approve(community, ada, change.id)
      yield* approve(community, bea, change.id)
      assert.deepInclude(yield* offered, [act.number, true])
      assert.match(yield* messageOf(proposing.withdraw(as(community, eve), act.id)), /^Only keepers of/)
      yield* proposing.withdraw(as(community, ada), act.id)
      assert.strictEqual((yield* (yield* ActsRepo).mustFind(community.id, act.id)).state, "withdrawn")
    }).pipe(Effect.provide(Live))
  )

  it.effect("taken back by who proposed it, and by nobody else; what is taken back is not approved", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const proposing = yield* Proposing
      const act = yield* propose(community)
      yield* approve(community, bea, act.id)
      assert.strictEqual(
        yield* messageOf(proposing.withdraw(as(community, bea), act.id)),
        "Only who proposed it can take it back."
      )
      yield* proposing.withdraw(as(community, ada), act.id)
      assert.match(yield* messageOf(ask(community, cas, act.id)), /^This payment is withdrawn/)
      assert.match(yield* messageOf(proposing.withdraw(as(community, ada), act.id)), /^This payment is withdrawn/)
      // Bea's loan lives on until it ends, so nobody else may lend; Bea may.
      const next = yield* propose(community)
      assert.match(yield* messageOf(ask(community, ada, next.id)), /^One badge is lent or asked for, which is as many/)
      assert.strictEqual((yield* ask(community, bea, next.id)).kind, "loan")
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "the gateway away: nothing is lost. Sent again by the minute job until the ledger has decided, and paid once",
    () =>
      Effect.gen(function* () {
        const community = yield* kept()
        const approvals = yield* Approvals
        const acts = yield* ActsRepo
        const faults = yield* Faults
        const act = yield* propose(community)
        yield* approve(community, bea, act.id)
        yield* faults.change({ gateway: "down" })
        const away = yield* inTime(Effect.flip(ask(community, cas, act.id)))
        assert.strictEqual(away._tag, "GatewayDown")
        yield* faults.change({ gateway: "up" })
        yield* TestClock.adjust("30 seconds")
        const asked = yield* ask(community, cas, act.id)
        const signed = yield* signPart(asked.manifest, asked.expiration, cas, 100n)
        yield* faults.change({ nextTransaction: "CommittedFailure" })
        const ended = yield* approvals.accept(as(community, cas), act.id, asked.partId, signed)
        assert.strictEqual(ended.state, "failed")
        assert.strictEqual(yield* paid, 0)
        yield* minute
        assert.strictEqual((yield* acts.mustFind(community.id, act.id)).state, "failed")
        // Proposed again; the loan of the failed one still counts, and Bea's badge is the one that is lent.
        const again = yield* propose(community)
        yield* approve(community, bea, again.id)
        assert.strictEqual((yield* approve(community, cas, again.id)).act.state, "committed")
        assert.strictEqual(yield* paid, 420)
      }).pipe(Effect.provide(Live))
  )

  it.effect("reminds once a day for a month", () =>
    Effect.gen(function* () {
      const community = yield* kept()
      const sql = yield* SqlClient.SqlClient
      yield* propose(community)
      const reminded = Effect.map(
        sql<{ readonly at: number | null }>`SELECT reminded_at AS at FROM keeper_acts`,
        ([row]) => row?.at ?? null
      )
      yield* minute
      assert.isNull(yield* reminded)
      yield* TestClock.adjust("25 hours")
      yield* minute
      const first = yield* reminded
      assert.isNotNull(first)
      yield* TestClock.adjust("2 hours")
      yield* minute
      assert.strictEqual(yield* reminded, first)
    }).pipe(Effect.provide(Live))
  )
})

describeOnBothDatabases("protecting", (database) => {
  it.effect(
    "n above m, n below two, one account with two badges, badges that nobody holds: refused by their field",
    () =>
      Effect.gen(function* () {
        const community = yield* open
        const protecting = yield* Protecting
        const refused = (ids: ReadonlyArray<string>, needed: number) =>
          fieldsOf(protecting.prepare(hereOf(community), { ids, needed }))
        assert.deepStrictEqual(yield* refused(["#1#", "#2#", "#3#"], 4), {
          needed: "There are 3 keepers: no more than that can approve."
        })
        assert.deepStrictEqual(yield* refused(["#1#", "#2#", "#3#"], 1), { needed: "At least two must approve." })
        assert.deepStrictEqual(yield* refused(["#1#"], 2), { keepers: "Choose at least two keepers." })
        assert.deepStrictEqual(yield* refused(["#1#", "#1#"], 2), { keepers: "Each badge counts once." })
        assert.deepStrictEqual(yield* refused(["#1#", "#7#"], 2), { keepers: "Nobody holds badge #7#." })
        yield* giveBadge(community, bea, "#4#")
        assert.deepStrictEqual(yield* refused(["#1#", "#2#", "#4#"], 2), {
          keepers: "One account holds two of these badges. One account keeps once."
        })
        assert.match(
          yield* messageOf(protecting.prepare(hereOf(community, accountOf(eve)), { ids: ["#1#", "#2#"], needed: 2 })),
          /^Only who holds an admin badge of Riverside Garden can protect the treasury\.$/
        )
      }).pipe(Effect.provide(world(database)))
  )

  it.effect("without the site's key nobody could open it again: refused", () =>
    Effect.gen(function* () {
      const community = yield* open
      const failure = yield* Effect.flip(protect(community))
      assert.deepInclude(failure, { _tag: "NoSettler", status: 503 })
    }).pipe(Effect.provide(world(database, settings as never)))
  )
})
