/** From a list or a rule to an approved run: what is stored, what is refused, and what only a vote can approve. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, Option } from "effect"
import { templates } from "~/effects/communities/templates"
import { distributionAction } from "~/effects/distributions/actions.server"
import { approvalOf } from "~/effects/distributions/approval.server"
import { Distributions } from "~/effects/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/distributions/DistributionsRepo.server"
import { checkRows, excludeWrong } from "~/effects/distributions/list/checkRows"
import { readPayList } from "~/effects/distributions/list/payList"
import { ruleRows } from "~/effects/distributions/ruleRows.server"
import { needsVote, voteReason, voteRuleWords } from "~/effects/distributions/voteRule"
import { Once } from "~/effects/limits/Once.server"
import { actionWords } from "~/effects/proposals/action.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../databases"
import { join } from "../communities/world"
import { signIn } from "../dashboard/visits"
import { visitInside } from "../members/world"
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
      resource: treasury.token ?? "",
      symbol: "GRD",
      divisibility: 2,
      mode: "direct",
      recoverDays: 180,
      rule: null,
      record: null,
      remainder: "0",
      rows: checkRows(readPayList(text), { divisibility: 2, own: [treasury.treasury] })
    })
    return yield* repo.mustFind(community.id, number)
  })

it.each([
  [3, "0", "No vote is needed: this community has 3 members or fewer."],
  [4, "0", "A vote decides on every payout: this community has more than 3 members."],
  [4, "12345.5", "Up to 12,345.5 of a token is paid without a vote; above that, a vote decides."]
])("with %i members and %s free, the form says so", (members, freePayout, words) => {
  assert.strictEqual(voteRuleWords(members, freePayout), words)
  const community = { memberCount: members, governance: { ...templates.club.governance, freePayout } }
  assert.strictEqual(needsVote(community, "0"), members > 3 && freePayout === "0")
  assert.strictEqual(needsVote(community, "12345.51"), members > 3)
  assert.match(
    voteReason(members > 3, members, freePayout),
    members > 3 ? /^Yes, more than / : /^No, 3 members or fewer$/
  )
})

describeOnBothDatabases("preparing a payout", (database) => {
  it.effect("is accepted once every line is right; two who mend at once do not overwrite each other", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const distributions = yield* Distributions
      const repo = yield* DistributionsRepo
      const draft = yield* draftOf(place, `${person(0).account},1\nnobody,2`)
      assert.deepInclude(draft, { number: 1, rowsReady: 1, rowsWrong: 1, total: "1", state: "draft" })
      assert.match((yield* Effect.flip(distributions.accept(draft, false))).message, /^1 line needs you/)
      const against = { divisibility: 2, own: [] }
      yield* distributions.edit(draft, draft.version, (rows) => excludeWrong(rows, against))
      const stale = yield* Effect.flip(distributions.edit(draft, draft.version, (rows) => rows))
      assert.strictEqual(stale._tag, "StaleDistribution")
      yield* distributions.accept(draft, false)
      const approved = yield* repo.mustFind(place.community.id, 1)
      assert.deepInclude(approved, { state: "approved", rowsWrong: 0, rowsExcluded: 1 })
      assert.match(approved.digest ?? "", /^[0-9a-f]{64}$/)
      const over = yield* Effect.flip(distributions.edit(approved, approved.version, (rows) => rows))
      assert.strictEqual(over.message, "This distribution is approved; changing its rows is no longer possible.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("takes 2,000 lines and no more, none of them empty", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const many = (n: number) => Array.from({ length: n }, () => "nobody,1").join("\n")
      assert.deepInclude(yield* draftOf(place, many(2_000)), { rowsTotal: 2_000, rowsWrong: 2_000 })
      assert.strictEqual(
        (yield* Effect.flip(draftOf(place, many(2_001)))).message,
        "At most 2,000 rows. Split the file."
      )
      assert.strictEqual((yield* Effect.flip(draftOf(place, ""))).message, "The list is empty.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("by rule: seven members, equal parts of 1,000, two decimals; a role; holders; by weight", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { community, treasury } = place
      for (let seed = 0; seed < 7; seed++) {
        yield* join(community.id, person(seed).account, { role: seed === 0 ? "moderator" : "member", weight: seed })
      }
      const all = { who: "all", which: "", how: "equal", pool: "1000" } as const
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
      const weighed = yield* ruleRows(assigned, treasury, { ...all, how: "weight", pool: "42" }, 2)
      assert.deepStrictEqual(
        weighed.lines.map(({ amount }) => Number(amount)).sort((a, b) => a - b),
        [2, 4, 6, 8, 10, 12]
      )
      const holders = yield* Effect.flip(ruleRows(community, treasury, { ...all, who: "holders" }, 2))
      assert.strictEqual(holders.message, "By this rule nobody gets anything.")
      const voters = yield* Effect.flip(ruleRows(community, treasury, { ...all, who: "voters", which: "3" }, 2))
      assert.strictEqual(voters.message, "Nobody voted on proposal 3.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect(
    "up to the amount the community has set nobody votes; above it, and after the rule has changed, they do",
    () =>
      Effect.gen(function* () {
        const place = yield* garden
        const { id } = place.community
        const repo = yield* DistributionsRepo
        const sql = yield* SqlClient.SqlClient
        const token = yield* signIn(ADA)
        const post = (number: number, intent: string) =>
          Effect.map(
            Effect.either(visitInside({ id, token, path: `?d=${number}`, form: { intent } }, distributionAction)),
            (ended) => (Either.isRight(ended) ? ended.right.data.message : "")
          )
        const rule = (freePayout: string | undefined) =>
          sql`UPDATE communities SET member_count = 4,
          governance = ${JSON.stringify({ ...place.community.governance, freePayout })} WHERE id = ${id}`
        yield* rule("5")
        const stateOf = (number: number) => Effect.map(repo.mustFind(id, number), ({ state }) => state)
        for (const [number, amount, state] of [
          [1, "5", "approved"],
          [2, "5.01", "checked"]
        ] as const) {
          yield* draftOf(place, `${person(0).account},${amount}`)
          assert.strictEqual(yield* post(number, "accept"), "")
          assert.strictEqual(yield* stateOf(number), state)
        }
        yield* rule("4.5")
        const refused = "A vote has to approve this distribution first. It pays more than 4.5 GRD."
        assert.strictEqual(yield* post(1, "start"), refused)
        yield* rule(undefined)
        assert.strictEqual(yield* post(1, "start"), "A vote has to approve this distribution first.")
        assert.strictEqual(yield* stateOf(1), "approved")
        yield* sql`UPDATE communities SET member_count = 3 WHERE id = ${id}`
        assert.strictEqual(yield* post(1, "start"), "")
        assert.strictEqual(yield* stateOf(1), "running")
      }).pipe(Effect.provide(Layer.provideMerge(Once.Default, world(database))))
  )

  it.effect("a vote approves exactly these rows of this run, and nothing else", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { community } = place
      const distributions = yield* Distributions
      const repo = yield* DistributionsRepo
      const sql = yield* SqlClient.SqlClient
      const draft = yield* draftOf(place, `${person(0).account},1\n${person(1).account},2`)
      yield* distributions.accept(draft, true)
      const checked = yield* repo.mustFind(community.id, draft.number)
      assert.strictEqual(checked.state, "checked")
      const started = yield* Effect.flip(distributions.start(checked, 40, 1))
      assert.strictEqual(started._tag, "DistributionOver")

      const id = yield* distributions.putToVote(checked, community, ADA)
      const [kept] = yield* sql<{ readonly action: string }>`SELECT action FROM proposal_drafts WHERE id = ${id}`
      const action: Parameters<typeof actionWords>[0] = JSON.parse(kept?.action ?? "{}")
      assert.strictEqual(action.hash, checked.digest)
      assert.deepStrictEqual(actionWords(action), ["Pays 2 accounts 3 GRD in all: Harvest share."])
      assert.isTrue(Option.isNone(yield* approvalOf(community.id, action.hash)))

      // The same rows once more are another run: no vote is used twice.
      const twin = yield* planned(place, [
        [person(0).account, ONE],
        [person(1).account, 2n * ONE]
      ])
      assert.notStrictEqual(twin.digest, checked.digest)
      yield* distributions.reopen(checked)
      const reopened = yield* repo.mustFind(community.id, draft.number)
      assert.deepInclude(reopened, { state: "draft", digest: null })
    }).pipe(Effect.provide(world(database)))
  )
})
