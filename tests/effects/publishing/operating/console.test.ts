/** The operators' pages as their programs see them: who is admitted, what is shown, and what a refused form keeps. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { emailsAction, emailsPage } from "~/effects/publishing/operating/pages/console/emails.server"
import { findAction, findPage } from "~/effects/publishing/operating/pages/console/find.server"
import { logPage } from "~/effects/publishing/operating/pages/console/log.server"
import { overview, overviewAction } from "~/effects/publishing/operating/pages/console/overview.server"
import { personAction, personPage } from "~/effects/publishing/operating/pages/console/person.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { found } from "../../activity/activity/world"
import { signIn, visit } from "../dashboard/visits"
import { ANA, BEN, logged, OLU, sceneOn } from "./world"

const REASON = "Sells shoes in every thread."
type Fields = Readonly<Record<string, string>>
const post = (form: Fields, extra: ReadonlyArray<readonly [string, string]> = []) => [...Object.entries(form), ...extra]

/** The reply of an action, with its status. */
const replied = <E, R>(program: Effect.Effect<{ readonly value: { readonly data: unknown } }, E, R>) =>
  Effect.map(program, ({ value }) => {
    const { data, init } = value as unknown as {
      readonly data: { readonly code: string; readonly message: string; readonly fields: Fields; readonly sent: Fields }
      readonly init: { readonly status: number } | null
    }
    return { ...data, status: init?.status ?? 200 }
  })

const onPerson = (token: string, account: string, form: Fields) =>
  replied(visit(`/operator/person/${account}`, personAction, { token, form: post(form), params: { account } }))

type Programs =
  | (typeof overview | typeof findPage | typeof emailsPage | typeof logPage | typeof personPage)
  | (typeof overviewAction | typeof findAction | typeof emailsAction | typeof personAction)
type Of<A> = Effect.Effect<A, Effect.Effect.Error<Programs>, Effect.Effect.Context<Programs>>
const pages: ReadonlyArray<Of<{ readonly state: string }>> = [overview, findPage, emailsPage, logPage, personPage]
const actions: ReadonlyArray<Of<{ readonly data: unknown }> & { readonly intents: ReadonlyArray<string> }> = [
  overviewAction,
  findAction,
  emailsAction,
  personAction
]

