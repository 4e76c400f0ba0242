/** Following a community without joining it (docs/product/communities.md, "Following"). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Joining } from "~/effects/communities/members/Joining.server"
import { Leaving } from "~/effects/communities/members/Leaving.server"
import { membersAction } from "~/effects/communities/members/pages/commands.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { settings } from "../../people/signup/world"
import { member, visit } from "../../publishing/dashboard/visits"
import { found, join, OWNER } from "../communities/world"
import { world as members } from "./world"

const EVA = asAccount("account_tdx_2_eva11111111")
const FIN = asAccount("account_tdx_2_fin11111111")
const rules = { rules: "yes" as const, note: "", invite: "" }

describeOnBothDatabases("Following a community", (database) => {
  const Live = Layer.mergeAll(Joining.Default, CommunityFollows.Default, CommunityWrites.Default, Inbox.Default).pipe(
    Layer.provideMerge(members(database)),
    Layer.provideMerge(settings())
  )

  const scene = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* found({ slug: "night-film", name: "Night Film Club", joinPolicy: "open" })
    const tokens = {
      eva: yield* member(EVA, "Eva"),
      fin: yield* member(FIN, "Fin"),
      owner: yield* member(OWNER, "Olga")
    }
    yield* join(id, OWNER, { role: "owner" })
    yield* join(id, FIN)
    const as = (who: keyof typeof tokens) =>
      Effect.map(visit(`/community/detail/${id}`, inside, { token: tokens[who], params: { id } }), ({ value }) => value)
    const { follow, unfollow } = yield* Joining
    const followers = Effect.map(
      sql<{ readonly accountAddress: string }>`SELECT account_address FROM community_follows`,
      (rows) => rows.map(({ accountAddress }) => accountAddress)
    )
    const { notify } = yield* Notifications
    const notified = Effect.gen(function* () {
      yield* sql`DELETE FROM notifications`
      yield* notify({
        to: { everyoneIn: id, except: [OWNER], andFollowers: true },
        type: "announcement",
        communityId: id,
        target: `/community/detail/${id}/annissued?a=1`,
        text: "The programme is out.",
        importance: "normal"
      })
      const rows = yield* sql<{ readonly accountAddress: string }>`SELECT account_address FROM notifications
        ORDER BY account_address`
      return rows.map(({ accountAddress }) => accountAddress)
    })
    return { as, follow, followers, id, sql, notify, tokens, notified, unfollow }
  })

  it.effect("starts and ends with a click, is idempotent, and is shown on the page", () =>
    Effect.gen(function* () {
      const { as, follow, followers, notified, unfollow } = yield* scene
      assert.isFalse((yield* as("eva")).isFollowing)
      assert.deepStrictEqual(yield* notified, [FIN])
      yield* follow(yield* as("eva"))
      yield* follow(yield* as("eva"))
      assert.isTrue((yield* as("eva")).isFollowing)
      assert.deepStrictEqual(yield* notified, [EVA, FIN])
      yield* unfollow(yield* as("eva"))
      yield* unfollow(yield* as("eva"))
      assert.isEmpty(yield* followers)
      assert.deepStrictEqual(yield* notified, [FIN])
    }).pipe(Effect.provide(Live))
  )

  it.effect("notifies as the person chose, and only of events for followers", () =>
    Effect.gen(function* () {
      const { as, follow, id, sql, notify, notified } = yield* scene
      yield* follow(yield* as("eva"))
      yield* sql`INSERT INTO mail_choices ${sql.insert({ accountAddress: EVA, type: "announcement", choice: "none" })}`
      yield* notified
      assert.deepStrictEqual(yield* sql`SELECT email FROM notifications WHERE account_address = ${EVA}`, [
        { email: "none" }
      ])
      yield* sql`DELETE FROM notifications`
      yield* notify({
        to: { everyoneIn: id },
        type: "saleOpen",
        communityId: id,
        target: "/",
        text: "A sale opens.",
        importance: "normal"
      })
      assert.isEmpty(yield* sql`SELECT 1 FROM notifications WHERE account_address = ${EVA}`)
    }).pipe(Effect.provide(Live))
  )

  it.effect("ends by joining, and does not return by leaving", () =>
    Effect.gen(function* () {
      const { as, follow, followers, notified } = yield* scene
      const { enter } = yield* Joining
      const { leave } = yield* Leaving
      yield* follow(yield* as("eva"))
      assert.strictEqual(yield* enter(yield* as("eva"), rules), "joined")
      assert.isEmpty(yield* followers)
      assert.deepStrictEqual(yield* notified, [EVA, FIN])
      const refused = yield* Effect.flip(follow(yield* as("eva")))
      assert.deepInclude(refused, { status: 409, message: "Members get all notifications without following." })
      yield* leave(yield* as("eva"))
      assert.deepStrictEqual(yield* notified, [FIN])
      yield* follow(yield* as("eva"))
      assert.deepStrictEqual(yield* notified, [EVA, FIN])
    }).pipe(Effect.provide(Live))
  )

  it.effect("is refused to a suspended person, and does not notify a suspended member", () =>
    Effect.gen(function* () {
      const { as, follow, id, sql, notified } = yield* scene
      yield* sql`UPDATE memberships SET status = 'suspended' WHERE account_address = ${FIN}`
      assert.deepInclude(yield* Effect.flip(follow(yield* as("fin"))), { status: 403, code: "E-SUSPENDED" })
      yield* sql`INSERT INTO community_follows ${sql.insert({ communityId: id, accountAddress: FIN, createdAt: 1 })}`
      assert.isEmpty(yield* notified)
      // Leaving does not circumvent it.
      yield* sql`UPDATE memberships SET status = 'left', suspended_until = 99999999999999 WHERE account_address = ${FIN}`
      assert.deepInclude(yield* Effect.flip(follow(yield* as("fin"))), { code: "E-SUSPENDED" })
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "is refused with a message in a private or archived community, and ends silently when it turns private",
    () =>
      Effect.gen(function* () {
        const { as, follow, followers, id, sql, notified, unfollow } = yield* scene
        const { change } = yield* CommunityWrites
        yield* follow(yield* as("eva"))
        const before = yield* as("eva")
        yield* sql`UPDATE communities SET stage = 'archived' WHERE id = ${id}`
        assert.deepStrictEqual(yield* notified, [FIN])
        const refused = yield* Effect.flip(follow(yield* as("eva")))
        assert.strictEqual(refused.message, "This community is archived; following is no longer possible.")
        yield* sql`UPDATE communities SET stage = 'live' WHERE id = ${id}`
        assert.deepStrictEqual(yield* notified, [EVA, FIN])
        yield* change(id, null, OWNER, () => Effect.succeed({ visibility: "private" }))
        assert.isEmpty(yield* followers)
        assert.deepStrictEqual(yield* notified, [FIN])
        // Somebody who clicked at that moment.
        const late = yield* Effect.flip(follow(before))
        assert.strictEqual(late.message, "This community is private or archived; following is no longer possible.")
        assert.strictEqual(
          (yield* Effect.flip(follow(yield* as("owner")))).message,
          "A private community cannot be followed."
        )
        assert.strictEqual((yield* Effect.flip(as("eva")))._tag, "NotThere")
        yield* unfollow(before)
        yield* change(id, null, OWNER, () => Effect.succeed({ visibility: "public" }))
        assert.deepStrictEqual(yield* notified, [FIN])
      }).pipe(Effect.provide(Live))
  )

  it.effect("shows a refusal on the page with its status, message and code", () =>
    Effect.gen(function* () {
      const { followers, id, sql, tokens } = yield* scene
      const post = (who: keyof typeof tokens) =>
        visit(`/community/detail/${id}/members`, membersAction, {
          token: tokens[who],
          params: { id },
          form: [["intent", "follow"]]
        })
      yield* sql`UPDATE communities SET stage = 'archived' WHERE id = ${id}`
      const archived = yield* post("eva")
      assert.strictEqual(archived.value.init?.status, 409)
      const words = "This community is archived; following is no longer possible."
      assert.deepInclude(archived.value.data, { ok: false, code: "E-STATE", message: words })
      yield* sql`UPDATE communities SET stage = 'live', visibility = 'private' WHERE id = ${id}`
      const inPrivate = yield* post("fin")
      assert.strictEqual(inPrivate.value.init?.status, 409)
      assert.deepInclude(inPrivate.value.data, { ok: false, message: "A private community cannot be followed." })
      assert.strictEqual((yield* post("eva")).value.init?.status, 404)
      assert.isEmpty(yield* followers)
    }).pipe(Effect.provide(Live))
  )

  it.effect("ends with a deleted account", () =>
    Effect.gen(function* () {
      const { as, follow, followers } = yield* scene
      yield* follow(yield* as("eva"))
      yield* (yield* CommunityFollows).forget(EVA)
      assert.isEmpty(yield* followers)
    }).pipe(Effect.provide(Live))
  )
})
