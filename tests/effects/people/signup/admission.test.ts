import { assert, it } from "@effect/vitest"
import { Effect, Either, type Layer, Option, TestClock } from "effect"
import { checkForm } from "~/effects/base/remix/form"
import { Backend } from "~/effects/people/backend/Backend.server"
import { SignupForm } from "~/effects/people/signup/forms"
import { SignupInvitations } from "~/effects/people/signup/SignupInvitations.server"
import { SignupModes } from "~/effects/people/signup/SignupModes.server"
import { SignupRequests } from "~/effects/people/signup/SignupRequests.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { asker, lastCode, messages, TODAY, uploadPicture, world } from "./world"

const ada = asker("ada")
const ben = asker("ben")

const ready = (who = ada, username = "Ada", email = `${username.toLowerCase()}@example.org`) =>
  Effect.gen(function* () {
    const backend = yield* Backend
    const display_image = yield* uploadPicture(who)
    yield* backend.emailVerification(email, who)
    return Either.getOrThrow(
      checkForm(SignupForm, {
        username,
        email,
        bio: "I like communities",
        tags: ["Arts", "Music", "Film", "Games", "Sport"],
        work_history: [],
        newletterOpted: true,
        public_address: who.account ?? "",
        display_image,
        otp: yield* lastCode(email)
      })
    )
  })
const submit = (form: SignupForm, who = ada) => Effect.flatMap(Backend, (backend) => backend.signup(form, who, null))
const hasProfile = (who = ada) =>
  Effect.flatMap(UsersRepo, (users) => Effect.map(users.findByAddress(who.account ?? ""), Option.isSome))
const services = Effect.all({ modes: SignupModes, invitations: SignupInvitations, requests: SignupRequests }).pipe(
  Effect.provide([SignupModes.Default, SignupInvitations.Default, SignupRequests.Default])
)

describeOnBothDatabases("Sign-ups by approval and by invitation", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("wait for approval without a profile, which the approval stores once", () =>
    scene(
      Effect.gen(function* () {
        const { modes, requests } = yield* services
        yield* modes.set("approval", "")
        const form = yield* ready()
        yield* submit(form)
        assert.isFalse(yield* hasProfile())
        assert.strictEqual((yield* Effect.flip(submit(form))).code, "E-SIGNUP-WAITING")
        // The name is taken while it waits.
        assert.strictEqual(
          (yield* Effect.flip(submit(yield* ready(ben, "Ada", "ben@example.org"), ben))).code,
          "E-NAME-TAKEN"
        )
        assert.isTrue(Option.isSome(yield* requests.approve(asAccount(form.public_address))))
        assert.isTrue(Option.isNone(yield* requests.approve(asAccount(form.public_address))))
        assert.isTrue(yield* hasProfile())
        assert.include((yield* messages).at(-1)?.text, "approved your sign-up")
      })
    )
  )

  it.effect("are refused twice at most, and deleted after 30 days", () =>
    scene(
      Effect.gen(function* () {
        const { modes, requests } = yield* services
        yield* modes.set("approval", "")
        yield* submit(yield* ready())
        yield* requests.refuse(asAccount(ada.account ?? ""), "We do not know you.", false)
        yield* TestClock.adjust("1 hour")
        yield* submit(yield* ready())
        yield* requests.refuse(asAccount(ada.account ?? ""), "We still do not know you.", false)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual((yield* Effect.flip(submit(yield* ready()))).code, "E-SIGNUP-REFUSED")
        yield* submit(yield* ready(ben, "Ben"), ben)
        yield* TestClock.adjust("30 days")
        yield* requests.expireDue
        assert.isTrue(Option.isNone(yield* requests.find(asAccount(ben.account ?? ""))))
        assert.include((yield* messages).at(-1)?.subject, "has expired")
      })
    )
  )

  it.effect("need a valid invitation, which is checked again at the end", () =>
    scene(
      Effect.gen(function* () {
        const { invitations, modes } = yield* services
        const before = yield* ready()
        yield* modes.set("invitation", "Ask Olu.")
        const refused = yield* Effect.flip(submit(before))
        assert.strictEqual(
          `${refused.code} ${refused.message}`,
          "E-INVITATION Signing up here needs an invitation. Ask Olu."
        )
        const code = yield* invitations.add({ note: "Ada", createdBy: "machine: ada", maxUses: 1, days: 7 })
        yield* submit(before, { ...ada, invitation: code })
        assert.isTrue(yield* hasProfile())
        const second = yield* Effect.flip(
          Effect.flatMap(Backend, (backend) =>
            backend.emailVerification("ben@example.org", { ...ben, invitation: code })
          )
        )
        assert.strictEqual(second.code, "E-INVITATION")
      })
    )
  )
})