describeOnBothDatabases("The operators' pages", (database) => {
  const scene = sceneOn(database)

  it.effect("log who viewed a person, or found one or a private community, once an hour", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(OLU)
        yield* found({ slug: "night-film", name: "Night Film Club", ownerAddress: ANA, visibility: "private" })
        yield* found({ slug: "day-film", name: "Day Film Club", ownerAddress: ANA })
        const check = visit(`/operator/person/${ANA}`, personPage, { token, params: { account: ANA } })
        yield* Effect.zipRight(check, check)
        const find = (q: string) => visit(`/operator/find?q=${q}`, findPage, { token })
        for (const q of ["film", "film", "day", "nobody-at-all"]) yield* find(q)
        const { value } = yield* visit("/operator/log", logPage, { token })
        const lines = value.page?.lines.map(({ act, reason, summary, target }) => [act, summary, target.label, reason])
        assert.deepEqual(lines?.sort(), [
          ["look", "Viewed 1 private community", "“film”", "On the page /operator."],
          ["look", "Viewed a person", "Ana Ribeiro", "On the page /operator."]
        ])
        yield* TestClock.adjust("61 minutes")
        yield* check
        assert.lengthOf((yield* visit("/operator/log", logPage, { token })).value.page?.lines ?? [], 3)
      })
    )
  )

  /** The response of every page and every button; the same message where they are alike. */
  const responses = (token?: string) =>
    Effect.gen(function* () {
      const options = { params: { account: ANA }, ...(token === undefined ? {} : { token }) }
      const notified = new Set<string>()
      const notify = (end: Either.Either<string, object>) =>
        notified.add(Either.isRight(end) ? end.right : "code" in end.left ? String(end.left.code) : "led elsewhere")
      for (const page of pages) {
        notify(yield* Effect.either(Effect.map(visit("/operator", page, options), ({ value }) => value.state)))
      }
      for (const action of actions) {
        for (const intent of action.intents) {
          const form = post({ intent, on: "nothing", reason: REASON, days: "7" })
          notify(yield* Effect.either(Effect.as(visit("/operator", action, { ...options, form }), "answered")))
        }
      }
      return [...notified]
    })

  it.effect("do not exist for a visitor, a member, a suspended or a former operator", () =>
    scene(
      Effect.gen(function* () {
        const suspensions = yield* AccountSuspensions
        const [anas, olus] = [yield* signIn(ANA), yield* signIn(OLU)]
        assert.deepEqual(yield* responses(), ["E-NOT-FOUND"])
        assert.deepEqual(yield* responses(anas), ["E-NOT-FOUND"])
        assert.deepEqual(yield* responses(olus), ["open", "answered"])
        // Suspended before they were named in the setting: the site never suspends an operator.
        yield* suspensions.set(asAccount(OLU), { kind: "suspended", reason: REASON, suspendedUntil: null })
        assert.deepEqual(yield* responses(olus), ["E-NOT-FOUND"])
      })
    )
  )

  it.effect("disappear for an operator who is removed from the setting, whatever their session", () =>
    sceneOn(database, { operators: [BEN] })(
      Effect.gen(function* () {
        assert.deepEqual(yield* responses(yield* signIn(OLU)), ["E-NOT-FOUND"])
      })
    )
  )

  it.effect("require a recent proof, show nothing before it, and keep the input", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(OLU)
        yield* TestClock.adjust("24 hours")
        assert.deepEqual((yield* visit("/operator", overview, { token })).value, { state: "unproven", page: null })
        const form = { intent: "suspend", days: "3", reason: REASON }
        const reply = yield* onPerson(token, ANA, form)
        assert.deepInclude(reply, { status: 403, code: "E-FRESH", sent: form })
        assert.deepEqual(yield* logged, [])
      })
    )
  )

  it.effect("require a reason of 5 to 300 characters for every action, and change nothing without one", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(OLU)
        for (const reason of ["", "    ", "no", "x".repeat(301)]) {
          for (const action of actions) {
            for (const intent of action.intents) {
              const form = { intent, on: "nothing", reason, ticked: "bonds", was: "", days: "7", name: "Ana Ribeiro" }
              const reply = yield* replied(
                visit("/operator", action, { token, form: post(form), params: { account: ANA } })
              )
              assert.deepInclude(reply, { status: 422, code: "E-FIELDS" }, intent)
              assert.match(reply.fields.reason ?? "", /reason|300/, intent)
            }
          }
        }
        assert.deepEqual(yield* logged, [])
      })
    )
  )

  it.effect("suspend and readmit, with the operator's name in the log", () =>
    scene(
      Effect.gen(function* () {
        const [token, anas] = [yield* signIn(OLU), yield* signIn(ANA)]
        const done = yield* onPerson(token, ANA, { intent: "suspend", days: "3", reason: REASON })
        assert.deepInclude(done, { status: 200, message: "Suspended until 23 Nov 2026, 12:00 UTC." })
        assert.isTrue(Option.isNone(yield* (yield* Sessions).find(anas)))
        const again = yield* onPerson(token, ANA, { intent: "suspend", days: "", reason: REASON })
        assert.deepInclude(again, { status: 409, code: "E-STATE" })
        const { page } = (yield* visit("/", personPage, { token, params: { account: ANA } })).value
        assert.deepInclude(page?.person.suspension, { kind: "suspended", reason: REASON })
        yield* TestClock.adjust("1 minute")
        yield* onPerson(token, ANA, { intent: "unsuspend", reason: "It was a mistake." })
        const acts = (yield* logged).filter((line) => !line.includes(": Viewed"))
        assert.deepEqual(acts, [
          "Olu Fashola: Ended the suspension on Ana Ribeiro (It was a mistake.)",
          `Olu Fashola: Suspended until 23 Nov 2026, 12:00 UTC on Ana Ribeiro (${REASON})`
        ])
      })
    )
  )

  it.effect("refuse invalid days, and a closing without the name, with the message at the field", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(OLU)
        for (const days of ["0", "1e3", "3651", "-1", "soon"]) {
          const form = { intent: "suspend", days, reason: REASON }
          const reply = yield* onPerson(token, ANA, form)
          assert.deepInclude(reply, { status: 422, sent: form })
          assert.match(reply.fields.days ?? "", /from 1 to 3650/)
        }
        const unsure = yield* onPerson(token, ANA, { intent: "close", name: "ana", reason: REASON })
        assert.deepEqual(unsure.fields, { name: "Type Ana Ribeiro to close this account." })
        assert.strictEqual(
          (yield* onPerson(token, ANA, { intent: "close", name: "Ana Ribeiro", reason: REASON })).status,
          200
        )
        const { page } = (yield* visit("/", personPage, { token, params: { account: ANA } })).value
        assert.strictEqual(page?.person.suspension?.kind, "closed")
      })
    )
  )

  it.effect("protect operators from each other and from themselves", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(OLU)
        const reply = yield* onPerson(token, OLU, { intent: "suspend", days: "1", reason: REASON })
        assert.deepInclude(reply, { status: 403, code: "E-SELF" })
        const { page } = (yield* visit("/", personPage, { token, params: { account: OLU } })).value
        assert.isTrue(page?.isOperator)
      })
    )
  )

  it.effect("set several feature flags together, but not those that somebody else changed meanwhile", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(OLU)
        const send = (shown: string, was: string, ...ticked: ReadonlyArray<string>) =>
          replied(
            visit("/operator", overviewAction, {
              token,
              form: post(
                { intent: "feature-flags", shown, was, reason: REASON },
                ticked.map((name) => ["ticked", name])
              )
            })
          )
        const set = (was: string, ...ticked: ReadonlyArray<string>) =>
          send("signups communities bonds uploads webhooks readOnly", was, ...ticked)
        const flags = Effect.map(visit("/operator", overview, { token }), ({ value }) =>
          value.page?.flags.map(({ name }) => name)
        )
        assert.deepInclude(yield* set("", "signups", "communities", "bonds", "uploads", "webhooks"), {
          status: 409,
          code: "E-STATE"
        })
        const two = yield* set("", "signups", "communities", "bonds", "webhooks", "readOnly")
        assert.strictEqual(two.message, "Turned uploads off. Turned read-only on.")
        assert.deepEqual(yield* flags, ["readOnly", "uploads"])
        // An outdated page, on which bonds are turned off now: uploads and read-only stay as the other left them.
        assert.strictEqual(
          (yield* set("", "signups", "communities", "uploads", "webhooks")).message,
          "Turned bonds off."
        )
        assert.deepEqual(yield* flags, ["bonds", "readOnly", "uploads"])
        // All or none: uploads are off already.
        assert.strictEqual((yield* set("", "signups", "bonds", "webhooks")).code, "E-STATE")
        assert.deepEqual(yield* flags, ["bonds", "readOnly", "uploads"])
        // Pages opened before there was a feature flag for sign-ups, or before a form named the flags it shows.
        const older = "communities bonds uploads webhooks readOnly"
        assert.strictEqual(
          (yield* send(older, "bonds readOnly uploads", "communities", "bonds", "webhooks", "readOnly")).message,
          "Turned bonds on."
        )
        assert.deepInclude(yield* send("", "readOnly uploads", "communities", "bonds", "uploads", "webhooks"), {
          status: 409,
          message:
            "This page was opened before an upgrade and does not say which feature flags it shows. Load it again."
        })
        assert.deepEqual(yield* flags, ["readOnly", "uploads"])
        assert.lengthOf(yield* logged, 4)
      })
    )
  )

  it.effect(
    "find people, communities and accounts without a profile by one search, and query nothing without input",
    () =>
      scene(
        Effect.gen(function* () {
          const token = yield* signIn(OLU)
          const newcomer = asAccount("account_tdx_2_new44444444")
          yield* signIn(newcomer)
          yield* found({ slug: "quiet-room", name: "Quiet Room", ownerAddress: BEN, visibility: "private" })
          const search = (q: string) =>
            Effect.map(visit(`/operator/find?${new URLSearchParams({ q })}`, findPage, { token }), ({ value }) => [
              ...(value.page?.people ?? []).map(({ name }) => name),
              ...(value.page?.communities ?? []).map(({ slug }) => slug)
            ])
          assert.deepEqual(yield* search("ribeiro"), ["Ana Ribeiro"])
          assert.deepEqual(yield* search("quiet"), ["quiet-room"])
          assert.deepEqual(yield* search(newcomer), ["account_…44444444"])
          assert.deepEqual(yield* search(asAccount("account_tdx_2_nobody")), [])
          assert.deepEqual(yield* search("  "), [])
        })
      )
  )

  it.effect("send and discard e-mails that were tried in vain, and list merely waiting ones separately", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(OLU)
        const sql = yield* SqlClient.SqlClient
        const write = (subject: string) =>
          Effect.flatMap(Outbox, (outbox) =>
            outbox.write({ to: "ana.ribeiro@people.example", subject, text: "Hello." })
          )
        for (const subject of ["One", "Two", "Three"]) {
          yield* write(subject)
          yield* TestClock.adjust("1 second")
        }
        yield* sql`UPDATE outbox SET attempts = 2, last_error = '451 try again later' WHERE subject <> 'Three'`
        const shown = Effect.map(visit("/operator", overview, { token }), ({ value }) => value.page)
        const first = yield* shown
        assert.deepEqual([first?.emails.map(({ subject }) => subject), first?.stuckEmails], [["Two", "One"], 2])
        assert.include(first?.headline, "2 e-mails could not be sent")
        const on = first?.emails[0]?.id ?? ""
        const dropped = visit("/operator", overviewAction, {
          token,
          form: post({ intent: "drop", on, reason: REASON })
        })
        assert.strictEqual((yield* replied(dropped)).message, "Discarded an e-mail.")
        assert.deepEqual(
          (yield* shown)?.emails.map(({ subject }) => subject),
          ["One"]
        )
        const { page } = (yield* visit("/operator/emails", emailsPage, { token })).value
        assert.deepEqual(
          page?.emails.map(({ subject }) => subject),
          ["Three", "Two", "One"]
        )
        const next = `?after=${page?.emails[0]?.createdAt}~${page?.emails[0]?.id}`
        const older = (yield* visit(`/operator/emails${next}`, emailsPage, { token })).value.page
        assert.deepEqual(
          older?.emails.map(({ subject }) => subject),
          ["Two", "One"]
        )
      })
    )
  )
})
