/** The demo's votes: created once by the real flows, each at its intended stage, and countable by anybody. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { ballotsJson } from "~/effects/governance/votes/pages/ballotFile.server"
import { demoAccount } from "~/effects/local/seed/accounts"
import { bringVote, orderEvents } from "~/effects/local/seed/bringVotes.server"
import { DemoSeedLive, demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { memberVotes, tokenVote } from "~/effects/local/seed/demoVotes"
import { askNewcomers } from "~/effects/local/seed/newcomerVotes.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { describeOnBothDatabases } from "../../../databases"
import { join } from "../../communities/communities/world"
import { settings } from "../../people/signup/world"
import { testSite } from "../votes/world"
import { asked, HOUR, ledgerTime, TODAY, TOKEN, world } from "./world"

const OMF: Readonly<Record<string, string>> = {
  "Anton Reiter": "140000",
  "Ines Carvalho": "62000",
  "Oskar Nyman": "119500"
}

describeOnBothDatabases("The demo's votes", (database) => {
  const byAccount = new Map(Object.entries(OMF).map(([name, amount]) => [demoAccount(name), amount]))
  const balancesOf = (_: string, accounts: ReadonlyArray<AccountAddress>) =>
    Effect.succeed({
      time: ledgerTime,
      byAccount: new Map(accounts.map((account) => [account, AmountText.make(byAccount.get(account) ?? "1000")]))
    })
  const Base = Layer.mergeAll(Statements.Default, Leases.Default, UploadStore.layerMemory).pipe(
    Layer.provideMerge(
      world(database, { currentState: () => Effect.succeed({ time: ledgerTime, epoch: 40 }), balancesOf })
    )
  )
  const brought = Effect.gen(function* () {
    yield* TestClock.setTime(TODAY)
    const site = { dAppDefinitionAddress: testSite.dAppDefinitionAddress, appOrigin: testSite.origin }
    yield* Effect.scoped(Layer.build(Layer.provide(DemoSeedLive, settings({ seed: "demo", ...site }))))
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE communities SET token_resource = ${TOKEN}, token_symbol = 'OMF'
      WHERE id = ${demoCommunityId("open-maps")}`
    yield* Effect.forEach([...memberVotes, tokenVote], (vote) => bringVote(vote), { discard: true })
  })
  const rowOf = (slug: string, number: number) =>
    Effect.flatMap(ProposalsRepo, (repo) => Effect.orDie(repo.findOrFail(demoCommunityId(slug), number, null)))

  it.effect(
    "match docs/product/publishing.md, count again, and are reported at their own times",
    () =>
      Effect.gen(function* () {
        yield* brought
        yield* Effect.forEach([...memberVotes, tokenVote], (vote) => bringVote(vote), { discard: true })
        const states = yield* Effect.forEach(
          [
            ["riverside-garden", 1],
            ["riverside-garden", 2],
            ["riverside-garden", 3],
            ["night-film", 1],
            ["solar-roof", 1],
            ["open-maps", 1]
          ] as const,
          ([slug, number]) =>
            Effect.gen(function* () {
              const row = yield* rowOf(slug, number)
              const response = yield* Effect.provideService(
                ballotsJson,
                RouteArgs,
                asked(`/explore/${slug}/proposals/${number}/ballots.json`, { slug, n: String(number) })
              )
              const report = yield* Effect.promise(async () => checkFile(await response.text()))
              assert.isTrue(report.holds, `${slug} ${number}: ${report.verdict} ${report.detail}`)
              assert.isNotNull(row.signed)
              return [row.status, row.sums?.ballots, report.verdict.replace(/^.*check out\. /, "")]
            })
        )
        assert.deepStrictEqual(states, [
          ["passed", 6, "The result is Yes."],
          ["passed", 5, "The result is Compost for the upper beds."],
          ["active", 7, "The vote is open; the result so far is Yes."],
          ["passed", 19, "The result is The Ferryman's Winter."],
          ["active", 6, "The vote is open; the result so far is not passed."],
          ["active", 6, "The vote is open; the result so far is Yes."]
        ])
        const film = yield* rowOf("night-film", 1)
        assert.strictEqual(film.closesAt, TODAY - 216 * HOUR)
        assert.deepStrictEqual([film.tally?.voters, film.tally?.rounds.length], [18, 4])
        const tank = yield* rowOf("riverside-garden", 3)
        assert.strictEqual(tank.sums?.weightCast, "40")
        assert.isNotNull(tank.threadNumber)

        yield* orderEvents
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql<{ readonly at: number; readonly communityId: string }>`
        SELECT community_id, at FROM activity_events ORDER BY community_id, seq`
        const misplaced = events.filter(
          ({ at, communityId }, index) =>
            events[index - 1]?.communityId === communityId && Number(events[index - 1]?.at) > Number(at)
        )
        assert.deepStrictEqual(misplaced, [])
        const gaps = yield* sql`SELECT c.slug FROM communities c WHERE c.activity_seq <>
        (SELECT COALESCE(MAX(e.seq), 0) FROM activity_events e WHERE e.community_id = c.id)`
        assert.deepStrictEqual(gaps, [])
        const late = yield* sql`SELECT at FROM activity_events WHERE at > ${TODAY}`
        assert.deepStrictEqual(late, [])
        const wrong = yield* sql`SELECT slug FROM communities c WHERE open_proposals <>
        (SELECT COUNT(*) FROM proposals p WHERE p.community_id = c.id AND p.status = 'active')`
        assert.deepStrictEqual(wrong, [])
      }).pipe(Effect.provide(Base)),
    120_000
  )

  it.effect(
    "open a vote for new members of the film club immediately, with all who joined by then, at most three times",
    () =>
      Effect.gen(function* () {
        yield* brought
        const sql = yield* SqlClient.SqlClient
        const club = demoCommunityId("night-film")
        const opened = sql<{ readonly number: number; readonly title: string }>`
          SELECT number, title FROM proposals WHERE community_id = ${club} AND status = 'active' ORDER BY number`
        yield* askNewcomers
        assert.deepStrictEqual(yield* opened, [], "nobody is new")
        for (const [index, name] of ["Ada", "Ben", "Cas", "Dia"].entries()) {
          yield* TestClock.adjust("1 minute")
          yield* join(club, demoAccount(name), { joinedAt: TODAY + (index + 1) * 60_000 })
          yield* TestClock.adjust("1 second")
          yield* askNewcomers
          yield* askNewcomers
        }
        const votes = yield* opened
        assert.deepStrictEqual(
          votes.map(({ title }) => title),
          [1, 2, 3].map((n) => `Which short film goes first? (round ${n})`)
        )
        const may = (number: number) =>
          Effect.map(
            sql<{ readonly account: string }>`SELECT v.account_address AS account FROM voters v
              JOIN proposals p ON p.id = v.proposal_id WHERE p.community_id = ${club} AND p.number = ${number}`,
            (rows) => ["Ada", "Ben"].map((name) => rows.some(({ account }) => account === demoAccount(name)))
          )
        assert.deepStrictEqual(yield* may(votes[0]?.number ?? 0), [true, false])
        assert.deepStrictEqual(yield* may(votes[1]?.number ?? 0), [true, true])
      }).pipe(Effect.provide(Base)),
    120_000
  )
})
