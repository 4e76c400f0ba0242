import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, FastCheck, Layer, Schema } from "effect"
import { JoinPolicy, type NewCommunity, Stage, Visibility } from "~/effects/access/Community"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Communities, type ListQuery, PAGE_SIZE } from "~/effects/communities/communities/Communities.server"
import type { CommunityCard } from "~/effects/communities/communities/cards"
import { everything, sorts } from "~/effects/communities/communities/query"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { found, join, nothingDone, world } from "./world"

const TAGS = ["Film", "Food", "Energy"] as const
const WORDS = ["Garden", "Café", "night", "Ünder", "100%", "o_o", "co-op"]

/** Few different values, so that many rows share one and the id decides the order. */
const Some = Schema.Struct({
  words: Schema.Array(Schema.Literal(...WORDS)).pipe(Schema.minItems(1), Schema.maxItems(3)),
  tags: Schema.Array(Schema.Literal(...TAGS)).pipe(Schema.maxItems(3)),
  visibility: Visibility,
  stage: Stage,
  joinPolicy: JoinPolicy,
  at: Schema.Int.pipe(Schema.between(1, 4)),
  members: Schema.Int.pipe(Schema.between(0, 2)),
  votes: Schema.Int.pipe(Schema.between(0, 1)),
  sales: Schema.Int.pipe(Schema.between(0, 1))
})
type Some = typeof Some.Type

const Asked = Schema.Struct({
  q: Schema.Literal(
    "",
    "garden",
    "CAFE",
    "café gard",
    "under",
    "100%",
    "o_o",
    "%",
    "_",
    "co op",
    "' OR 1=1 --",
    "film"
  ),
  tags: Schema.Array(Schema.Literal(...TAGS)).pipe(Schema.maxItems(2)),
  policy: Schema.NullOr(JoinPolicy),
  hasOpenVote: Schema.Boolean,
  hasOpenSale: Schema.Boolean,
  sort: Schema.Literal(...sorts)
})

/** The second implementation: filters and sorts a list in memory, by other means than the first. */
type Known = NewCommunity & Pick<Some, "members" | "votes" | "sales">
const bare = (text: string) =>
  [...text.normalize("NFD")]
    .filter((letter) => !/[\u0300-\u036f]/.test(letter))
    .join("")
    .toLowerCase()
const naive = (all: ReadonlyArray<Known>, asked: ListQuery): ReadonlyArray<string> => {
  const words = bare(asked.q)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
  const order = (one: Known, other: Known) => {
    const values = {
      active: other.activeAt - one.activeAt,
      newest: other.createdAt - one.createdAt,
      members: other.members - one.members,
      name: bare(one.name) < bare(other.name) ? -1 : bare(one.name) > bare(other.name) ? 1 : 0
    }
    const byId = one.id < other.id ? -1 : 1
    return values[asked.sort] || (asked.sort === "name" ? byId : -byId)
  }
  return all
    .filter(({ visibility }) => visibility === "public")
    .filter(({ stage }) => stage !== "draft" && stage !== "archived")
    .filter(({ joinPolicy }) => asked.policy === null || joinPolicy === asked.policy)
    .filter(({ votes }) => !asked.hasOpenVote || votes > 0)
    .filter(({ sales }) => !asked.hasOpenSale || sales > 0)
    .filter(({ tags }) => asked.tags.length === 0 || asked.tags.some((tag) => tags.includes(tag)))
    .filter(({ name, tagline, tags }) => {
      if (asked.q !== "" && words.length === 0) return false
      return words.every((word) => bare([name, tagline, ...tags].join(" ")).includes(word))
    })
    .sort(order)
    .map(({ slug }) => slug)
}

const settle = (rows: ReadonlyArray<Some>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* Effect.forEach(rows, (row, index) =>
      Effect.gen(function* () {
        const community = yield* found({
          slug: `community-${index}`,
          name: `${row.words.join(" ")} group`,
          tags: [...new Set(row.tags)],
          visibility: row.visibility,
          stage: row.stage,
          joinPolicy: row.joinPolicy,
          activeAt: row.at,
          createdAt: 5 - row.at
        })
        for (let n = 0; n < row.members; n++) yield* join(community.id, asAccount(`account_${n}`))
        yield* sql`UPDATE communities SET open_proposals = ${row.votes}, open_sales = ${row.sales} WHERE id = ${community.id}`
        return { ...community, members: row.members, votes: row.votes, sales: row.sales }
      })
    )
  })

/** Every page of a list, one after another. */
const readAll = (query: ListQuery, size: number) =>
  Effect.gen(function* () {
    const directory = yield* Communities
    const cards: Array<CommunityCard> = []
    let after: ListQuery["after"] = null
    do {
      const page: { cards: ReadonlyArray<CommunityCard>; next: ListQuery["after"] } = yield* directory.page(
        { ...query, after },
        size
      )
      assert.isAtMost(page.cards.length, size)
      cards.push(...page.cards)
      after = page.next
    } while (after !== null)
    return cards.map(({ slug }) => slug)
  })

