import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Exit, Layer, TestClock } from "effect"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { checkForm } from "~/effects/base/remix/form"
import { Backend } from "~/effects/people/backend/Backend.server"
import { SignupForm } from "~/effects/people/signup/forms"
import { Profiles } from "~/effects/people/signup/Profiles.server"
import { Signup } from "~/effects/people/signup/Signup.server"
import { SignupBlocks } from "~/effects/people/signup/SignupBlocks.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { asker, lastCode, otherThan, TODAY, uploadPicture, world } from "./world"

const ada = asker("ada")

const job = {
  company_name: "Acme",
  start_date: "2020-01-01",
  end_date: "2021-01-01",
  current: true,
  designation: "Baker",
  description: "Bread"
}

/** A person ready to click Submit: picture uploaded, code in the mail. Returns the body of the request. */
const ready = (who = ada, changes: Partial<typeof SignupForm.Encoded> = {}) =>
  Effect.gen(function* () {
    const backend = yield* Backend
    const email = changes.email ?? `${who.browser.split(" ").at(-1)}@example.org`
    const display_image = yield* uploadPicture(who)
    yield* backend.emailVerification(email, who)
    const body = {
      username: `Name ${who.browser.split(" ").at(-1)}`,
      bio: "I like communities",
      tags: ["Arts", "Music", "Film", "Games", "Sport"],
      work_history: [],
      newletterOpted: true,
      public_address: who.account ?? "",
      display_image,
      otp: yield* lastCode(email),
      ...changes,
      email
    }
    return Either.getOrThrow(checkForm(SignupForm, body))
  })

const submit = (form: SignupForm, who = ada, key: string | null = null) =>
  Effect.flatMap(Backend, (backend) => backend.signup(form, who, key))
const refusal = (form: SignupForm, who = ada) => Effect.flip(submit(form, who))

