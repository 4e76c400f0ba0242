import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { MAX_MODERATORS } from "~/effects/communities/members/forms"
import { Invitations } from "~/effects/communities/members/Invitations.server"
import { MemberChanges } from "~/effects/communities/members/MemberChanges.server"
import { Weights } from "~/effects/communities/members/Weights.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, as, club, comeIn, TODAY, type World, world } from "./world"

const stored = (id: Community["id"], name: string) =>
  Effect.map(
    Effect.flatMap(MembershipsRepo, (repo) => repo.findSome(id, [accountOf(name)])),
    (found) => found.get(accountOf(name))
  )

describeOnBothDatabases("Member changes", (database) => {
  const Live = world(database)
  const play = <A, E>(program: (id: Community["id"]) => Effect.Effect<A, E, World>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id } = yield* club()
      yield* program(id)
    }).pipe(Effect.provide(Live))

  it.effect("are allowed to the owner for all, to moderators for members, and to nobody for themselves", () =>
    play((id) =>
      Effect.gen(function* () {
        const changes = yield* MemberChanges
        yield* comeIn(id, "Max", { role: "moderator" })
        const attempts = [
          ["Mia", "Mo", "Only moderators and the owner can moderate."],
          ["Mo", "Mo", "You cannot do this to yourself."],
          ["Mo", "Max", "Only the owner can suspend members."],
          ["Mo", "Olga", "Nobody can do this to the owner."],
          ["Olga", "Olga", "You cannot do this to yourself."]
        ] as const
        for (const [actor, target] of attempts) {
          const here = yield* as(id, actor)
          const refused = yield* Effect.flip(changes.suspend(here, accountOf(target), 3, "For the test"))
          assert.strictEqual("status" in refused && refused.status, 403, `${actor} on ${target}`)
          assert.deepInclude(yield* stored(id, target), { status: "active" })
        }
        const remove = yield* Effect.flip(changes.remove(yield* as(id, "Mo"), accountOf("Mia"), "For the test"))
        assert.strictEqual(remove.message, "Only the owner can remove members.")
        const appoint = yield* Effect.flip(changes.setRole(yield* as(id, "Mo"), accountOf("Mia"), "moderator"))
        assert.strictEqual(appoint.message, "Only the owner can appoint moderators.")
        const stranger = yield* Effect.flip(
          changes.suspend(yield* as(id, "Mo"), accountOf("Nobody"), 3, "For the test")
        )
        assert.deepInclude(stranger, { status: 404, message: "This account is not a member." })
      })
    )
  )

  it.effect("allow at most 10 moderators, also when the last two are appointed concurrently", () =>
    play((id) =>
      Effect.gen(function* () {
        const changes = yield* MemberChanges
        for (let n = 2; n < MAX_MODERATORS; n++) yield* comeIn(id, `Mod ${n}`, { role: "moderator" })
        yield* comeIn(id, "Ann")
        const here = yield* as(id, "Olga")
        const ends = yield* Effect.forEach(
          ["Mia", "Ann"],
          (name) => Effect.either(changes.setRole(here, accountOf(name), "moderator")),
          { concurrency: "unbounded" }
        )
        const refused = ends.filter(Either.isLeft)
        assert.deepEqual(
          refused.map(({ left }) => left.message),
          ["There can be at most 10 moderators."]
        )
        const memberCounts = yield* MembershipsRepo
        assert.strictEqual(yield* memberCounts.moderators(id), MAX_MODERATORS)
      })
    )
  )

  it.effect("are refused to a former moderator, whatever their page still shows", () =>
    play((id) =>
      Effect.gen(function* () {
        const changes = yield* MemberChanges
        const old = yield* as(id, "Mo")
        yield* changes.setRole(yield* as(id, "Olga"), accountOf("Mo"), "member")
        const refused = yield* Effect.flip(changes.suspend(old, accountOf("Mia"), 3, "For the test"))
        assert.strictEqual(refused.message, "Only moderators and the owner can moderate.")
        const weights = yield* Weights
        const notHis = yield* Effect.flip(weights.set(old, accountOf("Mia"), 9))
        assert.strictEqual(notHis.message, "Only the owner can assign voting power.")
      })
    )
  )

  it.effect("let moderators suspend for 30 days at most, and not shorten what the owner made longer", () =>
    play((id) =>
      Effect.gen(function* () {
        const suspensions = yield* MemberChanges
        const [mo, olga] = [yield* as(id, "Mo"), yield* as(id, "Olga")]
        const long = yield* Effect.flip(suspensions.suspend(mo, accountOf("Mia"), 31, "For the test"))
        assert.deepInclude(long, { status: 422, fields: { days: "Enter a whole number of days from 1 to 30." } })
        yield* suspensions.suspend(olga, accountOf("Mia"), 365, "For the test")
        const short = yield* Effect.flip(suspensions.unsuspend(mo, accountOf("Mia"), "For the test"))
        assert.strictEqual(short.message, "Only the owner can change a suspension of this length.")
        yield* suspensions.unsuspend(olga, accountOf("Mia"), "It was a mistake")
        const over = yield* Effect.flip(suspensions.unsuspend(mo, accountOf("Mia"), "For the test"))
        assert.strictEqual(over.message, "This suspension is over; ending it is no longer possible.")
      })
    )
  )

  it.effect("are reported to the person, in activity and in the public log", () =>
    play((id) =>
      Effect.gen(function* () {
        const changes = yield* MemberChanges
        const sql = yield* SqlClient.SqlClient
        const olga = yield* as(id, "Olga")
        yield* changes.setRole(olga, accountOf("Mia"), "moderator")
        yield* changes.suspend(olga, accountOf("Mia"), 2, "Shouting in threads")
        yield* changes.unsuspend(olga, accountOf("Mia"), "Said sorry for it")
        yield* changes.remove(olga, accountOf("Mia"), "Shouting again")
        const events = yield* sql<{ readonly type: string }>`SELECT type FROM activity_events ORDER BY seq`
        assert.deepEqual(
          events.map(({ type }) => type),
          ["roleGiven", "memberSuspended", "memberUnsuspended", "memberRemoved"]
        )
        const log = yield* sql`SELECT action, target_label, reason FROM moderation_actions ORDER BY created_at, reason`
        assert.sameDeepMembers(
          [...log],
          [
            { action: "suspend", targetLabel: "Mia", reason: "Shouting in threads" },
            { action: "unsuspend", targetLabel: "Mia", reason: "Said sorry for it" },
            { action: "remove", targetLabel: "Mia", reason: "Shouting again" }
          ]
        )
        const [notified] = yield* sql<{ readonly times: number; readonly text: string }>`
          SELECT times, text FROM notifications WHERE account_address = ${accountOf("Mia")}`
        assert.deepEqual(notified, { times: 4, text: "You were removed from A community: Shouting again" })
        assert.deepInclude(yield* stored(id, "Mia"), { status: "removed", role: "member" })
      })
    )
  )

  it.effect("set the weight of one member, the owner's own included", () =>
    play((id) =>
      Effect.gen(function* () {
        const weights = yield* Weights
        const olga = yield* as(id, "Olga")
        for (const name of ["Olga", "Mia"]) yield* weights.set(olga, accountOf(name), 10)
        assert.strictEqual((yield* stored(id, "Olga"))?.weight, 10)
        assert.strictEqual((yield* stored(id, "Mia"))?.weight, 10)
        const stranger = yield* Effect.flip(weights.set(olga, accountOf("Nobody"), 3))
        assert.strictEqual(stranger.message, "This account is not a member.")
      })
    )
  )

  it.effect("let managers of the community create invitations, fifty at a time", () =>
    play((id) =>
      Effect.gen(function* () {
        const invitations = yield* Invitations
        const mo = yield* as(id, "Mo")
        for (let n = 0; n < 50; n++) yield* invitations.create(mo, 1, 7)
        const full = yield* Effect.flip(invitations.create(mo, 1, 7))
        assert.strictEqual(full.message, "There can be at most 50 active invitations. Revoke one first.")
        const [first] = yield* invitations.list(id)
        yield* invitations.revoke(mo, first?.code ?? "")
        assert.match(yield* invitations.create(mo, 1, 7), /^[a-z2-7]{16}$/)
        const member = yield* Effect.flip(invitations.create(yield* as(id, "Mia"), 1, 7))
        assert.strictEqual(member.message, "Only moderators and the owner can invite people.")
      })
    )
  )
})
