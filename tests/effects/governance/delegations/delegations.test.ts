/** Delegation from the wallet's signature to the counted ballot file, on both databases. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Layer, Stream, TestClock } from "effect"
import type { CommunityId, GovernanceSettings } from "~/effects/access/Community"
import { Limits } from "~/effects/base/limits/Limits.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Delegates } from "~/effects/governance/delegations/Delegates.server"
import { Delegations } from "~/effects/governance/delegations/Delegations.server"
import { DelegationsRepo } from "~/effects/governance/delegations/DelegationsRepo.server"
import type { DelegationValues } from "~/effects/governance/delegations/delegationForm"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { apiProposal } from "~/effects/governance/proposals/pages/outputs.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { ballotFileText, openedVote } from "~/effects/governance/votes/pages/ballotFile.server"
import type { ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { timeChoices } from "~/effects/governance/votes/proposal/pollTimes"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { check } from "../../../../scripts/verify.mjs"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { rowsAddUp } from "../proposals/rows"
import { asked, club, HOUR, propose, rowOf, rules, vote, voter, world } from "../proposals/world"
import { day, delegateVote, PEOPLE, signed, valuesOf } from "./delegateTo"

const DAY = 24 * HOUR
/** The form's errors by field, or the refusal as a whole. */
const refusal = (id: string, from: string, values: DelegationValues) =>
  Effect.map(Effect.either(signed(id, from, values)), (ended) => {
    if (ended._tag === "Right") return "taken"
    const failure = ended.left
    return failure._tag === "InvalidFields" ? failure.fields : failure.message
  })

const fileText = (id: CommunityId, number: number) =>
  Effect.gen(function* () {
    const opened = openedVote(yield* rowOf(id, number))
    if (opened === null) return ""
    return Chunk.join(yield* Stream.runCollect(yield* ballotFileText(opened)), "")
  })

const ten = (governance: Partial<GovernanceSettings> = {}) => club({ governance: rules(governance) }, PEOPLE)
/** Signed a minute before the vote opens. */
const opened = (id: string, changes: Partial<ProposalText> = {}) =>
  Effect.gen(function* () {
    yield* TestClock.adjust("1 minute")
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    return yield* propose(id, { opensAt: now, closesAt: now + DAY, ...changes })
  })
const closed = Effect.gen(function* () {
  yield* TestClock.adjust("25 hours")
  yield* (yield* Closings).closeDue
})

