/** Migration 89 renames tables: every row, key and reference stays. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { RENAMED } from "~/effects/base/db/migrations/0089-terms-of-the-field.server"
import { migrateBefore } from "~/effects/base/db/migrations/index.server"
import { readTables } from "~/effects/base/db/schemaFacts.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW, vote } from "./oldRows"

const club = { communityId: "club" }
const rows: Readonly<Record<string, Record<string, string | number>>> = {
  keeper_rules: { ...club, needed: 2, txId: "txid_1", stateVersion: 1, updatedAt: NOW },
  keeper_seats: { ...club, badgeId: "#1#", account: "account_a", since: NOW },
  keeper_acts: {
    ...club,
    id: "act1",
    number: 1,
    kind: "payment",
    payload: "{}",
    digest: "d",
    onceKey: "k",
    account: "account_a",
    state: "waiting",
    signers: "[]",
    parts: "[]",
    createdAt: NOW,
    updatedAt: NOW
  },
  keeper_answers: { actId: "act1", badgeId: "#1#", account: "account_a", answer: "refused", createdAt: NOW },
  keeper_comments: { id: "c1", actId: "act1", account: "account_a", text: "Why?", createdAt: NOW },
  loans: { ...club, lender: "account_a", kind: "rule", delegate: "account_b", digest: "d", madeAt: NOW, untilAt: NOW },
  vote_loans: { proposalId: "vote1", lender: "account_a", delegate: "account_b", digest: "d", signed: "{}" },
  job_pieces: { job: "j", piece: "p", holder: "", leasedUntil: 0, nextAt: NOW, tries: 1, reason: "away" },
  ledger_steps: {
    ...club,
    id: "step1",
    kind: "pay",
    related: "r",
    onceKey: "k",
    account: "account_a",
    manifest: "m",
    fingerprint: "f",
    detail: "{}",
    state: "waiting",
    createdAt: NOW,
    updatedAt: NOW
  },
  step_leases: {
    ...club,
    onceKey: "k",
    topic: "t",
    account: "account_a",
    holder: "h",
    leasedAt: NOW,
    leasedUntil: NOW,
    moves: 1
  },
  submit_keys: { keyHash: "k", contentHash: "c", answer: "{}", createdAt: NOW },
  site_switches: { name: "bonds", reason: "A look at it.", since: NOW },
  tellings: { targetType: "proposal", targetId: "vote1", untilSeq: 1, toldAccount: "account_a" },
  turns: { key: "t", takenAt: NOW },
  wishes: { account: "account_a", item: "i", createdAt: NOW },
  wish_counts: { item: "i", people: 1 },
  standings: { proposalId: "vote1", seq: 0, head: "h", sums: "{}" }
}

describeOnEmptyDatabases("tables named by the field's terms", (database) => {
  it.scoped("have the same rows, keys and references as before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0089")
      yield* sql`INSERT INTO communities ${sql.insert(community("club"))}`
      yield* sql`INSERT INTO proposals ${sql.insert(vote(1))}`
      const conversation = { targetType: "proposal", targetId: "vote1", communityId: "club", lastSeq: 1, lastAt: NOW }
      yield* sql`INSERT INTO conversations ${sql.insert(conversation)}`
      const delegation = { ...club, digest: "d", seq: 1, lender: "account_a", delegate: "account_b", kinds: "[]" }
      yield* sql`INSERT INTO delegations ${sql.insert({ ...delegation, untilAt: NOW, signed: "{}", madeAt: NOW })}`
      assert.deepStrictEqual(Object.keys(rows).sort(), Object.keys(RENAMED).sort(), "each table has a row here")
      const before: Record<string, unknown> = {}
      for (const [name, row] of Object.entries(rows)) {
        yield* sql`INSERT INTO ${sql(name)} ${sql.insert(row)}`
        before[name] = yield* sql`SELECT * FROM ${sql(name)}`
      }
      const keysBefore = new Map((yield* readTables).map(({ columns, key, name }) => [name, { columns, key }]))
      yield* migrateBefore("0103") // which renames columns
      const keysNow = new Map((yield* readTables).map(({ columns, key, name }) => [name, { columns, key }]))
      for (const [old, now] of Object.entries(RENAMED)) {
        assert.isFalse(keysNow.has(old), old)
        assert.deepStrictEqual(keysNow.get(now), keysBefore.get(old), now)
        assert.deepStrictEqual(yield* sql`SELECT * FROM ${sql(now)}`, before[old], now)
      }
      // References still work: deleting a community deletes what belongs to it.
      yield* sql`DELETE FROM communities WHERE id = 'club'`
      const ofClub = ["signer_rules", "signers", "approval_requests", "approval_answers", "approval_comments"]
      for (const name of [
        ...ofClub,
        "active_delegations",
        "vote_delegations",
        "prepared_transactions",
        "vote_tallies"
      ]) {
        assert.deepStrictEqual(yield* sql`SELECT * FROM ${sql(name)}`, [], name)
      }
    }).pipe(Effect.provide(database))
  )
})
