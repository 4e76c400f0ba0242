import { assert, it } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import { checkForm } from "~/effects/base/remix/form"
import { Username } from "~/effects/people/signup/forms"
import { ProfileEdit, type ProfileEditDraft } from "~/effects/people/signup/Profile"
import { Profiles } from "~/effects/people/signup/Profiles.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { asker, lastCode, TODAY, uploadPicture, world } from "./world"

const ada = asker("ada")
const tags = ["Arts", "Music", "Film", "Games", "Sport"]

/** A member with a stored profile; returns the edit form filled with it. */
const member = (who = ada, username = "Ada L") =>
  Effect.gen(function* () {
    const users = yield* UsersRepo
    const displayImage = yield* uploadPicture(who)
    yield* users.insert({
      accountAddress: asAccount(who.account ?? ""),
      username,
      email: `${who.browser.split(" ").at(-1)}@example.org`,
      bio: "I like communities",
      displayImage,
      tags,
      workHistory: [],
      newsletter: true
    })
    return { username, bio: "I like communities", tags, display_image: displayImage }
  })
const edit = (draft: ProfileEditDraft) => Either.getOrThrow(checkForm(ProfileEdit, draft))
const account = ada.account ?? ""

describeOnBothDatabases("Profiles", (database) => {
  const Live = world(database)
  const scene = <A, E>(
    program: Effect.Effect<A, E, Profiles | Profiles | Effect.Effect.Context<ReturnType<typeof member>> | SentMessages>
  ) => Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("save a change and increase the version, and save nothing when nothing changed", () =>
    scene(
      Effect.gen(function* () {
        const draft = yield* member()
        const edits = yield* Profiles
        const saved = yield* edits.saveProfile(asAccount(account), edit({ ...draft, bio: "Something new here" }), 1)
        assert.deepInclude(saved.profile, { bio: "Something new here", version: 2 })
        assert.isTrue(saved.changed)
        const again = yield* edits.saveProfile(asAccount(account), edit({ ...draft, bio: "Something new here" }), 2)
        assert.deepInclude(again, { changed: false })
        assert.strictEqual(again.profile.version, 2)
      })
    )
  )

  it.effect("report E-STALE to the second of two editors, and keep both texts (docs/goals.md B3)", () =>
    scene(
      Effect.gen(function* () {
        const draft = yield* member()
        const edits = yield* Profiles
        const save = (bio: string) => Effect.either(edits.saveProfile(asAccount(account), edit({ ...draft, bio }), 1))
        const ends = yield* Effect.all([save("The first text of mine"), save("The second text of mine")], {
          concurrency: "unbounded"
        })
        const [won] = ends.filter(Either.isRight)
        const [lost] = ends.filter(Either.isLeft)
        assert.isDefined(won)
        const stale = lost?.left
        assert.strictEqual(stale?._tag, "StaleProfile")
        if (stale?._tag !== "StaleProfile") return
        assert.deepInclude(stale, {
          status: 409,
          code: "E-STALE",
          message: "Someone changed this meanwhile. Your text is kept; compare and save again."
        })
        assert.strictEqual(stale.stored.bio, won?.right.profile.bio)
        const texts = [stale.stored.bio, (stale.sent as ProfileEdit).bio].sort()
        assert.deepStrictEqual(texts, ["The first text of mine", "The second text of mine"])
      })
    )
  )

  it.effect("lose no edit in any interleaving: versions and saves agree", () =>
    scene(
      Effect.gen(function* () {
        const draft = yield* member()
        const profiles = yield* Profiles
        const ends = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, n) => n),
          (n) =>
            Effect.gen(function* () {
              const { version } = yield* Effect.flatten(profiles.ownProfile(asAccount(account)))
              const bio = `The text of editor number ${n}`
              return yield* Effect.either(profiles.saveProfile(asAccount(account), edit({ ...draft, bio }), version))
            }),
          { concurrency: 8 }
        )
        const saves = ends.filter(Either.isRight).length
        const { version } = yield* Effect.flatten(profiles.ownProfile(asAccount(account)))
        assert.strictEqual(version, 1 + saves)
        assert.isAtLeast(saves, 1)
      })
    )
  )

  it.effect("follow the rules of sign-up: name, tags, picture, dates", () =>
    scene(
      Effect.gen(function* () {
        const draft = yield* member()
        yield* member(asker("eve"), "Eve")
        const edits = yield* Profiles
        const refused = (changes: Partial<ProfileEditDraft>) =>
          Effect.map(
            Effect.flip(edits.saveProfile(asAccount(account), edit({ ...draft, ...changes }), 1)),
            (e) => e._tag
          )
        assert.strictEqual(yield* refused({ username: "EVE" }), "NameTaken")
        assert.strictEqual(yield* refused({ tags: [...tags.slice(1), "Knitting"] }), "InvalidFields")
        assert.strictEqual(yield* refused({ display_image: "https://evil.example/x.png" }), "InvalidFields")
        const future = {
          company_name: "Acme",
          start_date: "2027-01-01",
          end_date: null,
          current: true,
          designation: "Baker",
          description: "Bread"
        }
        assert.strictEqual(
          (yield* Effect.flip(edits.saveWorkHistory(asAccount(account), [future], 1)))._tag,
          "InvalidFields"
        )
        const past = { ...future, start_date: "2026-01-01" }
        assert.deepStrictEqual((yield* edits.saveWorkHistory(asAccount(account), [past], 1)).profile.workHistory, [
          past
        ])
      })
    )
  )

  it.effect("let people keep their name in another spelling", () =>
    scene(
      Effect.gen(function* () {
        const draft = yield* member()
        const edits = yield* Profiles
        const saved = yield* edits.saveProfile(asAccount(account), edit({ ...draft, username: "ADA  L" }), 1)
        assert.strictEqual(saved.profile.username, Username.make("ADA  L"))
      })
    )
  )

  it.effect("change the e-mail with a code to the new address, unless somebody has it", () =>
    scene(
      Effect.gen(function* () {
        yield* member()
        yield* member(asker("eve"), "Eve")
        const edits = yield* Profiles
        yield* edits.askEmailCode("new@example.org", ada)
        const claim = { email: "new@example.org", otp: yield* lastCode("new@example.org"), asker: ada }
        assert.deepInclude((yield* edits.changeEmail(asAccount(account), claim, 1)).profile, {
          email: "new@example.org",
          version: 2
        })
        yield* edits.askEmailCode("eve@example.org", ada)
        const taken = { email: "eve@example.org", otp: yield* lastCode("eve@example.org"), asker: ada }
        assert.strictEqual((yield* Effect.flip(edits.changeEmail(asAccount(account), taken, 2)))._tag, "EmailTaken")
      })
    )
  )

  it.effect("contain nobody without a profile", () =>
    scene(
      Effect.gen(function* () {
        const profiles = yield* Profiles
        assert.strictEqual((yield* profiles.profile(asAccount("nobody")))._tag, "None")
        assert.strictEqual((yield* Effect.flip(profiles.saveWorkHistory(asAccount("nobody"), [], 1)))._tag, "NoProfile")
      })
    )
  )
})

type SentMessages = Effect.Effect.Context<ReturnType<typeof lastCode>>
