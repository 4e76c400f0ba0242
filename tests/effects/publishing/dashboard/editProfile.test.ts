import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { Profiles } from "~/effects/people/signup/Profiles.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { editAction, editPage } from "~/effects/publishing/dashboard/pages/editProfile.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { lastCode, messages, otherThan, TODAY, world } from "../../people/signup/world"
import { ADA, job, member, visit } from "./visits"

const tags = ["Climate", "Energy", "Farming", "Film", "Food"]
type Fields = Iterable<readonly [string, string]>

/** The Profile tab as a browser posts it. */
const profileFields = (changes: Readonly<Record<string, string>> = {}, chosen = tags): Fields => [
  ...Object.entries({
    intent: "save-profile",
    version: "1",
    username: "Ada Main",
    bio: "I keep bees and spreadsheets.",
    display_image: "/files/ada/-/preview/1000x562/",
    ...changes
  }),
  ...chosen.map((tag) => ["tags", tag] as const)
]

const post = (fields: Fields, token?: string) =>
  Effect.map(
    visit("/userDashboard/edit", editAction, { form: fields, ...(token === undefined ? {} : { token }) }),
    ({ headers, value }) => ({ reply: value.data, status: value.init?.status ?? 200, headers })
  )

const stored = Effect.flatMap(Profiles, (profiles) => Effect.flatten(profiles.ownProfile(ADA)))