const count = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM users`, (rows) => rows[0]?.n)
)

describeOnBothDatabases("Signup", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, Effect.Effect.Context<ReturnType<typeof ready>> | WorldServices>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("is refused with a blocked domain or network, at the code and at the end, and keeps the code", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready()
        const blocks = yield* Effect.provide(SignupBlocks, SignupBlocks.Default)
        const backend = yield* Backend
        yield* blocks.add({ kind: "domain", target: "example.org" }, "Forty accounts in an hour.", null)
        const refused = yield* refusal(form)
        assert.strictEqual(
          `${refused.code} ${refused.message}`,
          "E-DOMAIN-BLOCKED This site accepts no e-mail addresses of example.org: “Forty accounts in an hour.” Use another address, or write to us on the Support page."
        )
        assert.strictEqual(
          (yield* Effect.flip(backend.emailVerification("new@example.org", ada))).code,
          "E-DOMAIN-BLOCKED"
        )
        yield* blocks.remove({ kind: "domain", target: "example.org" })
        yield* blocks.add({ kind: "network", target: "192.0.2.0/24" }, "Forty accounts in an hour.", null)
        const elsewhere = { ...ada, address: "192.0.2.44" }
        assert.strictEqual((yield* refusal(form, elsewhere)).code, "E-NETWORK-BLOCKED")
        assert.strictEqual(
          (yield* Effect.flip(backend.emailVerification("new@example.org", elsewhere))).code,
          "E-NETWORK-BLOCKED"
        )
        assert.strictEqual(yield* count, 0)
        assert.strictEqual(yield* submit(form), ada.account)
      })
    )
  )

  it.effect("is refused while operators have closed sign-ups, and keeps the code for later", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready()
        const flags = yield* Effect.provide(FeatureFlags, FeatureFlags.Default)
        yield* flags.set("signups", "Somebody makes accounts by the dozen.")
        // A server reads the feature flags at its start and every two seconds; this world is a server of its own.
        const later = Layer.fresh(Signup.Default)
        const complete = Effect.provide(
          Effect.flatMap(Signup, (signup) => signup.complete(form, ada)),
          later
        )
        const refused = yield* Effect.flip(complete)
        assert.deepStrictEqual(
          [refused._tag, refused.message],
          ["SwitchedOff", "Signing up is switched off for now. Somebody makes accounts by the dozen."]
        )
        assert.strictEqual(yield* count, 0)
        yield* flags.reset("signups")
        assert.strictEqual(yield* submit(form), ada.account)
      })
    )
  )

  it.effect("stores the person as they described themselves, and returns their account", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready(ada, { work_history: [job], newletterOpted: false })
        assert.strictEqual(yield* submit(form), ada.account)
        const profiles = yield* Profiles
        const own = yield* Effect.flatten(profiles.ownProfile(asAccount(form.public_address)))
        assert.deepEqual<unknown>(own, {
          account: ada.account,
          username: "Name ada",
          bio: "I like communities",
          displayImage: form.display_image,
          tags: form.tags,
          // A current job has no end, whatever the form still contained.
          workHistory: [{ ...job, end_date: null }],
          createdAt: TODAY,
          email: "ada@example.org",
          newsletterOptedIn: false,
          version: 1
        })
        const publicView = yield* Effect.flatten(profiles.profile(asAccount(form.public_address)))
        assert.notInclude(JSON.stringify(publicView), "example.org")
      })
    )
  )

  it.effect("takes the account from the session only: 401 without one, 403 with another", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready()
        const message = "This wallet account was not proven. Connect again."
        assert.deepInclude(yield* refusal(form, { ...ada, account: null }), { status: 401, message })
        assert.deepInclude(yield* refusal(form, { ...ada, account: asAccount("account of eve") }), {
          status: 403,
          message
        })
        assert.strictEqual(yield* count, 0)
        assert.strictEqual(yield* submit(form), ada.account)
      })
    )
  )

  it.effect("creates one profile for two concurrent requests: one response, one 409", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready()
        const ends = yield* Effect.all([Effect.either(submit(form)), Effect.either(submit(form))], {
          concurrency: "unbounded"
        })
        const [refused] = ends.filter(Either.isLeft)
        assert.lengthOf(ends.filter(Either.isRight), 1)
        assert.deepInclude(refused?.left, {
          status: 409,
          message: "This account already has a profile. Edit it instead."
        })
        assert.strictEqual(yield* count, 1)
      })
    )
  )

  it.effect("refuses a second sign-up of the same account with 409, whatever its code", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready()
        yield* submit(form)
        assert.strictEqual((yield* refusal({ ...form, otp: otherThan(form.otp) }))._tag, "ProfileExists")
      })
    )
  )

  it.effect("compares names by letters and spaces, in any case, and keeps the code valid", () =>
    scene(
      Effect.gen(function* () {
        yield* submit(yield* ready(ada, { username: "Ada  Lovelace" }))
        const eve = asker("eve")
        const form = yield* ready(eve, { username: "ADA LOVELACE" })
        for (let round = 0; round < 7; round++) {
          assert.deepInclude(yield* refusal(form, eve), { status: 409, message: "This name is already taken." })
        }
        const renamed = Either.getOrThrow(checkForm(SignupForm.fields.username, "Eve"))
        assert.strictEqual(yield* submit({ ...form, username: renamed }, eve), eve.account)
      })
    )
  )

  it.effect("gives an e-mail to one account, and reveals that only to people who received the code", () =>
    scene(
      Effect.gen(function* () {
        yield* submit(yield* ready(ada))
        yield* TestClock.adjust("60 seconds")
        const eve = asker("eve")
        const form = yield* ready(eve, { email: "ADA@example.org" })
        const wrong = yield* refusal({ ...form, otp: otherThan(form.otp) }, eve)
        assert.strictEqual(wrong._tag, "WrongCode")
        assert.deepInclude(yield* refusal(form, eve), {
          status: 409,
          message: "This e-mail is already used by another account."
        })
      })
    )
  )

  it.effect("counts a wrong code although the sign-up fails, under an idempotency key too", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready()
        const tries: Array<string> = []
        for (let step = 1; step <= 5; step++) {
          const wrong = { ...form, otp: otherThan(form.otp, step) }
          tries.push((yield* Effect.flip(submit(wrong, ada, `key ${step}`))).message)
        }
        assert.deepStrictEqual(tries, [
          ...[4, 3, 2, 1].map((left) => `The code is not right. ${left} tries left.`),
          "Too many tries. Ask for a new code."
        ])
        assert.strictEqual((yield* refusal(form))._tag, "TooManyTries")
      })
    )
  )

  it.effect("returns the same to a request repeated under one key, and 422 to other content", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready()
        const twice = yield* Effect.all([submit(form, ada, "key"), submit(form, ada, "key")], {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual<unknown>(twice, [ada.account, ada.account])
        assert.strictEqual(yield* count, 1)
        const other = yield* Effect.flip(submit({ ...form, bio: "Something else entirely" }, ada, "key"))
        assert.deepInclude(other, { _tag: "KeyReused", status: 422 })
      })
    )
  )

  it.effect("names every field that breaks a rule only the server can check", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready(ada, {
          tags: ["Arts", "Music", "Film", "Games", "Knitting"],
          work_history: [{ ...job, current: false, end_date: "2026-12-24" }]
        })
        for (const display_image of [
          "https://evil.example/x.png",
          "/files/aaaaaaaaaaaaaaaaaaaaaaaaaa/-/preview/1000x562/",
          `${form.display_image}?x`,
          "/files/../etc/passwd/-/preview/1000x562/"
        ]) {
          const refused = yield* refusal({ ...form, display_image })
          assert.deepStrictEqual(refused._tag === "InvalidFields" && Object.keys(refused.fields).sort(), [
            "display_image",
            "tags",
            "work_history.0.end_date"
          ])
        }
        assert.strictEqual(yield* count, 0)
      })
    )
  )

  it.effect("accepts the picture's address with our own origin in front, and stores it without", () =>
    scene(
      Effect.gen(function* () {
        const form = yield* ready()
        yield* submit({ ...form, display_image: `http://127.0.0.1:3000${form.display_image}` })
        const kept = yield* Effect.flatten((yield* Profiles).profile(asAccount(form.public_address)))
        assert.strictEqual(kept.displayImage, form.display_image)
      })
    )
  )

  it.effect("stores nobody, and keeps the code valid, when the database fails half-way", () =>
    scene(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const eve = asker("eve")
        yield* submit(yield* ready(eve), eve)
        const form = yield* ready()
        // A rule unknown to the repository, so that the insert itself fails.
        yield* sql`CREATE UNIQUE INDEX one_bio ON users (bio)`
        assert.isTrue(Exit.isFailure(yield* Effect.exit(submit(form))))
        assert.strictEqual(yield* count, 1)
        yield* sql`DROP INDEX one_bio`
        assert.strictEqual(yield* submit(form), ada.account)
      })
    )
  )
})

type WorldServices = SqlClient.SqlClient | Profiles | Layer.Layer.Context<typeof Signup.Default>
