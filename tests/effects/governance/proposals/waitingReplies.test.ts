import { SqlClient, Statement } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import type { WaitingReply } from "~/effects/conversation/discussion/firstPosts"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { FirstPosts } from "~/effects/conversation/moderation/FirstPosts.server"
import { emptyValues } from "~/effects/governance/proposals/forms"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import {
  draftTargetOf,
  proposalsPage,
  replyPlace,
  targetOf
} from "~/effects/governance/proposals/pages/proposals.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { describeOnBothDatabases } from "../../../databases"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { club, NAMES, propose, rowOf, rules, voter, world } from "./world"

const wordsOf = (waiting: ReadonlyArray<WaitingReply>) => waiting.map(({ text }) => JSON.stringify(text))

describeOnBothDatabases("Waiting replies on a proposal", (database) => {
  const Live = Layer.mergeAll(
    FirstPosts.Default,
    ProposalDrafts.Default,
    PreparedTransactions.Default,
    TreasuryHolders.Default
  ).pipe(Layer.provideMerge(world(database)))

  /** A club in which the first post of a member waits, and its people as the pages see them. */
  const scene = Effect.gen(function* () {
    const id = yield* club()
    const tokens = Object.fromEntries(
      yield* Effect.forEach(NAMES, (name) => Effect.map(signIn(voter(name).account), (token) => [name, token] as const))
    )
    const ask = <A, E, R>(program: Effect.Effect<A, E, R>, name: string | null, query = "") =>
      visit(`/${query}`, program, {
        params: { id },
        ...(name === null ? {} : { token: tokens[name] ?? assert.fail(name) })
      }).pipe(Effect.map(({ value }) => value))
    const firstPosts = yield* FirstPosts
    yield* firstPosts.setRule(yield* ask(inside, "Ana"), 1)
    /** Both what is waiting and what was typed. */
    const own = (name: string | null, query: string) =>
      Effect.map(ask(proposalsPage, name, query), (page) =>
        page.view === "proposal" || page.view === "draft"
          ? { draft: page.draft, waiting: page.waiting }
          : assert.fail(page.view)
      )
    return { ask, firstPosts, id, own }
  })

  it.effect("are shown at their place to their author alone, with the unsent reply and no statement more", () =>
    Effect.gen(function* () {
      const { ask, firstPosts, id, own } = yield* scene
      const sql = yield* SqlClient.SqlClient
      const { number } = yield* propose(id)
      const target = targetOf(yield* rowOf(id, number))
      const query = `?p=${number}`
      const nothing = { draft: null, waiting: [] }
      const ben = yield* ask(inside, "Ben")
      const [one = "", two = ""] = yield* Effect.forEach(["One", "Two"], (body) =>
        Effect.flatMap(NewComments, (comments) => comments.add(ben, target, { body, parent: "" }, null))
      )
      const counted = (program: typeof proposalsPage) => {
        let many = 0
        const count = Statement.withTransformer((statement: Statement.Statement<unknown>) =>
          Effect.sync(() => {
            many++
            return statement
          })
        )
        return Effect.map(count(ask(program, "Cho", query)), () => many)
      }
      const before = yield* counted(proposalsPage)
      assert.deepEqual(yield* own("Cho", query), nothing)

      const cho = yield* ask(inside, "Cho")
      assert.isTrue(yield* firstPosts.mustWait(cho))
      yield* firstPosts.submitComment(cho, target, { body: "To one", parent: one }, null)
      yield* TestClock.adjust("1 minute")
      yield* firstPosts.submitComment(cho, target, { body: "At the end", parent: "" }, null)
      yield* (yield* Drafts).change(voter("Cho").account, replyPlace(id, number), () => ({ body: "Begun" }))
      const { draft, waiting } = yield* own("Cho", query)
      assert.deepInclude(draft, { data: { body: "Begun" }, version: 1 })
      assert.deepEqual(
        waiting.map(({ after, isReply }) => [after, isReply]),
        [
          [one, true],
          [null, false]
        ]
      )
      assert.include(wordsOf(waiting)[0], "To one")
      assert.include(wordsOf(waiting)[1], "At the end")
      assert.notStrictEqual(waiting[0]?.after, two)
      assert.strictEqual(yield* counted(proposalsPage), before)
      for (const other of ["Ana", "Ben", "Dev", null])
        assert.deepEqual(yield* own(other, query), nothing, String(other))
      yield* sql`UPDATE waiting_posts SET refused_at = 1, refusal = 'No' WHERE parent = ''`
      assert.lengthOf((yield* own("Cho", query)).waiting, 1)
      yield* sql`UPDATE memberships SET status = 'suspended' WHERE account_address = ${voter("Cho").account}`
      assert.deepEqual(yield* own("Cho", query), nothing)
    }).pipe(Effect.provide(Live))
  )

  it.effect("are shown on a draft, too, as is what was typed there", () =>
    Effect.gen(function* () {
      const { ask, firstPosts, id, own } = yield* scene
      const drafts = yield* ProposalDrafts
      const draftId = ProposalId.make("draftabcdefg")
      const [ben, cho] = [voter("Ben").account, voter("Cho").account]
      const values = { ...emptyValues(rules()), title: "Buy a projector" }
      yield* drafts.save(id, ben, draftId, values, { version: 0, threadNumber: null })
      const row = yield* drafts.find(id, draftId, { account: ben, secret: null })
      const [target, query] = [draftTargetOf(row), `?draft=${draftId}&secret=${row.secret}`]
      yield* (yield* Drafts).change(cho, target.draftPlace ?? "", () => ({ body: "Begun" }))
      const typed = yield* own("Cho", query)
      assert.deepInclude(typed.draft, { data: { body: "Begun" } })
      yield* firstPosts.submitComment(yield* ask(inside, "Cho"), target, { body: "A lamp, too?", parent: "" }, null)
      const { waiting } = yield* own("Cho", query)
      assert.lengthOf(waiting, 1)
      assert.include(wordsOf(waiting)[0], "A lamp, too?")
      for (const other of ["Ben", "Dev"]) assert.deepEqual(yield* own(other, query), { draft: null, waiting: [] })
    }).pipe(Effect.provide(Live))
  )
})
