/** Migration 95 folds the stored texts of searches as `fold` does now, in pieces. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW, vote } from "./oldRows"

const CLUB = "club"
const thread = (n: number) => ({
  id: `thread${String(n).padStart(4, "0")}`,
  communityId: CLUB,
  number: n,
  author: "account_a",
  title: "Straße",
  body: "",
  mentions: "[]",
  searchText: "straße",
  category: "general",
  state: "open",
  shown: "visible",
  lastActivityAt: NOW,
  createdAt: NOW,
  updatedAt: NOW
})
const empty = {
  nonce: "",
  castAt: "",
  digest: "",
  curve: "",
  publicKey: "",
  signature: "",
  prevHash: "",
  entryHash: ""
}
const ballot = (seq: number, reasonKey: string) => ({
  ...empty,
  proposalId: "vote1",
  seq,
  accountAddress: "account_a",
  choice: "yes",
  choiceKey: "yes",
  reason: "",
  reasonKey,
  weight: "1"
})

describeOnEmptyDatabases("the stored texts of searches", (database) => {
  it.scoped("are folded once more, all of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0095")
      const texts = { nameKey: "łodz", searchText: "łodz\nsøren", name: "Łódź" }
      yield* sql`INSERT INTO communities ${sql.insert({ ...community(CLUB), ...texts })}`
      yield* sql`INSERT INTO threads ${sql.insert(Array.from({ length: 501 }, (_, n) => thread(n + 1)))}`
      yield* sql`INSERT INTO proposals ${sql.insert({ ...vote(1), searchText: "ægir\nplain" })}`
      yield* sql`INSERT INTO ballots ${sql.insert([ballot(1, "größe"), ballot(2, "plain"), ballot(3, "đak")])}`
      yield* Effect.provide(Effect.void, MigrationsLive)

      const stored = yield* sql`SELECT name, name_key, search_text FROM communities`
      assert.deepStrictEqual(stored, [{ name: "Łódź", nameKey: "lodz", searchText: "lodz\nsoren" }])
      const threads = yield* sql`SELECT search_text, COUNT(*) AS n FROM threads GROUP BY search_text`
      assert.deepStrictEqual(
        threads.map(({ n, searchText }) => [searchText, Number(n)]),
        [["strasse", 501]]
      )
      assert.deepStrictEqual(yield* sql`SELECT search_text FROM proposals`, [{ searchText: "aegir\nplain" }])
      const ballots = yield* sql`SELECT reason_key FROM ballots ORDER BY seq`
      assert.deepStrictEqual(
        ballots.map(({ reasonKey }) => reasonKey),
        ["grosse", "plain", "dak"]
      )
    }).pipe(Effect.provide(database))
  )
})
