/** Accounts proven in addition to the session's own: who may read and write that list, and when it expires. */
import { assert, it } from "@effect/vitest"
import { Duration, Effect, FastCheck, Layer, TestClock } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { ACCOUNTS_COOKIE, MOST_OTHERS, ProvenAccounts } from "~/effects/people/wallet-session/ProvenAccounts.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { addressOf, testKey } from "./keys"
import { settings } from "./world"

const account = (seed: string) => asAccount(addressOf(testKey("curve25519", seed)))
const [ada, ben, cho] = [account("Ada"), account("Ben"), account("Cho")]

/** As the browser sends it back, among others. */
const sent = (set: string) => `theme=dark; ${set.split(";")[0]}; other=1`

describeOnBothDatabases("Accounts proven in addition to the session's", (database) => {
  const on = Layer.mergeAll(ProvenAccounts.Default, AccountSuspensions.Default).pipe(
    Layer.provideMerge(database),
    Layer.provide(Layer.succeed(Settings, settings))
  )

  it.effect("are readable for that account alone, for the longest life of a session", () =>
    Effect.gen(function* () {
      const { cookieOf, others } = yield* ProvenAccounts
      const set = yield* cookieOf(ada, [ben, cho])
      assert.match(set, /^__Host-accounts=[^;]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
      assert.deepStrictEqual(yield* others(ada, sent(set)), [ben, cho])
      assert.deepStrictEqual(yield* others(ben, sent(set)), [])
      assert.deepStrictEqual(yield* others(ada, ""), [])
      yield* TestClock.adjust(Duration.days(30))
      assert.deepStrictEqual(yield* others(ada, sent(set)), [])
    }).pipe(Effect.provide(on))
  )

  it.effect("are empty without others, and no more than fit into a header", () =>
    Effect.gen(function* () {
      const { cookieOf, others } = yield* ProvenAccounts
      assert.match(yield* cookieOf(ada, []), /^__Host-accounts=;.* Max-Age=0$/)
      const many = Array.from({ length: 39 }, (_, n) => account(`other ${n}`))
      const set = yield* cookieOf(ada, many)
      assert.isBelow(set.length, 2_000)
      assert.deepStrictEqual(yield* others(ada, sent(set)), many.slice(0, MOST_OTHERS))
    }).pipe(Effect.provide(on))
  )

  it.effect("cannot be written by anybody else, and tolerate any cookie", () =>
    Effect.gen(function* () {
      const { cookieOf, others } = yield* ProvenAccounts
      const [value = ""] = (yield* cookieOf(ada, [ben])).split("=")[1]?.split(";") ?? []
      const [until = "", , mark = ""] = value.split("~")
      const forged = [
        `${until}~${ben}~${cho}~${mark}`,
        `${until}~${cho}~${mark}`,
        `${Number(until) + 1}~${ben}~${mark}`,
        `${until}~${ben}`,
        `${until}~${ben}~`,
        value.toUpperCase(),
        "~",
        ""
      ]
      for (const each of forged) assert.deepStrictEqual(yield* others(ada, `${ACCOUNTS_COOKIE}=${each}`), [], each)
      const texts = FastCheck.sample(FastCheck.oneof(FastCheck.string(), FastCheck.fullUnicodeString()), 200)
      for (const each of texts) assert.deepStrictEqual(yield* others(ada, `${ACCOUNTS_COOKIE}=${each}`), [], each)
    }).pipe(Effect.provide(on))
  )

  it.effect("do not count while operators suspended them", () =>
    Effect.gen(function* () {
      const { cookieOf, others } = yield* ProvenAccounts
      const { lift, set: suspend } = yield* AccountSuspensions
      const set = yield* cookieOf(ada, [ben, cho])
      yield* suspend(ben, { kind: "suspended", reason: "For the test", suspendedUntil: null })
      assert.deepStrictEqual(yield* others(ada, sent(set)), [cho])
      yield* lift(ben)
      assert.deepStrictEqual(yield* others(ada, sent(set)), [ben, cho])
    }).pipe(Effect.provide(on))
  )
})
