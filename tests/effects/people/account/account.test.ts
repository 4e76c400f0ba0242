import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema, TestClock } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { notificationTypes } from "~/effects/activity/notifications/kinds"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { deviceName } from "~/effects/people/account/device"
import { accountAction, emailsTab, isAccountIntent, privacyTab } from "~/effects/people/account/pages/account.server"
import { ownData } from "~/effects/people/account/pages/ownData.server"
import { pushTab } from "~/effects/people/account/pages/push.server"
import { Removal } from "~/effects/people/account/pages/Removal.server"
import { shortName } from "~/effects/people/account/shortName"
import { displayImageUrl } from "~/effects/people/uploads/address"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { found, join, person, TODAY, world } from "../../activity/activity/world"
import { keys } from "../../activity/notifications/push/world"
import { makeBrowser } from "../../base/push/browser"
import { signIn, submitted, visit } from "../../publishing/dashboard/visits"
import { settings } from "../signup/world"

const ANA = asAccount("account_tdx_2_ana11111111")
const BEN = asAccount("account_tdx_2_ben22222222")

describeOnBothDatabases("A person's own account", (database) => {
  const Live = NotificationLive.pipe(Layer.provideMerge(world(database)), Layer.provideMerge(settings({ vapid: keys })))
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const EDIT = "/userDashboard/edit?tab=privacy"

  const prepared = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* person(ANA, "Ana Ribeiro")
    yield* person(BEN, "Ben Okafor")
    const film = yield* found({ slug: "night-film", name: "Night Film Club", ownerAddress: BEN })
    yield* join(film.id, BEN, { role: "owner" })
    yield* join(film.id, ANA)
    const token = yield* signIn(ANA)
    const submit = (intent: string, fields: Readonly<Record<string, string>> = {}, as = token) =>
      Effect.map(
        Effect.either(visit(EDIT, accountAction, { token: as, form: [["intent", intent], ...Object.entries(fields)] })),
        (ended) => (ended._tag === "Right" ? ended.right.value.data : null)
      )
    return { film, submit, sql, token }
  })

  it.effect("lists the browsers of its sessions, and ends others, but never somebody else's", () =>
    scene(
      Effect.gen(function* () {
        const { submit, token } = yield* prepared
        const sessions = yield* Sessions
        const other = yield* signIn(ANA)
        const bens = yield* signIn(BEN)
        const { value: tab } = yield* visit(EDIT, privacyTab(ANA), { token })
        assert.deepStrictEqual(tab.sessions.map(({ isThis }) => isThis).sort(), [false, true])
        const [bensEntry] = yield* sessions.list(BEN)
        yield* submit("end-session", { session: bensEntry?.id ?? "" })
        assert.isTrue((yield* sessions.find(bens))._tag === "Some")
        const otherId = tab.sessions.find(({ isThis }) => !isThis)?.id ?? ""
        assert.strictEqual((yield* submit("end-session", { session: otherId }))?.message, "That browser is signed out.")
        assert.isTrue((yield* sessions.find(other))._tag === "None")
        yield* signIn(ANA)
        yield* submit("end-other-sessions")
        assert.lengthOf(yield* sessions.list(ANA), 1)
      })
    )
  )

  it.effect("stores choices of e-mails, and refuses invalid ones", () =>
    scene(
      Effect.gen(function* () {
        const { film, submit, sql, token } = yield* prepared
        const all = Object.fromEntries(notificationTypes.map((type) => [`kind-${type}`, "digest"]))
        const own = { "kind-reply": "none", timezone: "Europe/Berlin", weeklyDay: "4" }
        const good = { ...all, ...own, [`community-${film.id}`]: "important" }
        assert.strictEqual((yield* submit("save-email-choices", good))?.message, "Saved.")
        // The button and a field of pages that were opened before they got their names.
        assert.isTrue(isAccountIntent("save-letters"))
        const { "kind-signers": signers = "", ...others } = good as Readonly<Record<string, string>>
        assert.deepStrictEqual((yield* submit("save-letters", others))?.fields, {
          "kind-signers": "Choose one of the three."
        })
        assert.strictEqual((yield* submit("save-letters", { ...others, "kind-keepers": signers }))?.message, "Saved.")
        const { value: tab } = yield* visit(EDIT, emailsTab(ANA), { token })
        assert.deepInclude(tab, { digest: false, weeklyDay: 4, timezone: "Europe/Berlin" })
        assert.strictEqual(tab.kinds.reply, "none")
        assert.strictEqual(tab.kinds.announcementImportant, "digest")
        assert.deepStrictEqual(tab.communities, [{ id: film.id, name: "Night Film Club", choice: "important" }])

        const zone = yield* submit("save-email-choices", { ...good, timezone: "Mars/Olympus" })
        assert.deepInclude(zone, { ok: false, code: "E-FIELDS" })
        assert.deepStrictEqual(zone?.sent.timezone, "Mars/Olympus")
        for (const weeklyDay of ["0", "8", "1.0", "Thursday", ""]) {
          const day = yield* submit("save-email-choices", { ...good, weeklyDay })
          assert.deepStrictEqual(day?.fields, { weeklyDay: "Choose a day of the week." })
          assert.strictEqual(day?.sent.weeklyDay, weeklyDay)
        }
        assert.deepInclude((yield* visit(EDIT, emailsTab(ANA), { token })).value, { weeklyDay: 4 })
        const kind = yield* submit("save-email-choices", { ...good, "kind-mention": "by pigeon" })
        assert.deepStrictEqual(kind?.fields, { "kind-mention": "Choose one of the three." })
        // The id of somebody else's community changes nothing.
        const maps = yield* found({ slug: "open-maps" })
        yield* join(maps.id, BEN)
        yield* submit("save-email-choices", { ...good, [`community-${maps.id}`]: "none" })
        const rows = yield* sql`SELECT notifications FROM memberships WHERE community_id = ${maps.id}`
        assert.deepStrictEqual(rows, [{ notifications: "all" }])
      })
    )
  )

  it.effect("turns on notifications in this browser, changes and ends them, and stores their topics", () =>
    scene(
      Effect.gen(function* () {
        const { submit, sql, token } = yield* prepared
        const tab = Effect.map(visit(EDIT, pushTab(ANA), { token }), ({ value }) => value)
        assert.deepInclude(yield* tab, { devices: [], isLocal: true, publicKey: Option.getOrThrow(keys).publicKey })
        const none = yield* submit("push-on")
        assert.deepStrictEqual(none?.fields, { "push-votes": "Choose at least one." })
        const { endpoint, auth, p256dh } = makeBrowser().subscription
        const near = { endpoint: "http://127.0.0.1/push", auth, p256dh, "push-votes": "1" }
        assert.strictEqual((yield* submit("push-on", near))?.code, "E-PUSH-BROWSER")
        const far = { ...near, endpoint }
        assert.strictEqual((yield* submit("push-on", far))?.message, "Notifications are on in this browser.")
        const [device] = (yield* tab)?.devices ?? []
        assert.deepInclude(device, {
          isThis: true,
          topics: { votes: true, money: false, replies: false },
          sentAt: null
        })
        const id = device?.id ?? ""
        const bens = yield* signIn(BEN)
        yield* submit("push-off", { device: id }, bens)
        assert.strictEqual((yield* submit("push-choose", { device: id, "push-replies": "1" }))?.message, "Saved.")
        assert.deepStrictEqual((yield* tab)?.devices[0]?.topics, { votes: false, money: false, replies: true })
        const { value: file } = yield* visit("/api/exports/me", ownData, { token })
        const text = yield* Effect.promise(() => file.text())
        assert.include(text, '"pushBrowsers": [')
        assert.notInclude(text, endpoint)
        assert.notInclude(text, auth)
        assert.strictEqual(
          (yield* submit("push-off", { device: id }))?.message,
          "Notifications are off in that browser."
        )
        assert.isEmpty((yield* tab)?.devices)
        // In local mode a browser without a push service is notified on the mailbox page.
        yield* submit("push-on", { "push-money": "1" })
        assert.lengthOf(yield* sql`SELECT 1 FROM push_subscriptions WHERE endpoint LIKE 'local:%'`, 1)
        yield* submit("push-choose", { device: "no such", "push-money": "1" })
        const removal = yield* Removal
        yield* removal.remove(ANA)
        assert.isEmpty(yield* sql`SELECT 1 FROM push_subscriptions`)
      })
    )
  )

  it.effect("exports everything stored about the person, and nothing about others", () =>
    scene(
      Effect.gen(function* () {
        const { sql, token } = yield* prepared
        const maps = yield* found({ slug: "open-maps", name: "Open Maps Fund" })
        yield* sql`INSERT INTO community_follows
          ${sql.insert({ communityId: maps.id, accountAddress: ANA, createdAt: TODAY })}`
        const delegated = {
          communityId: maps.id,
          delegator: ANA,
          delegate: BEN,
          kinds: "all",
          untilAt: TODAY,
          madeAt: TODAY
        }
        yield* sql`INSERT INTO delegations
          ${sql.insert({ ...delegated, digest: "d".repeat(64), seq: 1, signed: '{"delegation":{"v":1}}' })}`
        const delegate = { communityId: maps.id, accountAddress: ANA, statement: "I read it all.", updatedAt: TODAY }
        yield* sql`INSERT INTO delegates ${sql.insert(delegate)}`
        const { value: file } = yield* visit("/api/exports/me", ownData, { token })
        assert.include(file.headers.get("content-disposition"), "commonhold-my-data.json")
        const text = yield* Effect.promise(() => file.text())
        const data = Schema.decodeUnknownSync(
          Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
        )(text)
        assert.strictEqual(data.schema, "me/1")
        assert.deepNestedInclude(data, {
          "profile[0].email": "ana.ribeiro@people.example",
          "memberships[0].slug": "night-film"
        })
        assert.deepNestedInclude(data, { "profile[0].tags[0]": "Film", "followedCommunities[0].slug": "open-maps" })
        assert.deepNestedInclude(data, {
          "delegatedVotes[0].signed.delegation.v": 1,
          "delegateStatements[0].statement": "I read it all."
        })
        assert.notInclude(text, "ben.okafor")
        assert.notInclude(text, "token")
        const failure = yield* Effect.flip(visit("/api/exports/me", ownData))
        assert.strictEqual(failure._tag, "NotSignedIn")
      })
    )
  )

  it.effect("cannot be deleted with another name, an old proof, or a community without another owner", () =>
    scene(
      Effect.gen(function* () {
        const { submit, sql } = yield* prepared
        const wrong = yield* submit("remove-account", { username: "Ben Okafor" })
        assert.deepStrictEqual(wrong?.fields, { username: "Type your username exactly as shown above." })
        const bens = yield* signIn(BEN)
        const owner = yield* submit("remove-account", { username: "Ben Okafor" }, bens)
        assert.deepInclude(owner, { code: "E-HAND-OVER", message: "Hand over or archive Night Film Club first." })
        yield* TestClock.adjust("25 hours")
        const stale = yield* submit("remove-account", { username: "Ana Ribeiro" })
        assert.strictEqual(stale?.code, "E-FRESH")
        assert.deepStrictEqual(yield* sql`SELECT COUNT(*) AS here FROM users WHERE status = 'active'`, [{ here: 2 }])
      })
    )
  )

  it.effect(
    "when deleted leaves posts and ballots under the short address, and nothing that identifies the person",
    () =>
      scene(
        Effect.gen(function* () {
          const { film, sql, token } = yield* prepared
          const activity = yield* Activity
          yield* activity.record({
            communityId: film.id,
            actor: BEN,
            type: "roleGiven",
            target: `/community/detail/${film.id}/members`,
            data: { name: "Ana Ribeiro", role: "moderator" },
            visibility: "public"
          })
          yield* sql`INSERT INTO community_follows
          ${sql.insert({ communityId: film.id, accountAddress: ANA, createdAt: TODAY })}`
          const at = { communityId: film.id, createdAt: TODAY, updatedAt: TODAY }
          const draft = { ...at, author: ANA, title: "A draft", fields: "{}", secret: "s".repeat(32), version: 1 }
          yield* sql`INSERT INTO proposal_drafts ${sql.insert({ ...draft, id: "draftaaaaaaa" })}`
          const notice = { ...at, issuer: ANA, title: "A notice", body: "Text", importance: "normal", version: 1 }
          yield* sql`INSERT INTO announcements ${sql.insert({ ...notice, id: "noticeaaaaaa", state: "draft" })}`
          for (const [targetType, targetId] of [
            ["proposal", "draftaaaaaaa"],
            ["announcement", "noticeaaaaaa"],
            ["thread", "threadaaaaaa"]
          ]) {
            yield* sql`INSERT INTO attachments ${sql.insert({
              id: `file of ${targetId}`,
              targetType,
              targetId,
              communityId: film.id,
              account: ANA,
              name: "minutes.pdf",
              mime: "application/pdf",
              bytes: 1_000,
              sha256: null,
              createdAt: TODAY
            })}`
          }
          const times = { createdAt: TODAY, shownUntil: TODAY, expiresAt: TODAY }
          const removal = { kind: "comment", path: "/", removed: "{}", state: "removed", sessionId: "a", ...times }
          yield* sql`INSERT INTO removals
          ${sql.insert({ id: "a", communityId: film.id, accountAddress: ANA, ...removal })}`
          const list = { communityId: film.id, reading: "{}", sheetRows: "[]", createdAt: TODAY }
          yield* sql`INSERT INTO weight_lists ${sql.insert({ ...list, account: ANA, hash: "of Ana's" })}`
          for (const account of [ANA, BEN]) {
            yield* sql`INSERT INTO invitation_lists ${sql.insert({ ...list, account })}`
          }
          const gone = yield* submitted(EDIT, accountAction, {
            token,
            form: [
              ["intent", "remove-account"],
              ["username", "ana  ribeiro"]
            ]
          })
          assert.deepInclude(gone, { status: 303, to: "/?removed=1" })
          assert.match(gone.headers.get("set-cookie") ?? "", /__Host-session=;/)
          const users = yield* sql`SELECT username, email, bio, display_image, work_history FROM users
          WHERE account_address = ${ANA}`
          assert.deepStrictEqual(users, [
            { username: shortName(ANA), email: "", bio: "", displayImage: "", workHistory: "[]" }
          ])
          const everything = yield* sql`SELECT data FROM activity_events ORDER BY seq`
          assert.deepStrictEqual(everything[0], { data: `{"name":"${shortName(ANA)}","role":"moderator"}` })
          assert.deepStrictEqual(yield* sql`SELECT member_count FROM communities`, [{ memberCount: 1 }])
          for (const table of [
            "sessions",
            "notifications",
            "mail_choices",
            "secret_links",
            "community_follows",
            "removals"
          ]) {
            assert.deepStrictEqual(yield* sql`SELECT 1 FROM ${sql(table)} WHERE account_address = ${ANA}`, [])
          }
          assert.deepStrictEqual(yield* sql`SELECT role FROM memberships WHERE account_address = ${BEN}`, [
            { role: "owner" }
          ])
          // Lists of other people that the person brought.
          assert.deepStrictEqual(yield* sql`SELECT account FROM weight_lists`, [])
          assert.deepStrictEqual(yield* sql`SELECT account FROM invitation_lists`, [{ account: BEN }])
          // Drafts go with their files; files of posts stay as the posts do.
          assert.deepStrictEqual(yield* sql`SELECT id FROM proposal_drafts UNION SELECT id FROM announcements`, [])
          assert.deepStrictEqual(yield* sql`SELECT id FROM attachments`, [{ id: "file of threadaaaaaa" }])
          assert.deepStrictEqual(yield* sql`SELECT file FROM upload_leftovers ORDER BY file`, [
            { file: "file of draftaaaaaaa" },
            { file: "file of noticeaaaaaa" }
          ])
          // The name and the address are free, and the person may return.
          yield* person(asAccount("account_tdx_2_cleo"), "Ana Ribeiro")
          yield* person(ANA, "Ana Again")
          const users2 = yield* UsersRepo
          assert.isTrue((yield* users2.findByAddress(ANA))._tag === "Some")
        })
      )
  )

  it.effect("when deleted withdraws its applications, so that nobody has to decide, while a removal remains", () =>
    scene(
      Effect.gen(function* () {
        const { film, sql } = yield* prepared
        yield* sql`UPDATE memberships SET status = 'applied', owner_decides = 1 WHERE account_address = ${ANA}`
        yield* (yield* Notifications).notify({
          to: { everyoneIn: film.id, roles: ["owner"] },
          type: "applicationReceived",
          communityId: film.id,
          target: `/community/detail/${film.id}/members?tab=applications`,
          text: "asks to join Night Film Club.",
          group: { key: ANA, account: ANA, name: "Ana Ribeiro" },
          importance: "important"
        })
        const unread = sql`SELECT text FROM notifications WHERE account_address = ${BEN} AND read_at IS NULL`
        assert.lengthOf(yield* unread, 1)
        yield* (yield* Removal).remove(ANA)
        assert.deepStrictEqual(yield* unread, [])
        assert.deepStrictEqual(yield* sql`SELECT status FROM memberships WHERE account_address = ${ANA}`, [
          { status: "removed" }
        ])
      })
    )
  )
})

