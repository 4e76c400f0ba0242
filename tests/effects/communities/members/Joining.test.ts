import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, type Layer, TestClock } from "effect"
import { type Community, CommunityId, type NewCommunity } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import type { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { Applications } from "~/effects/communities/members/Applications.server"
import { Invitations } from "~/effects/communities/members/Invitations.server"
import { Joining } from "~/effects/communities/members/Joining.server"
import { Leaving } from "~/effects/communities/members/Leaving.server"
import { MemberChanges } from "~/effects/communities/members/MemberChanges.server"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { accountOf, as, club, ledgerOf, person, TODAY, TOKEN, type World, world } from "./world"

const sent = { rules: "yes", note: "", invite: "" }
const DAY = 86_400_000

const stored = (id: Community["id"], name: string) =>
  Effect.map(
    Effect.flatMap(MembershipsRepo, (repo) => repo.findSome(id, [accountOf(name)])),
    (found) => found.get(accountOf(name))
  )
const counted = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly memberCount: number }>`SELECT member_count FROM communities WHERE id = ${id}`
    return row?.memberCount
  })
const notified = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly text: string }>`
      SELECT text FROM notifications WHERE account_address = ${accountOf(name)} ORDER BY created_at, id`
    return rows.map(({ text }) => text)
  })
const happened = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly type: string }>`
      SELECT type FROM activity_events WHERE community_id = ${id} ORDER BY seq`
    return rows.map(({ type }) => type)
  })
const enter = (id: Community["id"], name: string, changes: Partial<typeof sent> = {}) =>
  Effect.gen(function* () {
    const joining = yield* Joining
    const here = yield* as(id, name)
    yield* joining.checkGate(here)
    return yield* joining.enter(here, { ...sent, ...changes })
  })
const invite = (id: Community["id"], uses = 1, days = 7) =>
  Effect.gen(function* () {
    const invitations = yield* Invitations
    return yield* invitations.create(yield* as(id, "Mo"), uses, days)
  })

const scene = (database: Database, ledger?: Layer.Layer<Ledger>) => {
  const Live = world(database, ledger)
  return <A, E>(changes: Partial<NewCommunity>, program: (id: Community["id"]) => Effect.Effect<A, E, World>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id } = yield* club(changes)
      yield* person("Ben")
      yield* program(id)
    }).pipe(Effect.provide(Live))
}