describeOnBothDatabases("a delegation", (database) => {
  it.effect("refuses a suspended delegate, but shows and counts a delegation that was made before the suspension", () =>
    Effect.gen(function* () {
      const id = yield* ten({ lentLimitPct: 30 })
      const suspensions = yield* AccountSuspensions
      const { page } = yield* Delegates
      const { account } = voter("Ana")
      const counted = Effect.gen(function* () {
        const { id: proposal, number } = yield* opened(id)
        return { proposal, number, frozen: (yield* rowOf(id, number)).snapshot?.delegations?.count }
      })
      yield* delegateVote(id, "Ben", "Ana")
      const first = yield* counted
      yield* vote(first.proposal, "Ana", "yes")
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      const suspension = { kind: "suspended", reason: "Spam in threads", suspendedUntil: now + DAY / 2 } as const
      yield* suspensions.set(account, suspension)
      assert.deepStrictEqual(yield* refusal(id, "Cho", valuesOf("Ana")), {
        to: "Ana is suspended on this site and cannot vote. Choose another member."
      })
      const asked = { community: id, account: voter("Cho").account, q: "ana", after: null, limit: 10, now }
      assert.deepStrictEqual((yield* page(asked)).listed, [])
      const { between } = yield* DelegationsRepo
      const shown = (yield* between(id, voter("Ben").account, now, 10)).delegated
      assert.deepStrictEqual(
        shown.map((loan) => [loan.delegate, loan.isSuspended]),
        Array.from({ length: 4 }, () => [account, 1])
      )
      // Frozen and counted by the rule of the ballot file, which knows no suspensions.
      assert.deepInclude((yield* rowOf(id, first.number)).sums?.lent, { used: "1", idle: "0" })
      const second = yield* counted
      assert.deepStrictEqual([first.frozen, second.frozen], [1, 1])
      yield* closed
      assert.deepInclude((yield* rowOf(id, second.number)).sums?.lent, { used: "0", idle: "1" })
      for (const { number } of [first, second]) {
        const text = yield* fileText(id, number)
        assert.isTrue((yield* Effect.promise(() => checkFile(text))).holds)
        assert.deepStrictEqual(check(text).problems, [])
      }
      // The delegation has expired.
      assert.strictEqual(yield* refusal(id, "Cho", valuesOf("Ana")), "taken")
    }).pipe(Effect.provide(Layer.provideMerge(AccountSuspensions.Default, world(database))))
  )

  it.effect("is not used in a poll for a date, where nobody answers for others", () =>
    Effect.gen(function* () {
      const id = yield* ten({ lentLimitPct: 100 })
      yield* delegateVote(id, "Ben", "Ana")
      const choices = timeChoices([
        { start: "2027-01-04", end: "2027-01-04" },
        { start: "2027-01-05", end: "2027-01-05" }
      ])
      const poll = yield* opened(id, { voteType: "dates", choices, quorumPct: 10 })
      yield* vote(poll.id, "Ana", { c1: 2, c2: 0 })
      const row = yield* rowOf(id, poll.number)
      assert.deepStrictEqual(
        [row.snapshot?.delegations, row.sums?.lent, row.sums?.weightCast],
        [undefined, undefined, "1"]
      )
      assert.isNull((yield* rowOf(id, poll.number, "Ben")).delegatedTo)
      const other = yield* opened(id)
      assert.strictEqual((yield* rowOf(id, other.number)).snapshot?.delegations?.count, 1)
      yield* closed
      const text = yield* fileText(id, poll.number)
      assert.isTrue((yield* Effect.promise(() => checkFile(text))).holds)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("does not use the votes of suspended or former delegators for later ballots, and notifies both", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const id = yield* ten({ lentLimitPct: 100 })
      for (const from of ["Ben", "Cho", "Dev", "Eva"]) yield* delegateVote(id, from, "Ana")
      const { id: proposal, number } = yield* opened(id)
      yield* vote(proposal, "Ana", "no")
      assert.deepInclude((yield* rowOf(id, number)).sums?.lent, { given: "4", used: "4", idle: "0" })
      yield* sql`UPDATE memberships SET status = 'suspended' WHERE account_address = ${voter("Ben").account}`
      yield* sql`UPDATE memberships SET status = 'left' WHERE account_address = ${voter("Cho").account}`
      yield* (yield* AccountSuspensions).set(voter("Dev").account, {
        kind: "suspended",
        reason: "Spam in threads",
        suspendedUntil: null
      })
      // Delegations used before still count; the next ballot does not use them.
      assert.deepInclude((yield* rowOf(id, number)).sums?.lent, { used: "4" })
      yield* vote(proposal, "Ana", "yes")
      assert.deepInclude((yield* rowOf(id, number)).sums?.lent, { given: "4", used: "1", idle: "0", excluded: "3" })
      const notified = yield* sql<{ readonly accountAddress: string; readonly text: string }>`
          SELECT account_address, text FROM notifications WHERE text LIKE '%without the vote%' OR text LIKE '%does not count%'`
      assert.sameDeepMembers(
        notified.map(({ accountAddress, text }) => [accountAddress, text]),
        [
          ...["Ben", "Dev"].map((name) => [
            voter(name).account,
            "Ana voted on “A second screening on Sundays” without the vote you delegated: you were suspended."
          ]),
          [
            voter("Cho").account,
            "Ana voted on “A second screening on Sundays” without the vote you delegated: you were no longer a member here."
          ],
          [
            voter("Ana").account,
            "Your ballot on “A second screening on Sundays” does not count 3 delegated votes: the delegators were suspended or no longer members when you voted."
          ]
        ]
      )
      const asked = { account: voter("Ben").account, community: id, now: 0, limit: 10, after: null }
      assert.deepStrictEqual(
        (yield* (yield* OwnVotes).delegatedBy(asked)).lines.map(({ hasLimit, use }) => [use, hasLimit]),
        [["excluded", false]]
      )
      yield* closed
      const row = yield* rowOf(id, number)
      assert.strictEqual(row.tally?.perChoice[0]?.votes, "2")
      assert.include(
        row.tally?.words,
        "3 delegated stayed unused: the delegator was suspended or no longer a member when their delegate voted."
      )
      // The replaced ballot used four delegated votes at the time; the rows that count use one.
      assert.deepStrictEqual(yield* rowsAddUp("club", row), [
        ["0", "0"],
        ["1", "2"]
      ])
      const text = yield* fileText(id, number)
      const excluded = `"excludedDelegations":{`
      assert.include(text, excluded)
      const verdicts = (file: string) =>
        Effect.map(
          Effect.promise(() => checkFile(file)),
          ({ holds }) => [holds, check(file).problems.length === 0]
        )
      assert.deepStrictEqual(yield* verdicts(text), [true, true])
      assert.deepStrictEqual(yield* verdicts(JSON.stringify(JSON.parse(text))), [true, true])
      // Without the list, with another ballot, or with a member who delegates nothing, the file fails.
      const line = text.split("\n").find((one) => one.startsWith(excluded)) ?? ""
      for (const wrong of [
        "",
        `${line.replace('"seq":2', '"seq":1')}\n`,
        `${line.replaceAll(voter("Ben").account, voter("Fay").account)}\n`
      ]) {
        assert.deepStrictEqual(yield* verdicts(text.replace(`${line}\n`, wrong)), [false, false], wrong)
      }
    }).pipe(Effect.provide(Layer.provideMerge(AccountSuspensions.Default, world(database))))
  )

  it.effect("is frozen at the opening, used by the delegate, overridden by an own ballot, and counted again", () =>
    Effect.gen(function* () {
      const id = yield* ten({ lentLimitPct: 30 })
      for (const [from, to] of [
        ["Ben", "Ana"],
        ["Cho", "Ana"],
        ["Dev", "Ana"],
        ["Eva", "Fay"],
        ["Gus", "Fay"]
      ] as const) {
        yield* delegateVote(id, from, to)
      }
      const { id: proposal, number } = yield* opened(id)
      const before = yield* rowOf(id, number)
      assert.deepInclude(before.snapshot?.delegations, { count: 5, limitPct: 30 })
      assert.strictEqual(before.frozen?.v, 2)
      assert.deepInclude(before.sums?.lent, { given: "5", used: "0", idle: "5" })

      yield* vote(proposal, "Ana", "yes")
      assert.deepInclude((yield* rowOf(id, number)).sums?.lent, { used: "3", idle: "2" })
      // One delegator votes for another choice, and only their own ballot counts.
      yield* vote(proposal, "Ben", "no")
      assert.deepInclude((yield* rowOf(id, number)).sums?.lent, { voted: "1", used: "2", idle: "2" })
      // The delegate changes their vote, and the delegated votes change with it.
      yield* vote(proposal, "Ana", "no")
      yield* vote(proposal, "Ana", "yes")
      yield* vote(proposal, "Hal", "no")
      yield* closed

      const row = yield* rowOf(id, number)
      assert.deepStrictEqual(row.tally?.lent, {
        given: "5",
        voted: "1",
        used: "2",
        over: "0",
        idle: "2",
        perChoice: [
          { key: "yes", votes: "2" },
          { key: "no", votes: "0" },
          { key: "abstain", votes: "0" }
        ]
      })
      assert.strictEqual(row.tally?.outcome, "passed")
      assert.include(row.tally?.words, "Yes: 1 own and 2 delegated. No: 2 own and 0 delegated.")
      const response = yield* apiProposal.pipe(
        Effect.provideService(RouteArgs, asked("/", { slug: "club", n: String(number) })),
        Effect.provideService(ReplyHeaders, new Headers())
      )
      const api = (yield* Effect.promise(() => response.json())) as {
        readonly lent: unknown
        readonly snapshot: object
      }
      assert.deepStrictEqual(api.lent, row.tally?.lent)
      assert.deepInclude(api.snapshot, { delegations: before.snapshot?.delegations })
      const text = yield* fileText(id, number)
      const report = yield* Effect.promise(() => checkFile(text))
      assert.isTrue(report.holds, report.detail)
      assert.strictEqual(report.verdict, "All 5 ballots check out. The result is Yes.")
      assert.deepStrictEqual(check(text).problems, [])

      // Sent to the delegators except the one who had voted; they can read how their vote was used.
      const sql = yield* SqlClient.SqlClient
      const notified = yield* sql<{ readonly accountAddress: string }>`SELECT account_address FROM notifications
        WHERE type = 'delegation' AND text LIKE 'Ana voted%'`
      assert.sameMembers(
        notified.map(({ accountAddress }) => accountAddress),
        ["Ben", "Cho", "Dev"].map((name) => voter(name).account)
      )
      const record = yield* OwnVotes
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      const of = (name: string) =>
        Effect.map(
          record.delegatedBy({ account: voter(name).account, community: id, now, limit: 10, after: null }),
          ({ lines }) => lines.map(({ choice, use }) => [use, choice])
        )
      assert.deepStrictEqual(yield* of("Cho"), [["used", "Yes"]])
      assert.deepStrictEqual(yield* of("Ben"), [["own", "Yes"]])
      assert.deepStrictEqual(yield* of("Gus"), [["idle", null]])
      const delegates = yield* Delegates
      const { listed } = yield* delegates.page({
        community: id,
        account: asAccount(""),
        q: "",
        after: null,
        limit: 10,
        now
      })
      assert.deepStrictEqual(
        listed.map(({ account, uses }) => [account, uses]),
        [[voter("Ana").account, 1]]
      )
    }).pipe(Effect.provide(Limits.Default), Effect.provide(world(database)))
  )

  it.effect("counts ranked, points and quadratic votes with delegations as both checkers do", () =>
    Effect.gen(function* () {
      const id = yield* ten({ lentLimitPct: 30 })
      for (const from of ["Ben", "Cho", "Dev"]) yield* delegateVote(id, from, "Ana", { kinds: ["decision"] })
      // The rule has changed by the time the votes open.
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE communities SET governance = ${JSON.stringify(rules({ lentLimitPct: 20 }))} WHERE id = ${id}`
      const choices = ["Lake", "Hall", "Yard"].map((label, at) => ({ key: `c${at + 1}`, label, note: "" }))
      for (const [voteType, ana, fay] of [
        ["ranked", ["c2", "c1"], ["c1"]],
        ["weighted", { c1: 60, c2: 40 }, { c3: 100 }],
        ["quadratic", { c1: 6, c2: 8 }, { c3: 10 }],
        ["approval", ["c1", "c2"], ["c3"]],
        ["single", "c1", "c2"]
      ] as const) {
        const { id: proposal, number } = yield* opened(id, { voteType, choices })
        yield* vote(proposal, "Ana", ana)
        yield* vote(proposal, "Fay", fay)
        yield* closed
        const row = yield* rowOf(id, number)
        // A fifth of ten is two: the third delegator's vote stays unused.
        assert.deepInclude(row.tally?.lent, { given: "3", used: "2", over: "1" }, voteType)
        assert.strictEqual(row.tally?.weightCast, "4", voteType)
        const text = yield* fileText(id, number)
        const report = yield* Effect.promise(() => checkFile(text))
        assert.isTrue(report.holds, `${voteType}: ${report.detail}`)
        assert.deepStrictEqual(check(text).problems, [], voteType)
      }
    }).pipe(Effect.provide(world(database)))
  )

  it.effect(
    "counts only delegations in force for the kind of vote when it opens, and leaves other votes unchanged",
    () =>
      Effect.gen(function* () {
        const id = yield* ten()
        const plain = yield* opened(id)
        const spending = yield* delegateVote(id, "Ben", "Ana", { kinds: ["spending"] })
        const other = yield* opened(id)
        for (const { number } of [plain, other]) {
          const row = yield* rowOf(id, number)
          assert.isUndefined(row.snapshot?.delegations)
          assert.strictEqual(row.frozen?.v, 1)
          assert.notInclude(yield* fileText(id, number), "delegations")
        }
        // A delegation for another kind does not apply to this one; the same kind replaces it.
        yield* delegateVote(id, "Ben", "Cho", { kinds: ["spending", "decision"] })
        const repo = yield* DelegationsRepo
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const loans = yield* repo.delegatedBy(id, voter("Ben").account, now)
        assert.deepStrictEqual(
          loans.map(({ delegate, kind }) => [kind, delegate]),
          [
            ["decision", voter("Cho").account],
            ["spending", voter("Cho").account]
          ]
        )
        const delegations = yield* Delegations
        assert.isTrue(Exit.isFailure(yield* Effect.exit(delegations.withdraw(id, voter("Ben").account, spending))))
        // Expired at the opening: the last day has passed.
        yield* TestClock.adjust("40 days")
        const late = yield* opened(id)
        assert.isUndefined((yield* rowOf(id, late.number)).snapshot?.delegations)
      }).pipe(Effect.provide(world(database)))
  )

  it.effect("is not frozen if withdrawn before the opening; a later withdrawal names the open votes", () =>
    Effect.gen(function* () {
      const id = yield* ten()
      const delegations = yield* Delegations
      const digest = yield* delegateVote(id, "Ben", "Ana")
      yield* TestClock.adjust("1 minute")
      const at = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      assert.deepStrictEqual(yield* delegations.withdraw(id, voter("Ben").account, digest), [])
      // At the very second of the opening, the first commit wins.
      const { number } = yield* propose(id, { opensAt: at, closesAt: at + DAY })
      assert.isUndefined((yield* rowOf(id, number)).snapshot?.delegations)

      const again = yield* delegateVote(id, "Ben", "Ana")
      const open = yield* opened(id)
      assert.strictEqual((yield* rowOf(id, open.number)).snapshot?.delegations?.count, 1)
      assert.deepStrictEqual(yield* delegations.withdraw(id, voter("Ben").account, again), [{ number: open.number }])
      assert.isTrue(Exit.isFailure(yield* Effect.exit(delegations.withdraw(id, voter("Ben").account, again))))
      // A delegation of somebody else cannot be withdrawn.
      const others = yield* delegateVote(id, "Cho", "Ana")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(delegations.withdraw(id, voter("Ben").account, others))))
      // The open vote still has what it froze.
      yield* vote(open.id, "Ana", "yes")
      assert.strictEqual((yield* rowOf(id, open.number)).sums?.lent?.used, "1")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("does not count in a vote that opened before it was signed", () =>
    Effect.gen(function* () {
      const id = yield* ten()
      yield* TestClock.adjust("1 hour")
      const opensAt = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      const openings = yield* Openings
      yield* TestClock.adjust("30 seconds")
      yield* delegateVote(id, "Ben", "Ana")
      const { number } = yield* propose(id, { opensAt, closesAt: opensAt + DAY })
      yield* openings.openDue
      assert.isUndefined((yield* rowOf(id, number)).snapshot?.delegations)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("explains what cannot be delegated, and stores nothing", () =>
    Effect.gen(function* () {
      const id = yield* ten({ lentLimitPct: 10 })
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      const year = day(now + 365 * DAY)
      const cases: ReadonlyArray<readonly [DelegationValues, Readonly<Record<string, string>>]> = [
        [
          valuesOf("Ben"),
          { to: "You cannot delegate your vote to yourself. Vote yourself, or choose another member." }
        ],
        [valuesOf(""), { to: "Choose a member to delegate your vote to." }],
        [
          valuesOf(voter("Stranger").account),
          { to: "This account is not a member here. Choose a member of this community." }
        ],
        [valuesOf("' OR 1=1"), { to: "This account is not a member here. Choose a member of this community." }],
        [valuesOf("Ana", { kinds: [] }), { kinds: "Choose at least one kind of proposal." }],
        [valuesOf("Ana", { until: "" }), { until: "Choose a day, such as 2027-09-12." }],
        [valuesOf("Ana", { until: "2026-02-30" }), { until: "Choose a day, such as 2027-09-12." }],
        [valuesOf("Ana", { until: day(now - DAY) }), { until: "Choose a day in the future." }],
        [
          valuesOf("Ana", { until: day(now + 366 * DAY) }),
          { until: `Choose a day within a year: ${year} at the latest.` }
        ]
      ]
      for (const [values, fields] of cases) assert.deepStrictEqual<unknown>(yield* refusal(id, "Ben", values), fields)
      assert.strictEqual<unknown>(yield* refusal(id, "Ben", valuesOf("Ana", { until: year })), "taken")

      // In a cycle of any length, for kinds that overlap.
      yield* delegateVote(id, "Ana", "Ben", { kinds: ["decision"] })
      yield* delegateVote(id, "Ben", "Cho", { kinds: ["decision"] })
      const circle = yield* refusal(id, "Cho", valuesOf("Ana", { kinds: ["decision", "spending"] }))
      assert.include(
        (circle as Readonly<Record<string, string>>).to,
        "This would make a circle: Ana delegates to you, or to someone who does."
      )
      assert.strictEqual<unknown>(yield* refusal(id, "Cho", valuesOf("Ana", { kinds: ["spending"] })), "taken")

      // The same delegation twice, and beyond what one person may hold: a tenth of ten is one.
      assert.deepStrictEqual<unknown>(yield* refusal(id, "Ana", valuesOf("Ben", { kinds: ["decision"] })), {
        to: "You have already delegated exactly this to Ben. Nothing was changed."
      })
      assert.deepStrictEqual<unknown>(yield* refusal(id, "Dev", valuesOf("Ben")), {
        to: "Ben holds 1 of at most 1 delegated votes on decisions already, so yours would not be used. Choose another member, or other kinds."
      })

      const delegates = yield* Delegates
      yield* delegates.say(id, voter("Eva").account, { statement: "", accepts: false })
      assert.deepStrictEqual<unknown>(yield* refusal(id, "Dev", valuesOf("Eva")), {
        to: "Eva does not accept delegations. Choose another member."
      })
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual((yield* sql`SELECT digest FROM delegations`).length, 2)

      yield* sql`UPDATE communities SET governance = ${JSON.stringify(rules({ lentLimitPct: 0 }))} WHERE id = ${id}`
      assert.strictEqual<unknown>(
        yield* refusal(id, "Dev", valuesOf("Fay")),
        "Votes cannot be delegated in this community: its rules do not let anyone hold delegated voting power."
      )
      const { number } = yield* opened(id)
      assert.isUndefined((yield* rowOf(id, number)).snapshot?.delegations)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect(
    "stores a repeated request once, and refuses one that is too old, someone else's, or not what was signed",
    () =>
      Effect.gen(function* () {
        const id = yield* ten({ lentLimitPct: 100 })
        const delegations = yield* Delegations
        const sql = yield* SqlClient.SqlClient
        const first = yield* signed(id, "Ben", valuesOf("Ana"))
        yield* delegations.delegate(first.lending, first.signature)
        yield* delegations.delegate(first.lending, first.signature)
        assert.strictEqual((yield* sql`SELECT digest FROM delegations`).length, 1)

        const next = yield* signed(id, "Cho", valuesOf("Ana", { kinds: ["rule"] }))
        const failing = (effect: Effect.Effect<void, { readonly _tag: string }>) =>
          Effect.map(Effect.either(effect), (ended) => (ended._tag === "Left" ? ended.left._tag : "taken"))
        const changed = { ...next.lending, values: valuesOf("Eva", { kinds: ["rule"] }) }
        assert.strictEqual(yield* failing(delegations.delegate(changed, next.signature)), "ProofRefused")
        const another = { ...next.lending, account: voter("Dev").account }
        assert.strictEqual(yield* failing(delegations.delegate(another, next.signature)), "ProofRefused")
        // Another delegation was signed in between: this one would replace what nobody saw.
        yield* delegateVote(id, "Cho", "Eva", { kinds: ["election"] })
        assert.strictEqual(yield* failing(delegations.delegate(next.lending, next.signature)), "ProofRefused")
        const late = yield* signed(id, "Dev", valuesOf("Ana", { kinds: ["rule"] }))
        yield* TestClock.adjust("6 minutes")
        assert.strictEqual(yield* failing(delegations.delegate(late.lending, late.signature)), "DelegationTooOld")
        assert.strictEqual((yield* sql`SELECT digest FROM delegations`).length, 2)
      }).pipe(Effect.provide(world(database)))
  )

  it.effect(
    "is part of the data export and ends with the account, whose statement is deleted while signed delegations stay stored",
    () =>
      Effect.gen(function* () {
        const id = yield* ten()
        yield* delegateVote(id, "Ben", "Ana")
        yield* delegateVote(id, "Ana", "Cho", { kinds: ["rule"] })
        const delegates = yield* Delegates
        yield* delegates.say(id, voter("Ana").account, { statement: "I read everything.", accepts: true })
        const sql = yield* SqlClient.SqlClient
        const loans = yield* DelegationsRepo
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const { delegated, toThem } = yield* loans.between(id, voter("Ana").account, now, 50)
        assert.deepStrictEqual([delegated.length, toThem.length], [1, 4])
        yield* loans.end(null, voter("Ana").account, now)
        yield* delegates.forget(voter("Ana").account)
        assert.deepStrictEqual(yield* loans.delegatedBy(id, voter("Ben").account, now), [])
        assert.lengthOf(yield* sql`SELECT digest FROM delegations WHERE ended_at = ${now}`, 2)
        assert.lengthOf(yield* sql`SELECT statement FROM delegates`, 0)
      }).pipe(Effect.provide(world(database)))
  )

  it.effect("ignores delegations of members who left, and to delegates who left and joined again", () =>
    Effect.gen(function* () {
      const id = yield* ten()
      yield* delegateVote(id, "Ben", "Ana")
      yield* delegateVote(id, "Cho", "Fay")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE memberships SET status = 'left' WHERE account_address = ${voter("Ben").account}`
      yield* TestClock.adjust("1 minute")
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      yield* sql`UPDATE memberships SET joined_at = ${now} WHERE account_address = ${voter("Fay").account}`
      const { number } = yield* opened(id)
      assert.isUndefined((yield* rowOf(id, number)).snapshot?.delegations)
    }).pipe(Effect.provide(world(database)))
  )
})
