/** From a list or a rule to an approved payout: what is stored, what is refused, and what only a vote can approve. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Either, Layer, Option, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { sheetOfText } from "~/effects/base/lists/broughtSheet.server"
import { templates } from "~/effects/communities/communities/templates"
import { actionWords } from "~/effects/governance/proposals/action.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { MOST_ROWS } from "~/effects/treasury/payouts/limits"
import { checkRows, excludeWrong } from "~/effects/treasury/payouts/list/checkRows"
import { payLines } from "~/effects/treasury/payouts/list/payList"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { ruleRows } from "~/effects/treasury/payouts/ruleRows.server"
import { amountRuleWords, payoutNeedsVote, voteReason } from "~/effects/treasury/payouts/voteRule"
import { NOTHING, ONE } from "~/ledger/index"
import { asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { join } from "../../communities/communities/world"
import { visitInside } from "../../communities/members/world"
import { signIn } from "../../publishing/dashboard/visits"
import { ADA, garden, person, planned, world } from "./world"

type Garden = Effect.Effect.Success<typeof garden>

const draftOf = ({ community, treasury }: Garden, text: string) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const number = yield* distributions.create({
      communityId: community.id,
      account: ADA,
      title: "Harvest share",
      note: "",
      purpose: "reward",
      resource: treasury.token ?? asResource(""),
      symbol: "GRD",
      divisibility: 2,
      mode: "direct",
      recoverDays: 180,
      rule: null,
      record: null,
      remainder: NOTHING,
      rows: yield* checkRows(yield* payLines(yield* sheetOfText(text)), { divisibility: 2, own: [treasury.treasury] })
    })
    return yield* repo.findOrFail(community.id, number)
  })

it.each([
  [3, "0", "No vote is needed: this community has 3 members or fewer."],
  [4, "0", "Every payout needs a vote, because this community has more than 3 members."],
  [
    4,
    "12345.5",
    "Up to 12,345.5 of a token can be paid without a vote in 30 days, counting all payouts, budgets and payments of several signers together; above that, a vote decides."
  ]
])("the form explains when a vote is needed, with %i members and %s free", (members, freePayout, words) => {
  assert.strictEqual(amountRuleWords(members, freePayout), words)
  const community = {
    memberCount: members,
    governance: { ...templates.club.governance, freePayout: AmountText.make(freePayout) }
  }
  assert.strictEqual(payoutNeedsVote(community, "0", "0"), members > 3 && freePayout === "0")
  assert.strictEqual(payoutNeedsVote(community, "12345.51", "0"), members > 3)
  assert.strictEqual(payoutNeedsVote(community, "0.51", "12345"), members > 3)
  assert.strictEqual(payoutNeedsVote(community, "0.5", "12345"), members > 3 && freePayout === "0")
})

const voted = (communityId: string, number: number, ballots: ReadonlyArray<readonly [string, number | null]>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = `proposal${number}`
    const text = { kind: "decision", title: "Who helped", summary: "", body: "Whoever votes is paid.", searchText: "" }
    const rules = { voteType: "basic", choices: "[]", reviewHours: 0, quorumPct: 10, thresholdPct: 50 }
    const times = { opensAt: 0, closesAt: 0, sortAt: 0, closedAt: 0, publishedAt: 0, createdAt: 0, updatedAt: 0 }
    const counting = { weightMode: "member", minMembershipHours: 0, resultsVisibility: "always", status: "passed" }
    const row = { id, communityId, number, author: ADA, ...text, ...rules, ...times, ...counting }
    yield* sql`INSERT INTO proposals ${sql.insert(row)}`
    // A statement of SQLite's takes 32,766 values.
    for (let from = 0; from < ballots.length; from += 2_000) {
      const some = ballots.slice(from, from + 2_000)
      yield* sql`INSERT INTO voters ${sql.insert(
        some.map(([accountAddress, votedAt]) => ({ proposalId: id, accountAddress, weight: "1", votedAt }))
      )}`
    }
  })

it.each([
  [3, "0", "7", false, false, "No, 3 members or fewer"],
  [4, "0", "0", true, false, "Yes, more than 3 members"],
  [4, "9", "0", true, false, "Yes, more than 9"],
  [4, "9", "1000", true, false, "Yes, more than 9 with 1,000 of the last 30 days"],
  [4, "9", "2.5", false, false, "No, not more than 9 with 2.5 of the last 30 days"],
  [4, "9", "1000", false, true, "Yes, and it has passed"],
  [4, "0", "0", false, false, "No, it is owed by the terms of its bond", true]
])(
  "the reason for a vote, with %i members, %s free and %s paid before",
  (members, freePayout, paidFreely, needsVote, isVoted, said, isOwed = false) => {
    assert.strictEqual(voteReason({ members, freePayout, paidFreely, needsVote, isVoted, isOwed }), said)
  }
)

describeOnBothDatabases("preparing a payout", (database) => {
  it.effect("accepts a list once every line is right, and reports concurrent corrections", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const distributions = yield* Distributions
      const repo = yield* DistributionsRepo
      const draft = yield* draftOf(place, `${person(0).account},1\nnobody,2`)
      assert.deepInclude(draft, { number: 1, rowsReady: 1, rowsWrong: 1, total: AmountText.make("1"), state: "draft" })
      assert.match((yield* Effect.flip(distributions.accept(draft, false))).message, /^1 line has an error/)
      const against = { divisibility: 2, own: [] }
      yield* distributions.edit(draft, draft.version, (rows) => checkRows(excludeWrong(rows), against))
      const stale = yield* Effect.flip(distributions.edit(draft, draft.version, Effect.succeed))
      assert.strictEqual(stale._tag, "StaleDistribution")
      yield* distributions.accept(draft, false)
      const approved = yield* repo.findOrFail(place.community.id, 1)
      assert.deepInclude(approved, { state: "approved", rowsWrong: 0, rowsExcluded: 1 })
      assert.match(approved.digest ?? "", /^[0-9a-f]{64}$/)
      const over = yield* Effect.flip(distributions.edit(approved, approved.version, Effect.succeed))
      assert.strictEqual(over.message, "This payout is approved; changing its rows is no longer possible.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("does not loosen a limit because of a stored total that cannot be read, and names its row", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const approvals = yield* PayoutApprovals
      const sql = yield* SqlClient.SqlClient
      const { communityId, id, resource } = yield* draftOf(place, `${person(0).account},1`)
      yield* sql`UPDATE distributions SET started_at = 1, total = '400.5' WHERE id = ${id}`
      assert.strictEqual((yield* approvals.paidFreely(communityId, resource)) as string, "400.5")
      yield* sql`UPDATE distributions SET total = '400,5' WHERE id = ${id}`
      const died = yield* Effect.flip(Effect.sandbox(approvals.paidFreely(communityId, resource)))
      assert.include(Cause.pretty(died), `distributions ${id}: total: "400,5" is not a decimal amount`)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("accepts 10,000 lines and no more, none of them empty", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const many = (n: number) => Array.from({ length: n }, () => "nobody,1").join("\n")
      assert.deepInclude(yield* draftOf(place, many(10_000)), { rowsTotal: 10_000, rowsWrong: 10_000 })
      assert.strictEqual(
        (yield* Effect.flip(draftOf(place, many(10_001)))).message,
        "At most 10,000 rows. Split the file."
      )
      assert.strictEqual((yield* Effect.flip(draftOf(place, ""))).message, "The list is empty.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("pays by rule: seven members, equal parts of 1,000, two decimals; a role; holders; by weight", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { community, treasury } = place
      for (let seed = 0; seed < 7; seed++) {
        yield* join(community.id, person(seed).account, { role: seed === 0 ? "moderator" : "member", weight: seed })
      }
      const all = { who: "all", which: "", how: "equal", pool: AmountText.make("1000") } as const
      const equal = yield* ruleRows(community, treasury, all, 2)
      assert.lengthOf(equal.lines, 7)
      assert.isTrue(equal.lines.every(({ amount }) => amount === "142.85"))
      assert.strictEqual(equal.remainder, "0.05")
      const role = yield* ruleRows(community, treasury, { ...all, who: "role", which: "moderator" }, 2)
      assert.deepStrictEqual(
        role.lines.map(({ account, amount }) => [account, amount]),
        [[person(0).account, "1000"]]
      )
      const assigned = { ...community, governance: { ...community.governance, weightMode: "assigned" as const } }
      const weighed = yield* ruleRows(assigned, treasury, { ...all, how: "weight", pool: AmountText.make("42") }, 2)
      assert.deepStrictEqual(
        weighed.lines.map(({ amount }) => Number(amount)).sort((a, b) => a - b),
        [2, 4, 6, 8, 10, 12]
      )
      const holders = yield* Effect.flip(ruleRows(community, treasury, { ...all, who: "holders" }, 2))
      assert.strictEqual(holders.message, "This rule pays nobody.")
      const voters = yield* Effect.flip(ruleRows(community, treasury, { ...all, who: "voters", which: "3" }, 2))
      assert.strictEqual(voters.message, "Nobody voted on proposal 3.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("pays the voters of a proposal by rule, and nobody who did not vote or voted on another", () =>
    Effect.gen(function* () {
      const { community, treasury } = yield* garden
      const [one, two, three] = [person(1), person(2), person(3)]
      yield* voted(community.id, 1, [
        [one.account, 1],
        [two.account, null]
      ])
      yield* voted(community.id, 2, [[three.account, 1]])
      const rule = { who: "voters", which: "1", how: "equal", pool: AmountText.make("10") } as const
      const { lines } = yield* ruleRows(community, treasury, rule, 2)
      assert.deepStrictEqual(lines, [{ line: 1, account: one.account, amount: "10", note: "" }])
      // Nobody is omitted silently: a list that is too long is written as it is, and then refused.
      const many = Array.from({ length: MOST_ROWS + 1 }, (_, at) => [`account${at}`, 1] as const)
      yield* voted(community.id, 3, many)
      const long = { ...rule, which: "3", pool: AmountText.make(String(MOST_ROWS + 1)) }
      assert.lengthOf((yield* ruleRows(community, treasury, long, 2)).lines, MOST_ROWS + 1)
    }).pipe(Effect.provide(world(database)))
  )

  const submitting = (place: Garden) =>
    Effect.gen(function* () {
      const { id } = place.community
      const sql = yield* SqlClient.SqlClient
      const post = (number: number, intent: string) =>
        Effect.gen(function* () {
          const token = yield* signIn(ADA)
          const ended = yield* Effect.either(
            visitInside({ id, token, path: `?d=${number}`, form: { intent } }, distributionAction)
          )
          return Either.isRight(ended) ? ended.right.data.message : ""
        })
      const rule = (freePayout: string | undefined, members = 4) =>
        sql`UPDATE communities SET member_count = ${members},
          governance = ${JSON.stringify({ ...place.community.governance, freePayout })} WHERE id = ${id}`
      const stateOf = (number: number) =>
        Effect.flatMap(DistributionsRepo, (repo) => Effect.map(repo.findOrFail(id, number), ({ state }) => state))
      /** A list with one line, accepted; returns its state afterwards. */
      const listed = (number: number, amount: string) =>
        Effect.gen(function* () {
          yield* draftOf(place, `${person(0).account},${amount}`)
          assert.strictEqual(yield* post(number, "accept"), "")
          return yield* stateOf(number)
        })
      return { post, rule, stateOf, listed }
    })
  const WithIdempotency = Layer.provideMerge(Idempotency.Default, world(database))

  it.effect("needs a vote only above the amount that the community has set, also after the rule has changed", () =>
    Effect.gen(function* () {
      const { listed, post, rule, stateOf } = yield* submitting(yield* garden)
      yield* rule("5")
      assert.strictEqual(yield* listed(1, "5"), "approved")
      assert.strictEqual(yield* listed(2, "5.01"), "checked")
      yield* rule("4.5")
      const refused = "A vote has to approve this payout first. It pays more than 4.5 GRD."
      assert.strictEqual(yield* post(1, "start"), refused)
      yield* rule(undefined)
      assert.strictEqual(yield* post(1, "start"), "A vote has to approve this payout first.")
      assert.strictEqual(yield* stateOf(1), "approved")
      yield* rule(undefined, 3)
      assert.strictEqual(yield* post(1, "start"), "")
      assert.strictEqual(yield* stateOf(1), "running")
    }).pipe(Effect.provide(WithIdempotency))
  )

  it.effect("counts small payouts of 30 days together, and offers a vote for the one beyond the limit", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { listed, post, rule, stateOf } = yield* submitting(place)
      const sql = yield* SqlClient.SqlClient
      yield* rule("5")
      for (const number of [1, 2, 3]) assert.strictEqual(yield* listed(number, "2"), "approved")
      // Two at the same moment: the second counts the first.
      assert.deepStrictEqual(yield* Effect.all([post(1, "start"), post(2, "start")], { concurrency: 2 }), ["", ""])
      const refused =
        "A vote has to approve this payout first. Together with 4 GRD paid without a vote in the last 30 days it is more than 5 GRD."
      assert.strictEqual(yield* post(3, "start"), refused)
      assert.strictEqual(yield* listed(4, "1.01"), "checked")
      // Another token, and what a vote approved, are counted separately.
      yield* sql`UPDATE distributions SET resource = 'other' WHERE number = 1`
      assert.strictEqual(yield* listed(5, "3"), "approved")
      yield* sql`UPDATE distributions SET proposal_id = 'voted' WHERE number = 2`
      assert.strictEqual(yield* listed(6, "5"), "approved")
      yield* sql`UPDATE distributions SET resource = ${place.treasury.token}, proposal_id = NULL WHERE number < 3`

      const number = 3
      const page = yield* visitInside(
        { id: place.community.id, token: yield* signIn(ADA), path: "?d=3" },
        distributionPage
      )
      assert.deepInclude(page, { needsVote: true, paidFreely: "4", preview: null })
      assert.strictEqual(yield* post(number, "put-to-vote"), "")
      assert.strictEqual(yield* stateOf(number), "checked")
      assert.strictEqual(yield* post(number, "start"), "This payout is checked; starting it is no longer possible.")
      yield* TestClock.adjust("31 days")
      assert.strictEqual(yield* listed(7, "5"), "approved")
      assert.strictEqual(yield* post(7, "start"), "")
      // Stopping does not get around it: the rest may be paid at any time.
      assert.strictEqual(yield* post(7, "stop"), "")
      assert.match(yield* post(6, "start"), /Together with 5 GRD paid without a vote in the last 30 days/)
    }).pipe(Effect.provide(WithIdempotency))
  )

  it.effect("accepts a vote for exactly these rows of this payout, and nothing else", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { community } = place
      const distributions = yield* Distributions
      const repo = yield* DistributionsRepo
      const sql = yield* SqlClient.SqlClient
      const draft = yield* draftOf(place, `${person(0).account},1\n${person(1).account},2`)
      yield* distributions.accept(draft, true)
      const checked = yield* repo.findOrFail(community.id, draft.number)
      assert.strictEqual(checked.state, "checked")
      const started = yield* Effect.flip(distributions.start(checked, 40, 1))
      assert.strictEqual(started._tag, "WrongState")

      const id = yield* distributions.putToVote(checked, community, ADA)
      const [kept] = yield* sql<{ readonly action: string }>`SELECT action FROM proposal_drafts WHERE id = ${id}`
      const action: Parameters<typeof actionWords>[0] = JSON.parse(kept?.action ?? "{}")
      assert.strictEqual(action.hash, checked.digest)
      assert.deepStrictEqual(actionWords(action), ["Pays 2 accounts 3 GRD in all: Harvest share."])
      assert.isTrue(Option.isNone(yield* (yield* PayoutApprovals).of(community.id, action.hash)))

      // The same rows again are another payout: no vote is used twice.
      const twin = yield* planned(place, [
        [person(0).account, ONE],
        [person(1).account, 2n * ONE]
      ])
      assert.notStrictEqual(twin.digest, checked.digest)
      yield* distributions.reopen(checked)
      const reopened = yield* repo.findOrFail(community.id, draft.number)
      assert.deepInclude(reopened, { state: "draft", digest: null })
    }).pipe(Effect.provide(world(database)))
  )
})
