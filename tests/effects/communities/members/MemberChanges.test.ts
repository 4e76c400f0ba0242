import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { sheetOfText } from "~/effects/base/lists/sheetOfText.server"
import { MemberCounts, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { MAX_MODERATORS } from "~/effects/communities/members/forms"
import { Invitations } from "~/effects/communities/members/Invitations.server"
import { MemberChanges } from "~/effects/communities/members/MemberChanges.server"
import { Suspensions } from "~/effects/communities/members/Suspensions.server"
import { Weights } from "~/effects/communities/members/Weights.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, as, club, comeIn, TODAY, type World, world } from "./world"

const sheetIn = (text: string) => Either.getOrThrow(sheetOfText(text))

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
        const suspensions = yield* Suspensions
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
          const refused = yield* Effect.flip(suspensions.suspend(here, accountOf(target), 3, "For the test"))
          assert.strictEqual("status" in refused && refused.status, 403, `${actor} on ${target}`)
          assert.deepInclude(yield* stored(id, target), { status: "active" })
        }
        const remove = yield* Effect.flip(changes.remove(yield* as(id, "Mo"), accountOf("Mia"), "For the test"))
        assert.strictEqual(remove.message, "Only the owner can remove members.")
        const appoint = yield* Effect.flip(changes.setRole(yield* as(id, "Mo"), accountOf("Mia"), "moderator"))
        assert.strictEqual(appoint.message, "Only the owner can appoint moderators.")
        const stranger = yield* Effect.flip(
          suspensions.suspend(yield* as(id, "Mo"), accountOf("Nobody"), 3, "For the test")
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
        const memberCounts = yield* MemberCounts
        assert.strictEqual(yield* memberCounts.moderators(id), MAX_MODERATORS)
      })
    )
  )

  it.effect("are refused to a former moderator, whatever their page still shows", () =>
    play((id) =>
      Effect.gen(function* () {
        const changes = yield* MemberChanges
        const suspensions = yield* Suspensions
        const old = yield* as(id, "Mo")
        yield* changes.setRole(yield* as(id, "Olga"), accountOf("Mo"), "member")
        const refused = yield* Effect.flip(suspensions.suspend(old, accountOf("Mia"), 3, "For the test"))
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
        const suspensions = yield* Suspensions
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
        const suspensions = yield* Suspensions
        const sql = yield* SqlClient.SqlClient
        const olga = yield* as(id, "Olga")
        yield* changes.setRole(olga, accountOf("Mia"), "moderator")
        yield* suspensions.suspend(olga, accountOf("Mia"), 2, "Shouting in threads")
        yield* suspensions.unsuspend(olga, accountOf("Mia"), "Said sorry for it")
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

  it.effect("set weights one by one, or all lines of a list or none", () =>
    play((id) =>
      Effect.gen(function* () {
        const weights = yield* Weights
        const olga = yield* as(id, "Olga")
        yield* weights.set(olga, accountOf("Olga"), 10)
        const list = [
          "account;weight",
          `${accountOf("Mia")};7`,
          `${accountOf("Mo")};1001`,
          "",
          `${accountOf("Mia")};8`,
          "account_rdx12x;3",
          `${accountOf("Nobody")};3`
        ]
        const refused = yield* Effect.flip(weights.setMany(olga, sheetIn(list.join("\r\n"))))
        assert.deepInclude(refused, {
          message: "4 lines have errors. Nothing was changed.",
          fields: {
            "line-3": "The weight is not a whole number from 0 to 1,000.",
            "line-5": "Same account as line 2.",
            "line-6": "Not an account address of this network.",
            "line-7": "This account is not a member."
          }
        })
        assert.deepInclude(yield* stored(id, "Mia"), { weight: 1 })
        const right = sheetIn(`\uFEFF"${accountOf("Mia")}",7\n${accountOf("Mo")},0\n`)
        assert.strictEqual(yield* weights.setMany(olga, right), 2)
        assert.strictEqual(yield* weights.setMany(olga, right), 0)
        const now = yield* Effect.forEach(["Olga", "Mo", "Mia"], (name) => stored(id, name))
        assert.deepEqual(
          now.map((member) => member?.weight),
          [10, 0, 7]
        )
        const moderator = yield* Effect.flip(weights.setMany(yield* as(id, "Mo"), right))
        assert.strictEqual(moderator.message, "Only the owner can assign voting power.")
        assert.strictEqual((yield* Effect.flip(weights.setMany(olga, sheetIn("\n\n"))))._tag, "WeightListWrong")
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