describeOnBothDatabases("Joining", (database) => {
  const play = scene(database)

  it.effect("is immediate in an open community, and counted", () =>
    play({ joinPolicy: "open" }, (id) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* enter(id, "Ben"), "joined")
        assert.deepInclude(yield* stored(id, "Ben"), { role: "member", status: "active", joinedAt: TODAY, weight: 1 })
        assert.strictEqual(yield* counted(id), 4)
        assert.deepEqual(yield* happened(id), ["joined"])
        const again = yield* Effect.flip(enter(id, "Ben"))
        assert.deepInclude(again, {
          code: "E-STATE",
          status: 409,
          message: "This membership is active; joining is no longer possible."
        })
        assert.strictEqual(yield* counted(id), 4)
      })
    )
  )

  it.effect("by application waits for acceptance, and its managers are notified", () =>
    play({ joinPolicy: "approval" }, (id) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* enter(id, "Ben", { note: "I mend bicycles." }), "applied")
        assert.deepInclude(yield* stored(id, "Ben"), { status: "applied", ownerDecides: 0 })
        assert.strictEqual(yield* counted(id), 3)
        assert.deepEqual(yield* notified("Olga"), ["Ben asks to join A community."])
        assert.deepEqual(yield* notified("Mo"), yield* notified("Olga"))
        assert.deepEqual(yield* notified("Mia"), [])

        const applications = yield* Applications
        const notHers = yield* Effect.flip(
          applications.decide(yield* as(id, "Mia"), accountOf("Ben"), { kind: "accept" })
        )
        assert.strictEqual(notHers.message, "Only moderators and the owner can decide on applications.")
        yield* applications.decide(yield* as(id, "Mo"), accountOf("Ben"), { kind: "accept" })
        assert.deepInclude(yield* stored(id, "Ben"), { status: "active" })
        assert.strictEqual(yield* counted(id), 4)
        assert.deepEqual(yield* notified("Ben"), ["You are now a member of A community."])
        assert.deepEqual(yield* happened(id), ["applied", "applicationAccepted"])
      })
    )
  )

  it.effect("is refused with a reason, and after that only the owner decides", () =>
    play({ joinPolicy: "approval" }, (id) =>
      Effect.gen(function* () {
        const applications = yield* Applications
        yield* enter(id, "Ben")
        yield* applications.decide(yield* as(id, "Mo"), accountOf("Ben"), { kind: "refuse", reason: "We are full." })
        assert.deepInclude(yield* stored(id, "Ben"), { status: "removed" })
        assert.deepEqual(yield* notified("Ben"), ["Your application to A community was refused: We are full."])
        assert.strictEqual(yield* enter(id, "Ben"), "applied")
        const moderator = yield* Effect.flip(
          applications.decide(yield* as(id, "Mo"), accountOf("Ben"), { kind: "accept" })
        )
        assert.strictEqual(moderator.message, "Only the owner can decide on someone who was removed.")
        yield* applications.decide(yield* as(id, "Olga"), accountOf("Ben"), { kind: "accept" })
        assert.deepInclude(yield* stored(id, "Ben"), { status: "active", ownerDecides: 0 })
      })
    )
  )

  it.effect("is decided by one of two concurrent decisions, and the other is told", () =>
    play({ joinPolicy: "approval" }, (id) =>
      Effect.gen(function* () {
        const applications = yield* Applications
        yield* enter(id, "Ben")
        const [mo, olga] = [yield* as(id, "Mo"), yield* as(id, "Olga")]
        const ends = yield* Effect.all(
          [
            Effect.either(applications.decide(mo, accountOf("Ben"), { kind: "accept" })),
            Effect.either(applications.decide(olga, accountOf("Ben"), { kind: "accept" }))
          ],
          { concurrency: "unbounded" }
        )
        const lost = ends.filter(Either.isLeft)
        assert.strictEqual(lost.length, 1)
        assert.strictEqual(lost[0]?.left.message, "This application is decided; accepting it is no longer possible.")
        assert.strictEqual(yield* counted(id), 4)
        assert.deepEqual(yield* notified("Ben"), ["You are now a member of A community."])
      })
    )
  )

  it.effect("by invitation admits at most the stated number, however many are concurrent", () =>
    play({ joinPolicy: "invite" }, (id) =>
      Effect.gen(function* () {
        const names = ["Ann", "Cem", "Dag", "Eva"]
        for (const name of names) yield* person(name)
        const code = yield* invite(id, 2)
        const ends = yield* Effect.forEach(names, (name) => Effect.either(enter(id, name, { invite: code })), {
          concurrency: "unbounded"
        })
        assert.strictEqual(ends.filter(Either.isRight).length, 2)
        for (const end of ends.filter(Either.isLeft)) {
          assert.deepInclude(end.left, {
            status: 422,
            message: "This invitation is no longer valid: it was used, withdrawn, or has expired. Ask for a new one."
          })
        }
        assert.strictEqual(yield* counted(id), 5)
      })
    )
  )

  it.effect("responds the same to a missing, invented, revoked and expired code", () =>
    play({ joinPolicy: "invite" }, (id) =>
      Effect.gen(function* () {
        const invitations = yield* Invitations
        const [revoked, late, foreign] = [yield* invite(id), yield* invite(id, 1, 1), yield* invite(id)]
        yield* invitations.revoke(yield* as(id, "Mo"), revoked)
        const sql = yield* SqlClient.SqlClient
        assert.isFalse(yield* invitations.isLive(CommunityId.make("aaaaaaaaaaaa"), foreign))
        yield* TestClock.adjust("25 hours")
        const responses = new Set<string>()
        for (const code of ["", "nonsense", "a".repeat(16), revoked, late, "x".repeat(5_000), "' OR 1=1 --"]) {
          const refused = yield* Effect.flip(enter(id, "Ben", { invite: code }))
          responses.add(`${refused.code} ${refused.message}`)
        }
        assert.deepEqual(
          [...responses],
          ["E-INVITE This invitation is no longer valid: it was used, withdrawn, or has expired. Ask for a new one."]
        )
        assert.strictEqual(
          (yield* sql`SELECT 1 FROM memberships WHERE account_address = ${accountOf("Ben")}`).length,
          0
        )
      })
    )
  )

  it.effect("is undone by leaving, with role and weight, and starts from zero afterwards", () =>
    play({ joinPolicy: "open" }, (id) =>
      Effect.gen(function* () {
        const leaving = yield* Leaving
        yield* leaving.leave(yield* as(id, "Mo"))
        assert.deepInclude(yield* stored(id, "Mo"), { role: "member", status: "left" })
        assert.strictEqual(yield* counted(id), 2)
        assert.strictEqual(yield* enter(id, "Mo"), "joined")
        assert.deepInclude(yield* stored(id, "Mo"), { role: "member", status: "active", joinedAt: TODAY })
        const owner = yield* Effect.flip(leaving.leave(yield* as(id, "Olga")))
        assert.strictEqual(owner.message, "Hand over ownership first.")
      })
    )
  )

  it.effect("stays blocked by a suspension after leaving, and by a removal after withdrawing an application", () =>
    play({ joinPolicy: "open" }, (id) =>
      Effect.gen(function* () {
        const leaving = yield* Leaving
        const changes = yield* MemberChanges
        yield* changes.suspend(yield* as(id, "Mo"), accountOf("Mia"), 3, "Shouting in threads")
        yield* leaving.leave(yield* as(id, "Mia"))
        const early = yield* Effect.flip(enter(id, "Mia"))
        assert.deepInclude(early, { code: "E-SUSPENDED", message: "You are suspended until 23 Nov 2026." })
        yield* TestClock.adjust("73 hours")
        assert.strictEqual(yield* enter(id, "Mia"), "joined")

        yield* changes.remove(yield* as(id, "Olga"), accountOf("Mia"), "Shouting again")
        assert.strictEqual(yield* enter(id, "Mia"), "applied")
        yield* leaving.leave(yield* as(id, "Mia"))
        assert.deepInclude(yield* stored(id, "Mia"), { status: "removed" })
      })
    )
  )

  it.effect("marks the moderators' notification as read once the application is withdrawn or decided", () =>
    play({ joinPolicy: "approval" }, (id) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const unread = Effect.map(
          sql<{
            readonly text: string
          }>`SELECT text FROM notifications WHERE type = 'applicationReceived' AND read_at IS NULL
            AND account_address = ${accountOf("Mo")} ORDER BY text`,
          (rows) => rows.map(({ text }) => text.split(" ")[0])
        )
        yield* person("Anna")
        yield* enter(id, "Ben")
        yield* enter(id, "Anna")
        assert.deepEqual(yield* unread, ["Anna", "Ben"])
        yield* (yield* Leaving).leave(yield* as(id, "Ben"))
        assert.deepEqual(yield* unread, ["Anna"])
        yield* enter(id, "Ben")
        assert.deepEqual(yield* unread, ["Anna", "Ben"])
        yield* (yield* Applications).decide(yield* as(id, "Olga"), accountOf("Anna"), { kind: "accept" })
        assert.deepEqual(yield* unread, ["Ben"])
      })
    )
  )

  it.effect("is possible once a suspension has expired, whether or not a job ran", () =>
    play({ joinPolicy: "open", visibility: "unlisted" }, (id) =>
      Effect.gen(function* () {
        const suspensions = yield* MemberChanges
        const endSuspensions = (yield* MembershipsRepo).endSuspensions(500)
        yield* suspensions.suspend(yield* as(id, "Mo"), accountOf("Mia"), 1, "Shouting in threads")
        assert.strictEqual((yield* as(id, "Mia")).communityRole.membership?.status, "suspended")
        yield* TestClock.adjust("25 hours")
        const leaving = yield* Leaving
        yield* leaving.leave(yield* as(id, "Mia"))
        assert.strictEqual(yield* enter(id, "Mia"), "joined")
        yield* suspensions.suspend(yield* as(id, "Mo"), accountOf("Mia"), 1, "Shouting in threads")
        assert.strictEqual(yield* endSuspensions, 0)
        yield* TestClock.adjust(DAY)
        assert.strictEqual(yield* endSuspensions, 1)
        assert.deepInclude(yield* stored(id, "Mia"), { status: "active", suspendedUntil: null })
        assert.strictEqual(yield* counted(id), 3)
      })
    )
  )

  it.effect("and leaving has a daily limit", () =>
    play({ joinPolicy: "open" }, (id) =>
      Effect.gen(function* () {
        const leaving = yield* Leaving
        for (let n = 0; n < 10; n++) {
          yield* enter(id, "Ben")
          yield* leaving.leave(yield* as(id, "Ben"))
        }
        const refused = yield* Effect.flip(enter(id, "Ben"))
        assert.deepInclude(refused, {
          code: "E-LIMIT",
          message: "You have reached today's limit of 20 joins and departures. It resets at 12:00 UTC."
        })
      })
    )
  )

  it.effect("requires a profile, and a community that is open and not archived", () =>
    play({ joinPolicy: "open", stage: "archived" }, (id) =>
      Effect.gen(function* () {
        const archived = yield* Effect.flip(enter(id, "Ben"))
        assert.strictEqual(archived.message, "This community is archived; joining is no longer possible.")
        const unknown = yield* Effect.flip(enter(id, "Nobody"))
        assert.deepInclude(unknown, { code: "E-PROFILE", message: "Complete your profile to join." })
      })
    )
  )
})

