/** Invitations to a community that also admit to the site, while sign-ups are by invitation. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { CommunityInvitationsLive } from "~/effects/communities/members/layers.server"
import { membersAction } from "~/effects/communities/members/pages/commands.server"
import { SignupInvitations } from "~/effects/people/signup/SignupInvitations.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, club, TODAY, visitInside, world } from "./world"

describeOnBothDatabases("an invitation to a community", (database) => {
  const Live = SignupInvitations.Default.pipe(
    Layer.provide(CommunityInvitationsLive),
    Layer.provideMerge(world(database))
  )

  it.effect("admits as many sign-ups as it has uses, while its maker may invite", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const sql = yield* SqlClient.SqlClient
      const { isValid, use } = yield* SignupInvitations
      const { id, tokens } = yield* club()
      const form = { intent: "invite", uses: "2", days: "7", key: "a-key-of-one-page" }
      yield* Effect.either(visitInside({ id, token: tokens.Mo, path: "/members?tab=invitations", form }, membersAction))
      const [made] = yield* sql<{ readonly code: string }>`SELECT code FROM invites WHERE community_id = ${id}`
      const code = made?.code ?? ""
      const admits = isValid(code, accountOf("Ada"))
      assert.isTrue(yield* admits)
      assert.isFalse(yield* isValid("a".repeat(16), accountOf("Ada")), "a code of no invitation")

      const setRole = (role: string) =>
        sql`UPDATE memberships SET role = ${role} WHERE community_id = ${id} AND account_address = ${accountOf("Mo")}`
      yield* setRole("member")
      assert.isFalse(yield* admits, "its maker may not invite any more")
      yield* setRole("moderator")
      yield* sql`INSERT INTO account_suspensions ${sql.insert({ accountAddress: accountOf("Mo"), kind: "suspended", reason: "Spam", createdAt: TODAY })}`
      assert.isFalse(yield* admits, "its maker is suspended")
      yield* sql`DELETE FROM account_suspensions`

      yield* use(code, accountOf("Ada"), "")
      yield* use(code, accountOf("Ben"), "")
      assert.isTrue(yield* admits, "a repeated request is the same use")
      assert.strictEqual((yield* Effect.flip(use(code, accountOf("Cho"), ""))).code, "E-INVITATION")
      yield* TestClock.adjust("8 days")
      assert.isFalse(yield* admits, "it has expired")
    }).pipe(Effect.provide(Live))
  )
})
