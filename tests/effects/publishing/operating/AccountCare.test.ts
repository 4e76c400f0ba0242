import { assert, it } from "@effect/vitest"
import { Effect, Option, Ref, TestClock } from "effect"
import { sendDue } from "~/effects/base/jobs/OutboxWorker.server"
import { SentEmails } from "~/effects/base/mail/Mailer.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { AccountCare } from "~/effects/publishing/operating/AccountCare.server"
import { FoundPeople } from "~/effects/publishing/operating/FoundPeople.server"
import { Closing } from "~/effects/publishing/operating/pages/Closing.server"
import { describeOnBothDatabases } from "../../../databases"
import { found, join } from "../../activity/activity/world"
import { signIn } from "../dashboard/visits"
import { ANA, BEN, because, failureOf, logged, OLU, sceneOn } from "./world"

describeOnBothDatabases("Operators' account actions", (database) => {
  const scene = sceneOn(database)

  it.effect("end every session, and fail without logging if there is none", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* AccountCare
        const sessions = yield* Sessions
        const [one, other, bens] = [yield* signIn(ANA), yield* signIn(ANA), yield* signIn(BEN)]
        assert.strictEqual((yield* care.endSessions("ana ribeiro", because())).summary, "Ended 2 sessions")
        assert.isTrue(Option.isNone(yield* sessions.find(one)) && Option.isNone(yield* sessions.find(other)))
        assert.isTrue(Option.isSome(yield* sessions.find(bens)))
        assert.strictEqual(
          yield* failureOf(care.endSessions(ANA, because())),
          "E-STATE Ana Ribeiro has no open session."
        )
        assert.deepEqual(yield* logged, [
          "machine: ada: Ended 2 sessions on Ana Ribeiro (Sells shoes in every thread.)"
        ])
      })
    )
  )

  it.effect("find nobody under an unused name", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* AccountCare
        const none = "E-NOT-FOUND There is no person “Nobody Here”."
        assert.strictEqual(yield* failureOf(care.endSessions("Nobody Here", because())), none)
        assert.strictEqual(yield* failureOf(care.suspend("Nobody Here", 7, because())), none)
        assert.strictEqual(yield* failureOf(care.unsuspend("Nobody Here", because())), none)
        assert.deepEqual(yield* logged, [])
      })
    )
  )

  it.effect("suspend for some days: sessions are disabled meanwhile, and work again afterwards", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* AccountCare
        const sessions = yield* Sessions
        const token = yield* signIn(ANA)
        yield* care.suspend("ana.ribeiro@people.example", 3, because())
        const { session, suspension } = yield* sessions.read(token)
        assert.isTrue(Option.isNone(session))
        assert.strictEqual(suspension?.reason, "Sells shoes in every thread.")
        assert.isTrue(Option.isNone(yield* sessions.accountOf(token)))
        assert.deepEqual(yield* sessions.list(ANA), [])
        assert.isTrue(Option.isNone(yield* sessions.renew(token)))
        const again = yield* failureOf(care.suspend(ANA, 30, because()))
        assert.match(
          again,
          /^E-STATE Ana Ribeiro is already suspended, until .* UTC\. Lift that suspension first to change it\.$/
        )
        yield* TestClock.adjust("3 days")
        assert.isTrue(Option.isSome(yield* sessions.find(token)))
        assert.lengthOf(yield* logged, 1)
      })
    )
  )

  it.effect("notify the person by e-mail, with the reason and the address for objections", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* AccountCare
        yield* care.suspend(ANA, null, because())
        yield* sendDue
        const [email] = yield* Effect.flatMap(SentEmails, Ref.get)
        assert.strictEqual(email?.to, "ana.ribeiro@people.example")
        assert.include(email?.text, "This account is suspended on this site: “Sells shoes in every thread.”")
        assert.include(email?.text, "http://127.0.0.1:3000/support")
      })
    )
  )

  it.effect("end a suspension once", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* AccountCare
        const suspensions = yield* AccountSuspensions
        yield* care.suspend(ANA, null, because())
        yield* TestClock.adjust("1 hour")
        yield* care.unsuspend(ANA, because("She wrote to us."))
        assert.isTrue(Option.isNone(yield* suspensions.find(ANA)))
        assert.strictEqual(yield* failureOf(care.unsuspend(ANA, because())), "E-STATE Ana Ribeiro is not suspended.")
        assert.strictEqual((yield* logged)[0], "machine: ada: Ended the suspension on Ana Ribeiro (She wrote to us.)")
      })
    )
  )

  it.effect("close an account: the profile is deleted, and the account cannot return until it is admitted", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* AccountCare
        const closing = yield* Closing
        const people = yield* FoundPeople
        yield* signIn(ANA)
        yield* closing.close(ANA, because())
        assert.deepEqual(yield* people.list("ana", 5), [])
        const gone = yield* people.details(ANA)
        assert.deepEqual([gone.username, gone.email, gone.suspension?.kind, gone.sessions], [null, null, "closed", 0])
        assert.match(yield* failureOf(closing.close(ANA, because())), /^E-STATE account_…\S+ is already closed\.$/)
        yield* sendDue
        assert.lengthOf(yield* Effect.flatMap(SentEmails, Ref.get), 1)
        assert.notInclude(JSON.stringify(yield* logged), "Ribeiro")
        yield* care.unsuspend(ANA, because("A mistake of ours."))
        assert.isTrue(Option.isNone(yield* Effect.flatMap(AccountSuspensions, (all) => all.find(ANA))))
      })
    )
  )

  it.effect("change nothing if a community would lose its owner", () =>
    scene(
      Effect.gen(function* () {
        const closing = yield* Closing
        const film = yield* found({ slug: "night-film", name: "Night Film Club", ownerAddress: ANA })
        yield* join(film.id, ANA, { role: "owner" })
        const refusal = yield* failureOf(closing.close(ANA, because()))
        assert.strictEqual(refusal, "E-HAND-OVER Hand over or archive Night Film Club first.")
        const person = yield* Effect.flatMap(FoundPeople, (people) => people.details(ANA))
        assert.strictEqual(person.suspension, null)
        assert.deepEqual(
          person.communities.map(({ name, role }) => `${name} ${role}`),
          ["Night Film Club owner"]
        )
        assert.deepEqual(yield* logged, [])
      })
    )
  )

  it.effect("lock out no operator, including oneself", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* AccountCare
        const closing = yield* Closing
        const self = because("A slip of the hand.", { actor: OLU, account: OLU })
        assert.match(yield* failureOf(care.suspend(OLU, 7, self)), /^E-SELF This is your own account\./)
        assert.match(yield* failureOf(closing.close(OLU, self)), /^E-SELF This is your own account\./)
        assert.match(yield* failureOf(closing.close(OLU, because())), /^E-SELF This is an operator's account\./)
        yield* care.suspend(BEN, 7, self)
        assert.deepEqual(yield* logged, [
          "Olu Fashola: Suspended until 27 Nov 2026, 12:00 UTC on Ben Okafor (A slip of the hand.)"
        ])
      })
    )
  )
})