describeOnBothDatabases("The token gate", (database) => {
  const gated = { joinPolicy: "token", joinToken: { resource: TOKEN, minAmount: AmountText.make("25") } } as const

  it.effect("queries the ledger each time, and says what is missing", () =>
    scene(database, ledgerOf({ [accountOf("Ben")]: "24.999", [accountOf("Cem")]: "25" }))(gated, (id) =>
      Effect.gen(function* () {
        yield* person("Cem")
        assert.deepInclude(yield* Effect.flip(enter(id, "Ben")), {
          code: "E-TOKEN",
          status: 403,
          message: "You hold 24.999 GRD; 25 needed."
        })
        assert.strictEqual(yield* enter(id, "Cem"), "joined")
        // Members are not checked again: leaving needs no ledger.
        const joining = yield* Joining
        yield* joining.checkGate(yield* as(id, "Cem"))
      })
    )
  )

  it.effect("decides nothing while the gateway is down", () =>
    scene(database)(gated, (id) =>
      Effect.gen(function* () {
        assert.deepInclude(yield* Effect.flip(enter(id, "Ben")), {
          code: "E-GATEWAY",
          message: "The ledger cannot be reached right now. Try again in a minute."
        })
        assert.isUndefined(yield* stored(id, "Ben"))
      })
    )
  )
})