describeOnBothDatabases("The directory", (database) => {
  const Live = world(database)

  it.effect("filters and sorts like a plain list, and its pages contain every row once", () =>
    Effect.gen(function* () {
      const [rows = []] = FastCheck.sample(FastCheck.array(Arbitrary.make(Some), { minLength: 70, maxLength: 70 }), {
        numRuns: 1
      })
      const all = yield* settle(rows)
      const questions = [
        ...sorts.map((sort) => ({ ...everything, sort })),
        ...FastCheck.sample(Arbitrary.make(Asked), 60).map((asked) => ({ ...everything, ...asked }))
      ]
      for (const question of questions) {
        const expected = naive(all, question)
        assert.deepEqual(yield* readAll(question, 4), expected, JSON.stringify(question))
        assert.deepEqual(yield* readAll(question, 7), expected, JSON.stringify(question))
      }
    }).pipe(Effect.provide(Live))
  )

  it.effect("keeps the totals of the listed communities, and shows them only for the unfiltered list", () =>
    Effect.gen(function* () {
      const communities = yield* Communities
      for (let n = 0; n < PAGE_SIZE + 1; n++) yield* found({ slug: `open-${n}`, activeAt: n })
      const hidden = yield* found({ slug: "quiet", visibility: "private" })
      const draft = yield* found({ slug: "not-yet", stage: "draft" })
      const first = yield* communities.explore(everything)
      assert.deepEqual([first.cards.length, first.total], [PAGE_SIZE, PAGE_SIZE + 1])
      const last = yield* communities.explore({ ...everything, after: first.next })
      assert.deepEqual([last.cards.length, last.next], [1, null])
      assert.isNull((yield* communities.explore({ ...everything, q: "community" })).total)

      const [some] = first.cards
      for (const id of [some?.id ?? "", hidden.id, draft.id]) {
        yield* join(id, asAccount("account_one"))
        yield* join(id, asAccount("account_two"), { status: "applied" })
      }
      assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: PAGE_SIZE + 1, memberships: 1 })
      const [largest] = (yield* communities.explore({ ...everything, sort: "members" })).cards
      assert.deepEqual([largest?.slug, largest?.members], [some?.slug, 1])
    }).pipe(Effect.provide(Live))
  )

  it.effect("gives an address to one community, and a membership to an account once", () =>
    Effect.gen(function* () {
      const communities = yield* Communities
      const { id } = yield* found({ slug: "taken" })
      assert.strictEqual((yield* Effect.flip(found({ slug: "taken" }))).message, "This address is taken.")
      yield* join(id, asAccount("account_one"))
      assert.strictEqual(
        (yield* Effect.flip(join(id, asAccount("account_one"), { status: "left" })))._tag,
        "AlreadyMember"
      )
      assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 1, memberships: 1 })
    }).pipe(Effect.provide(Live))
  )
})

describe("the directory's plans (SQLite)", () => {
  const Live = world(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))

  it.effect("never scan the table or sort", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const directory = yield* Communities
      const narrowed = { ...everything, q: "water", tags: ["Film", "Food"], policy: "open", hasOpenVote: true } as const
      const planOf = (statement: ReturnType<typeof directory.statement>) => {
        const [text, params] = statement.compile()
        return sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
      }
      /** Steps that would grow with the table. */
      const growing = /\bSCAN\b|TEMP B-TREE/
      const statements = sorts.flatMap((sort) => {
        const after = { value: sort === "name" ? "m" : 5, id: "aaaaaaaaaaaa" }
        const queries = [
          { ...everything, sort },
          { ...everything, sort, after },
          { ...narrowed, sort, after }
        ]
        return queries.map((query) => directory.statement(query, 21))
      })
      for (const statement of statements) {
        const steps = (yield* planOf(statement)).map(({ detail }) => detail)
        const isByIndex = steps.some((step) => /^SEARCH c USING INDEX communities_by_\w+ \(listed=\?/.test(step))
        assert.isTrue(isByIndex, steps.join("\n"))
        assert.isFalse(
          steps.some((step) => growing.test(step)),
          steps.join("\n")
        )
      }
      // Suggestions read only the most active communities: those are fetched by their index, then filtered.
      const steps = (yield* planOf(directory.suggestionsStatement(asAccount("account"), 100))).map(
        ({ detail }) => detail
      )
      assert.include(steps, "SEARCH communities USING INDEX communities_by_activity (listed=?)")
      assert.deepEqual(
        steps.filter((step) => growing.test(step)),
        ["SCAN c"]
      )
    }).pipe(Effect.provide(Live))
  )
})