describeOnBothDatabases("Pictures of an account", (database) => {
  const Live = NotificationLive.pipe(Layer.provideMerge(world(database)), Layer.provideMerge(settings()))

  it.effect("are deleted with it, except those that a community or somebody else shows", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const sql = yield* SqlClient.SqlClient
      yield* person(ANA, "Ana Ribeiro")
      yield* person(BEN, "Ben Okafor")
      const picture = (file: string, ownerAddress: string | null) => {
        const facts = { kind: "avatar", mime: "image/png", bytes: 1, width: 1, height: 1, sha256: "", createdAt: TODAY }
        return sql`INSERT INTO uploads ${sql.insert({ file, ownerAddress, browserHash: "b", ...facts })}`
      }
      for (const file of ["former", "shown", "logo"]) yield* picture(file, ANA)
      yield* picture("signup", null)
      yield* picture("bens", BEN)
      const film = yield* found({ slug: "night-film", name: "Night Film Club", ownerAddress: BEN })
      yield* sql`UPDATE communities SET logo = ${displayImageUrl("/files", "logo")} WHERE id = ${film.id}`
      const removeWith = (file: string) =>
        Effect.gen(function* () {
          yield* sql`UPDATE users SET display_image = ${displayImageUrl("/files", file)} WHERE account_address = ${ANA}`
          yield* Effect.flatMap(Removal, ({ remove }) => remove(ANA))
          return {
            leftovers: (yield* sql<{ file: string }>`SELECT file FROM upload_leftovers ORDER BY file`).map(
              (row) => row.file
            ),
            kept: yield* sql`SELECT file, owner_address, browser_hash FROM uploads ORDER BY file`
          }
        })
      const first = yield* removeWith("signup")
      const bens = { file: "bens", ownerAddress: BEN, browserHash: "b" }
      const logo = { file: "logo", ownerAddress: null, browserHash: "" }
      assert.deepStrictEqual(first, { leftovers: ["former", "shown", "signup"], kept: [bens, logo] })
      // Deleting an account that shows somebody else's picture does not remove that picture.
      yield* person(ANA, "Ana Again")
      assert.deepStrictEqual(yield* removeWith("bens"), first)
    }).pipe(Effect.provide(Live))
  )
})

describe("deviceName", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36", "Chrome on Android"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15",
      "Safari on macOS"
    ],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0", "Edge on Windows"],
    ["curl/8.5.0", "A browser"],
    ["", "A browser"]
  ])("names %s as %s", (agent, name) => assert.strictEqual(deviceName(agent), name))
})
