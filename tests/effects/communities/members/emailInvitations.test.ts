/** Invitations by e-mail, from a list to its members (docs/product/communities.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import { Slug } from "~/effects/access/Community"
import { orUnavailable, Sql } from "~/effects/base/db/statements.server"
import { Bounces } from "~/effects/base/mail/Bounces.server"
import { EmailInvitations, MOST_A_DAY } from "~/effects/communities/members/EmailInvitations.server"
import {
  forgetInvitations,
  InvitationLists,
  sweepInvitations
} from "~/effects/communities/members/InvitationLists.server"
import { membersAction } from "~/effects/communities/members/pages/commands.server"
import { invitationPage } from "~/effects/communities/members/pages/invitation.server"
import { membersPage } from "~/effects/communities/members/pages/members.server"
import { describeOnBothDatabases } from "../../../databases"
import { signIn } from "../../publishing/dashboard/visits"
import { counting } from "../founding/counting"
import { accountOf, as, club, comeIn, person, TODAY, visitInside, type World, world } from "./world"

const DAY = 86_400_000

describeOnBothDatabases("invitations by e-mail", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, World>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  const messages = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{ readonly recipient: string; readonly subject: string; readonly body: string }>`
        SELECT recipient, subject, body FROM outbox ORDER BY recipient, created_at`
  )
  const tab = "/members?tab=invitations"
  /** Posts a form; returns where it leads, or the refusal. */
  const send = (id: string, token: string | undefined, form: Readonly<Record<string, string>>) =>
    Effect.map(Effect.either(visitInside({ id, token, path: tab, form }, membersAction)), (end) => {
      if (Either.isLeft(end)) return end.left instanceof Response ? (end.left.headers.get("location") ?? "") : end.left
      return end.right.data
    })
  const seen = (id: string, token: string | undefined, path = `${tab}&list=1`) =>
    Effect.map(visitInside({ id, token, path }, membersPage), ({ invitations }) => invitations)
  const invite = (id: string, token: string | undefined, csv: string) =>
    Effect.gen(function* () {
      yield* send(id, token, { intent: "read-people", csv })
      const view = yield* seen(id, token)
      return yield* send(id, token, { intent: "invite-people", days: "14", seen: view?.people?.seen ?? "" })
    })
  const codeIn = (body: string | undefined) => /\?invite=([a-z2-7]{16})/.exec(body ?? "")?.[1] ?? ""
  const joins = (id: string, token: string, code: string) =>
    send(id, token, { intent: "join", rules: "yes", invite: code })

  it.effect("go out once to each address, with or without an account, and nobody sees who else", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club({ joinPolicy: "invite" })
        yield* person("Ben")
        const csv = "ben@example.org,Ben Ito\nstranger@example.org,\nBEN@example.org,Again\nnot an address,X"
        assert.strictEqual(
          yield* send(id, tokens.Mo, { intent: "read-people", csv }),
          `/community/detail/${id}${tab}&list=1`
        )
        assert.lengthOf(yield* messages, 0)
        const view = yield* seen(id, tokens.Mo)
        assert.deepEqual(view?.people?.counts, { joined: 0, invited: 0, declined: 0, fresh: 2 })
        assert.deepEqual(
          view?.people?.wrong.map(({ line }) => line),
          [3, 4]
        )
        // The page says the same of an address with an account and of one without.
        assert.deepEqual(
          view?.people?.absent.map(({ state }) => state),
          ["new", "new"]
        )
        const to = yield* send(id, tokens.Mo, { intent: "invite-people", days: "14", seen: view?.people?.seen ?? "" })
        assert.strictEqual(to, `/community/detail/${id}${tab}&invited=2`)
        const [first, second, ...more] = yield* messages
        assert.lengthOf(more, 0)
        assert.deepEqual([first?.recipient, second?.recipient], ["ben@example.org", "stranger@example.org"])
        assert.include(first?.body, "Hello Ben Ito,")
        assert.notInclude(first?.body, "stranger")
        assert.notStrictEqual(codeIn(first?.body), codeIn(second?.body))
        // The same list again invites nobody.
        const again = yield* invite(id, tokens.Olga, csv)
        assert.deepInclude(again, { code: "E-FIELDS" })
        assert.lengthOf(yield* messages, 2)
      })
    )
  )

  it.effect("admit one person, and say who; the next one is told that it was used", () =>
    scene(
      Effect.gen(function* () {
        for (const changes of [
          { joinPolicy: "invite", slug: Slug.make("one") },
          { joinPolicy: "open", slug: Slug.make("two") }
        ] as const) {
          const sql = yield* SqlClient.SqlClient
          yield* sql`DELETE FROM outbox`
          yield* sql`DELETE FROM users`
          const { id, tokens } = yield* club(changes)
          yield* invite(id, tokens.Olga, "ben@example.org,Ben Ito")
          const code = codeIn((yield* messages)[0]?.body)
          // Passed on to somebody else, who is faster.
          const other = yield* person("Zed")
          assert.strictEqual(yield* joins(id, other, code), `/community/detail/${id}?joined=1`)
          const { sent } = (yield* seen(id, tokens.Olga, tab)) ?? {}
          assert.deepInclude(sent?.invitations[0], { state: "accepted", usedBy: accountOf("Zed"), username: "Zed" })
          const ben = yield* person("Ben")
          const refused = yield* joins(id, ben, code)
          if (changes.joinPolicy === "open") assert.strictEqual(refused, `/community/detail/${id}?joined=1`)
          else assert.deepInclude(refused, { code: "E-INVITE" })
        }
      })
    )
  )

  it.effect("lead into a private community on any device, and to words when they have ended", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club({ visibility: "private" })
        yield* invite(id, tokens.Olga, "ben@example.org,Ben")
        const code = codeIn((yield* messages)[0]?.body)
        const ben = yield* person("Ben")
        const invitations = yield* EmailInvitations
        const waiting = yield* invitations.waitingFor(accountOf("Ben"))
        assert.deepEqual(
          waiting.map((each) => [each.code, each.communityId]),
          [[code, id]]
        )
        assert.lengthOf(yield* invitations.waitingFor(accountOf("Mia")), 0)
        const door = (token: string) => visitInside({ id, token, path: `/invitation?invite=${code}` }, invitationPage)
        assert.strictEqual((yield* door(ben)).invite, code)
        yield* joins(id, ben, code).pipe(Effect.ignore)
        yield* send(id, tokens.Olga, { intent: "withdraw-invitation", email: "ben@example.org" })
        const ended = yield* Effect.flip(door(yield* person("Zed")))
        assert.deepInclude(ended, { code: "E-NOT-FOUND" })
        assert.include(String((ended as { message: string }).message), "it was used, withdrawn, or has expired")
      })
    )
  )

  it.effect("are sent again at most twice, a day apart, and end when withdrawn, declined or expired", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club({ joinPolicy: "invite" })
        yield* invite(id, tokens.Olga, "ben@example.org\ncy@example.org")
        const again = (email = "ben@example.org") => send(id, tokens.Olga, { intent: "resend-invitation", email })
        const stateOf = (email: string) =>
          Effect.map(
            seen(id, tokens.Olga, tab),
            (view) => view?.sent?.invitations.find((each) => each.email === email)?.state
          )
        assert.deepInclude(yield* again(), { code: "E-LIMIT" })
        const code = codeIn((yield* messages)[0]?.body)
        for (const n of [2, 3]) {
          yield* TestClock.adjust("25 hours")
          assert.strictEqual(yield* again(), `/community/detail/${id}${tab}&resent=1`)
          assert.lengthOf(
            (yield* messages).filter(({ recipient }) => recipient === "ben@example.org"),
            n
          )
        }
        // The same link, and the newest expiry.
        assert.isTrue(
          (yield* messages)
            .filter(({ recipient }) => recipient === "ben@example.org")
            .every(({ body }) => codeIn(body) === code)
        )
        yield* TestClock.adjust("25 hours")
        assert.deepInclude(yield* again(), { code: "E-LIMIT" })
        const invitations = yield* EmailInvitations
        yield* invitations.decline(code)
        assert.strictEqual(yield* stateOf("ben@example.org"), "declined")
        // Who wants none gets none, from this community.
        assert.deepInclude(yield* invite(id, tokens.Olga, "ben@example.org"), { code: "E-FIELDS" })
        yield* TestClock.adjust("15 days")
        tokens.Olga = yield* signIn(accountOf("Olga"))
        assert.strictEqual(yield* stateOf("cy@example.org"), "expired")
        const ben = yield* person("Cy")
        const old = codeIn((yield* messages).find(({ recipient }) => recipient === "cy@example.org")?.body)
        assert.deepInclude(yield* joins(id, ben, old), { code: "E-INVITE" })
        // Inviting again replaces the link.
        yield* invite(id, tokens.Olga, "cy@example.org")
        assert.strictEqual(yield* stateOf("cy@example.org"), "waiting")
        yield* send(id, tokens.Olga, { intent: "withdraw-invitation", email: "cy@example.org" })
        assert.strictEqual(yield* stateOf("cy@example.org"), "withdrawn")
        assert.deepInclude(yield* again("nobody@example.org"), { code: "E-NOT-FOUND" })
      })
    )
  )

  it.effect("show addresses that cannot be reached", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club()
        const sql = yield* SqlClient.SqlClient
        const bounces = Effect.provide(Bounces, Bounces.Default)
        yield* (yield* bounces).add("gone@example.org", "no such mailbox")
        yield* invite(id, tokens.Olga, "gone@example.org\nfull@example.org\nok@example.org")
        yield* sql`UPDATE outbox SET failed_at = 1 WHERE recipient = 'full@example.org'`
        const { sent } = (yield* seen(id, tokens.Olga, tab)) ?? {}
        assert.sameDeepMembers(
          (sent?.invitations ?? []).map(({ email, state }) => [email, state]),
          [
            ["gone@example.org", "undeliverable"],
            ["full@example.org", "undeliverable"],
            ["ok@example.org", "waiting"]
          ]
        )
        assert.sameDeepMembers(
          [...(sent?.counts ?? [])],
          [
            { state: "undeliverable", many: 2 },
            { state: "waiting", many: 1 }
          ]
        )
      })
    )
  )

  it.effect(
    "are at most 500 in a day, counted for the community and for who sends; 10,000 are refused with words",
    () =>
      scene(
        Effect.gen(function* () {
          const { id, tokens } = yield* club()
          const list = (many: number, from = 0) =>
            Array.from({ length: many }, (_, n) => `p${from + n}@example.org,Person ${from + n}`).join("\n")
          const much = yield* send(id, tokens.Olga, { intent: "read-people", csv: list(10_000) })
          assert.include(JSON.stringify(much), "This list has 10,000 rows, and one list can have 2,000.")
          const to = yield* invite(id, tokens.Olga, list(MOST_A_DAY + 30))
          assert.strictEqual(to, `/community/detail/${id}${tab}&list=1&invited=${MOST_A_DAY}`)
          assert.lengthOf(yield* messages, MOST_A_DAY)
          const view = yield* seen(id, tokens.Olga)
          assert.deepEqual(view?.people?.counts, { joined: 0, invited: MOST_A_DAY, declined: 0, fresh: 30 })
          const refused = yield* invite(id, tokens.Mo, list(1, 9_000))
          assert.deepInclude(refused, { code: "E-LIMIT" })
          yield* TestClock.adjust("25 hours")
          assert.strictEqual(
            yield* invite(id, tokens.Olga, list(MOST_A_DAY + 30)),
            `/community/detail/${id}${tab}&invited=30`
          )
        })
      )
  )

  it.effect("tell who of a list has not joined, without looking at anybody's e-mail address", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club()
        yield* comeIn(id, "Ben")
        yield* comeIn(id, "Cleo Diaz")
        const csv = [
          "E-mail,Name,Account",
          // Ben's own address, which is nobody else's business.
          "ben@example.org,,",
          "c.diaz@work.example,Cleo  Diaz,",
          `x@example.org,,${accountOf("Mia")}`,
          "nobody@example.org,Nobody,"
        ].join("\n")
        yield* send(id, tokens.Mo, { intent: "read-people", csv })
        const people = (yield* seen(id, tokens.Mo))?.people
        assert.deepEqual(people?.counts, { joined: 2, invited: 0, declined: 0, fresh: 2 })
        assert.deepEqual(
          people?.joined.map(({ by }) => by),
          ["name", "account"]
        )
        assert.deepEqual(
          people?.absent.map(({ email }) => email),
          ["ben@example.org", "nobody@example.org"]
        )
      })
    )
  )

  it.effect("are about the list that the page showed; another tab's list is not invited", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club()
        yield* send(id, tokens.Olga, { intent: "read-people", csv: "ben@example.org" })
        const first = (yield* seen(id, tokens.Olga))?.people?.seen ?? ""
        yield* TestClock.adjust("1 minute")
        yield* send(id, tokens.Olga, { intent: "read-people", csv: "cy@example.org" })
        const refused = yield* send(id, tokens.Olga, { intent: "invite-people", days: "7", seen: first })
        assert.include(JSON.stringify(refused), "The list was changed after you opened this page.")
        assert.lengthOf(yield* messages, 0)
        yield* send(id, tokens.Olga, { intent: "discard-people" })
        assert.isNull((yield* seen(id, tokens.Olga))?.people)
      })
    )
  )

  it.effect("take at most six statements a page, and are removed in time and with the account", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club({ joinPolicy: "invite" })
        yield* invite(id, tokens.Olga, "ben@example.org\ncy@example.org")
        const ben = yield* person("Ben")
        yield* joins(id, ben, codeIn((yield* messages)[0]?.body))
        yield* send(id, tokens.Olga, { intent: "read-people", csv: "dee@example.org" })
        for (const path of [tab, `${tab}&list=1`]) {
          const { statements } = yield* counting(visitInside({ id, token: tokens.Olga, path }, membersPage))
          assert.isAtMost(statements, 6, path)
        }
        const sql = yield* Sql
        const emails = Effect.map(
          sql<{ readonly email: string }>`SELECT email FROM invites WHERE email IS NOT NULL ORDER BY email`,
          (rows) => rows.map(({ email }) => email)
        )
        const sweep = yield* sweepInvitations
        yield* orUnavailable(sweep(TODAY + 14 * DAY + 91 * DAY))
        // Ben is a member, so that lists can still be checked.
        assert.deepEqual(yield* emails, ["ben@example.org"])
        assert.isNull(yield* (yield* InvitationLists).find(id, accountOf("Olga")))
        yield* forgetInvitations(sql, accountOf("Ben"), "Ben@example.org")
        assert.deepEqual(yield* emails, [])
      })
    )
  )

  it.effect("are for moderators and the owner alone", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club()
        yield* as(id, "Mia")
        const refused = yield* send(id, tokens.Mia, { intent: "read-people", csv: "ben@example.org" })
        assert.deepInclude(refused, { code: "E-ROLE" })
        const page = yield* Effect.flip(visitInside({ id, token: tokens.Mia, path: tab }, membersPage))
        assert.strictEqual(page.status, 403)
      })
    )
  )
})
