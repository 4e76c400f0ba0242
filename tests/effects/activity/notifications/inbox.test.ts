import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { WaitingColumnsLive } from "~/effects/activity/agenda/needRows.server"
import { Inbox, PAGE_SIZE } from "~/effects/activity/notifications/Inbox.server"
import { unreadInWords } from "~/effects/activity/notifications/unread"
import { waiting } from "~/effects/people/wallet-session/visitor.server"
import { dashboardAction } from "~/effects/publishing/dashboard/pages/dashboard.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { settings } from "../../people/signup/world"
import { signIn, submitted, visit } from "../../publishing/dashboard/visits"
import { person, TODAY, world } from "../activity/world"

const ANA = asAccount("account_tdx_2_ana")
const BEN = asAccount("account_tdx_2_ben")

describeOnBothDatabases("Inbox", (database) => {
  const Live = NotificationLive.pipe(
    Layer.provideMerge(world(database)),
    Layer.provideMerge(settings()),
    Layer.provide(WaitingColumnsLive)
  )
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const idOf = (n: number) =>
    `entry${String.fromCharCode(97 + Math.floor(n / 26))}${String.fromCharCode(97 + (n % 26))}`.padEnd(20, "a")

  const unreadOf = (token: string) =>
    Effect.map(visit("/api/notifications", waiting, { token }), ({ value }) => value.unread)

  const notified = (account: string, count: number) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql`INSERT INTO notifications ${sql.insert(
          Array.from({ length: count }, (_, n) => ({
            accountAddress: account,
            id: idOf(n),
            type: "reply",
            target: "/userDashboard",
            text: `Reply ${n}`,
            importance: "normal",
            mergeKey: idOf(n),
            email: "none",
            createdAt: TODAY + Math.floor(n / 3) // some at the same moment
          }))
        )}`
    )

  it.effect("shows everything once, newest first, page by page", () =>
    scene(
      Effect.gen(function* () {
        yield* notified(ANA, 45)
        yield* notified(BEN, 2)
        const inbox = yield* Inbox
        const seen: Array<string> = []
        let after: string | null = null
        do {
          const page: { entries: ReadonlyArray<{ text: string }>; next: string | null } = yield* inbox.page(ANA, {
            after,
            unread: false
          })
          assert.isAtMost(page.entries.length, PAGE_SIZE)
          seen.push(...page.entries.map(({ text }) => text))
          after = page.next
        } while (after !== null)
        assert.lengthOf(new Set(seen), 45)
        assert.strictEqual(seen[0], "Reply 44")
        // An invalid cursor leads to the first page.
        for (const nonsense of ["x", "5-", "99999999999999999999-a", "' OR 1=1"]) {
          assert.strictEqual((yield* inbox.page(ANA, { after: nonsense, unread: false })).entries[0]?.text, "Reply 44")
        }
      })
    )
  )

  it.effect("marks one or all as read, and only the person's own", () =>
    scene(
      Effect.gen(function* () {
        yield* person(ANA, "Ana Ribeiro")
        yield* notified(ANA, 4)
        yield* notified(BEN, 1)
        const inbox = yield* Inbox
        const token = yield* signIn(ANA)
        const submit = (...form: ReadonlyArray<readonly [string, string]>) =>
          submitted("/userDashboard?index", dashboardAction, { token, form })
        const response = yield* submit(["intent", "read"], ["id", idOf(0)], ["show", "unread"])
        assert.deepInclude(response, { status: 303, to: "/userDashboard?tab=notifications&show=unread" })
        yield* submit(["intent", "read"], ["id", "x".repeat(500)])
        assert.strictEqual(yield* unreadOf(token), 3)
        assert.lengthOf((yield* inbox.page(ANA, { after: null, unread: true })).entries, 3)
        yield* submit(["intent", "read-all"])
        assert.strictEqual(yield* unreadOf(token), 0)
        assert.strictEqual(yield* unreadOf(yield* signIn(BEN)), 1)
      })
    )
  )

  it.effect("stops counting at a hundred", () =>
    scene(
      Effect.gen(function* () {
        yield* notified(ANA, 120)
        const unread = yield* unreadOf(yield* signIn(ANA))
        assert.strictEqual(unread, 100)
        assert.strictEqual(unreadInWords(unread), "99+")
        assert.strictEqual(unreadInWords(7), "7")
      })
    )
  )
})
