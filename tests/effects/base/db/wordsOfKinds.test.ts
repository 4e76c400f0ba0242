/** Migration 143 renames columns and kinds: what rows hold stays, and kinds of the same name elsewhere do not change. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { notificationTypes, typeOf } from "~/effects/activity/notifications/kinds"
import { RENAMED_TYPES } from "~/effects/base/db/migrations/0143-words-of-kinds.server"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW } from "./oldRows"

const ANA = "account_a"
const NAMED = `"needed":2,"seats":["${ANA}"]`
/** A name of a token that contains the member's name, as JSON writes it. */
const QUOTED = String.raw`"symbol":"\"keepers\":"`

const transaction = (id: string, kind: string, detail: string) => ({
  id,
  communityId: "club",
  kind,
  related: id,
  idempotencyKey: id,
  account: ANA,
  manifest: "m",
  fingerprint: id,
  detail,
  state: "waiting",
  createdAt: NOW,
  updatedAt: NOW
})
const notification = (type: string) => ({
  accountAddress: ANA,
  id: type,
  type,
  communityId: "club",
  target: "/",
  text: type,
  importance: "normal",
  mergeKey: type,
  email: "now",
  createdAt: NOW
})
const draft = (place: string, data: string) => ({ accountAddress: ANA, place, data, version: 3, savedAt: NOW })
const logged = (targetType: string) => ({
  id: targetType,
  at: NOW,
  actor: ANA,
  act: "resend",
  summary: "",
  targetType,
  targetId: "e1",
  targetLabel: "letter",
  reason: "letter"
})

describeOnEmptyDatabases("kinds and columns named by the field's terms", (database) => {
  it.scoped("hold what they held before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0143")
      const types = [...RENAMED_TYPES.map(([before]) => before), "reply"]
      const item = { job: "sweep", piece: "t1", holder: "", leasedUntil: 0, nextAt: NOW, tries: 2, reason: "late" }
      const rows: ReadonlyArray<readonly [table: string, row: Record<string, string | number>]> = [
        ["communities", community("club")],
        ["work_items", item],
        ["ledger_followed", { communityId: "club", address: ANA, nextVersion: 9, lookedAt: NOW }],
        ...types.map((type) => ["notifications", notification(type)] as const),
        ...types.map((type) => ["mail_choices", { accountAddress: ANA, type, choice: "none" }] as const),
        ["operator_log", logged("letter")],
        ["operator_log", logged("account")],
        ["prepared_transactions", transaction("t1", "deploy", `{${QUOTED},"keepers":{${NAMED}}}`)],
        ["prepared_transactions", transaction("t2", "other", `{"keepers":{${NAMED}}}`)],
        ["drafts", draft("deploy/club", `{"needed":"2","keepers":"${ANA}"}`)],
        ["drafts", draft("deploy/maps", `{"keepers":"","signers":"${ANA}"}`)],
        ["drafts", draft("thread/club", `{"keepers":"${ANA}"}`)]
      ]
      for (const [table, row] of rows) yield* sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`
      yield* Effect.provide(Effect.void, MigrationsLive)

      const [work = {}] = yield* sql<Record<string, unknown>>`SELECT * FROM work_items`
      const { piece, ...rest } = item
      const asNumbers = { nextAt: Number(work.nextAt), leasedUntil: Number(work.leasedUntil), setAsideAt: null }
      assert.deepStrictEqual({ ...work, ...asNumbers }, { ...rest, item: piece, setAsideAt: null })
      const [followed] = yield* sql`SELECT next_version, polled_at FROM ledger_followed`
      assert.deepStrictEqual([Number(followed?.nextVersion), Number(followed?.polledAt)], [9, NOW])

      const now = ["delegation", "reply", "role", "signers"]
      const stored = yield* sql<{ readonly type: string; readonly text: string }>`
        SELECT type, text FROM notifications ORDER BY type`
      assert.deepStrictEqual(
        stored.map(({ type }) => type),
        now
      )
      for (const { text, type } of stored) assert.strictEqual(typeOf(text), type)
      assert.deepStrictEqual(
        (yield* sql<{ readonly type: string }>`SELECT type FROM mail_choices WHERE choice = 'none' ORDER BY type`).map(
          ({ type }) => type
        ),
        now
      )
      assert.includeMembers(
        notificationTypes.map((type) => `${type}`),
        now
      )
      assert.deepStrictEqual(
        (yield* sql`SELECT target_type, target_label, reason FROM operator_log ORDER BY id`).map((row) => ({ ...row })),
        [
          { targetType: "account", targetLabel: "letter", reason: "letter" },
          { targetType: "email", targetLabel: "letter", reason: "letter" }
        ]
      )
      const details = yield* sql<{ readonly detail: string }>`SELECT detail FROM prepared_transactions ORDER BY id`
      assert.deepStrictEqual(
        details.map(({ detail }) => detail),
        [`{${QUOTED},"signers":{${NAMED}}}`, `{"keepers":{${NAMED}}}`]
      )
      const drafts = yield* sql<{ readonly data: string }>`SELECT data FROM drafts ORDER BY place`
      assert.deepStrictEqual(
        drafts.map(({ data }) => data),
        [`{"needed":"2","signers":"${ANA}"}`, `{"keepers":"","signers":"${ANA}"}`, `{"keepers":"${ANA}"}`]
      )
    }).pipe(Effect.provide(database))
  )
})