describeOnBothDatabases("The edit page", (database) => {
  const Live = Layer.merge(MembershipsRepo.Default, Sessions.Default).pipe(
    Layer.provideMerge(world(database)),
    Layer.provideMerge(database)
  )
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("saves a changed name and confirms it", () =>
    scene(
      Effect.gen(function* () {
        const { reply, status } = yield* post(profileFields({ username: "Ada Second" }), yield* member())
        assert.strictEqual(status, 200)
        assert.strictEqual(reply.outcome, "saved")
        assert.strictEqual((yield* stored).username, "Ada Second")
        assert.strictEqual(reply.stored?.version, 2)
      })
    )
  )

  it.effect("reports that nothing has changed, and writes nothing", () =>
    scene(
      Effect.gen(function* () {
        const { reply } = yield* post(profileFields(), yield* member())
        assert.strictEqual(reply.outcome, "unchanged")
        assert.strictEqual((yield* stored).version, 1)
      })
    )
  )

  it.effect("keeps the input when a rule is broken, and names each field", () =>
    scene(
      Effect.gen(function* () {
        const { reply, status } = yield* post(
          profileFields({ username: "A!", bio: "short" }, ["Arts"]),
          yield* member()
        )
        assert.strictEqual(status, 422)
        assert.sameMembers(Object.keys(reply.fields), ["username", "bio", "tags"])
        assert.strictEqual(reply.fields.tags, "Select between 5 and 10 tags.")
        assert.deepInclude(reply.sent.profile, { username: "A!", bio: "short", tags: ["Arts"] })
        assert.strictEqual((yield* stored).version, 1)
      })
    )
  )

  it.effect("shows both versions when somebody else saved first, and overwrites neither", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        yield* post(profileFields({ bio: "Written in another tab." }), token)
        const { reply, status } = yield* post(profileFields({ bio: "Written in this tab." }), token)
        assert.strictEqual(status, 409)
        assert.strictEqual(reply.code, "E-STALE")
        assert.strictEqual(reply.message, "Someone changed this meanwhile. Your text is kept; compare and save again.")
        assert.strictEqual(reply.stored?.bio, "Written in another tab.")
        assert.strictEqual(reply.sent.profile?.bio, "Written in this tab.")
        assert.strictEqual((yield* stored).bio, "Written in another tab.")
      })
    )
  )

  it.effect("returns the typed text when the session has ended", () =>
    scene(
      Effect.gen(function* () {
        yield* member()
        const { reply, status } = yield* post(profileFields({ bio: "Typed for an hour." }), "0".repeat(64))
        assert.strictEqual(status, 401)
        assert.strictEqual(reply.code, "E-AUTH")
        assert.strictEqual(reply.message, "Sign in with your wallet to edit your profile.")
        assert.strictEqual(reply.sent.profile?.bio, "Typed for an hour.")
      })
    )
  )

  it.effect("refuses a name that somebody else has, on its field", () =>
    scene(
      Effect.gen(function* () {
        yield* member(asAccount("account_tdx_2_another"), "Taken Name")
        const { reply, status } = yield* post(profileFields({ username: "taken  name" }), yield* member())
        assert.strictEqual(status, 409)
        assert.strictEqual(reply.fields.username, "This name is already taken.")
      })
    )
  )

  it.effect("reads the numbered fields of jobs, skips empty entries and checks the dates", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        const entry = (index: number, values: Readonly<Record<string, string>>): Fields =>
          Object.entries(values).map(([field, value]) => [`work_history.${index}.${field}`, value] as const)
        const { current: _, end_date: __, ...texts } = job
        const fields = (start: string): Fields => [
          ["intent", "save-work"],
          ["version", "1"],
          ...entry(0, { ...texts, start_date: start, end_date: "2020-01-01" }),
          ...entry(1, { company_name: " ", start_date: "", end_date: "", designation: "", description: "" })
        ]
        const early = yield* post(fields("1999-12-31"), token)
        assert.strictEqual(early.status, 422)
        assert.strictEqual(early.reply.sent.work?.[0]?.start_date, "1999-12-31")
        const { reply } = yield* post(fields("2018-05-01"), token)
        assert.strictEqual(reply.outcome, "saved")
        assert.deepEqual<unknown>((yield* stored).workHistory, [
          { ...texts, start_date: "2018-05-01", end_date: "2020-01-01", current: false }
        ])
      })
    )
  )

  it.effect("changes the e-mail with a code, and gives the session a new token", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        const asked = yield* post(
          [
            ["intent", "ask-code"],
            ["email", "new@example.org"]
          ],
          token
        )
        assert.strictEqual(asked.reply.outcome, "code-sent")
        const browser = /__Host-browser=([0-9a-f]{64})/.exec(asked.headers.get("set-cookie") ?? "")?.[1]
        const otp = yield* lastCode("new@example.org")
        const respond = (code: string) =>
          Effect.map(
            visit("/userDashboard/edit", editAction, {
              form: [
                ["intent", "change-email"],
                ["email", "new@example.org"],
                ["otp", code],
                ["version", "1"]
              ],
              headers: { cookie: `__Host-session=${token}; __Host-browser=${browser}` }
            }),
            ({ headers, value }) => ({ reply: value.data, headers })
          )
        const wrong = yield* respond(otherThan(otp))
        assert.strictEqual(wrong.reply.message, "The code is not right. 4 tries left.")
        const right = yield* respond(otp)
        assert.strictEqual(right.reply.outcome, "saved")
        assert.strictEqual((yield* stored).email, "new@example.org")
        assert.include(right.headers.get("set-cookie") ?? "", "__Host-session=")
        const sessions = yield* Sessions
        assert.isTrue(Option.isNone(yield* sessions.find(token)))
      })
    )
  )

  it.effect("requires a recent proof before the e-mail can change, and sends no e-mail", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        yield* TestClock.adjust("25 hours")
        const { reply, status } = yield* post(
          [
            ["intent", "ask-code"],
            ["email", "new@example.org"]
          ],
          token
        )
        assert.strictEqual(status, 403)
        assert.strictEqual(reply.code, "E-FRESH")
        assert.isEmpty(yield* messages)
      })
    )
  )

  it.effect("refuses a post without a command", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        for (const intent of ["", "toString", "delete"]) {
          const refusal = yield* Effect.flip(post([["intent", intent]], token))
          assert.strictEqual(refusal._tag, "MalformedBody")
        }
      })
    )
  )

  it.effect("shows no data without a session, and the e-mail to its owner only", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        assert.strictEqual((yield* Effect.flip(visit("/userDashboard/edit?tab=work", editPage)))._tag, "NotSignedIn")
        const { value } = yield* visit("/userDashboard/edit?tab=nonsense", editPage, { token })
        assert.strictEqual(value.tab, "profile")
        assert.strictEqual(value.state === "ready" && value.profile.email, "Ada.Main@example.org")
      })
    )
  )
})
