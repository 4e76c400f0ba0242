import { assert, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { SignupRequests } from "~/effects/people/signup/SignupRequests.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { runCommandLine } from "~/effects/publishing/operating/pages/commands/commandLine.server"
import { SignupAdmission } from "~/effects/publishing/operating/SignupAdmission.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { messages } from "../../people/signup/world"
import { BEN, because, failureOf, logged, machine, OLU, sceneOn } from "./world"

const REASON = "We know them."
const order = because(REASON)
const requestsOf = Effect.provide(SignupRequests, SignupRequests.Default)
const accountOf = (name: string) => asAccount(`account_tdx_2_${name.toLowerCase()}11111`)

/** A sign-up that waits. */
const waits = (name: string) =>
  Effect.flatMap(requestsOf, (requests) =>
    requests.add({
      accountAddress: accountOf(name),
      username: name,
      email: `${name.toLowerCase()}@example.org`,
      bio: "I like communities",
      displayImage: "/files/none/-/preview/1000x562/",
      tags: ["Arts", "Music", "Film", "Games", "Sport"],
      workHistory: [],
      newsletter: false
    })
  )
const hasProfile = (name: string) =>
  Effect.flatMap(Effect.provide(UsersRepo, UsersRepo.Default), (users) =>
    Effect.map(users.findByAddress(accountOf(name)), Option.isSome)
  )
const newest = Effect.map(messages, (all) => all.at(-1))

describeOnBothDatabases("Operators and sign-ups", (database) => {
  const scene = sceneOn(database)

  it.effect(
    "decide several together, each once, and what another operator decided is counted and changes nothing",
    () =>
      scene(
        Effect.gen(function* () {
          const admission = yield* SignupAdmission
          yield* admission.setMode({ mode: "approval", ask: "", waiting: null }, order)
          yield* Effect.forEach(["Cleo", "Dana", "Emil"], waits)
          assert.strictEqual((yield* admission.approve([accountOf("Cleo")], order)).summary, "Approved 1 sign-up")
          assert.strictEqual((yield* newest)?.subject, "Welcome to Commonhold")
          assert.strictEqual(
            (yield* admission.refuse([accountOf("Cleo"), accountOf("Dana")], false, because("Nobody knows them.")))
              .summary,
            "Refused 1 sign-up. 1 was no longer waiting"
          )
          const refusal = yield* newest
          assert.strictEqual(refusal?.to, "dana@example.org")
          assert.include(refusal?.text, "Nobody knows them.")
          assert.deepEqual(yield* Effect.forEach(["Cleo", "Dana", "Emil"], hasProfile), [true, false, false])
          assert.strictEqual(
            yield* failureOf(admission.approve([accountOf("Dana")], order)),
            "E-STATE This sign-up is no longer waiting: withdrawn, expired, or decided by another operator."
          )
          // Approval after the person has withdrawn.
          assert.isTrue(yield* Effect.flatMap(requestsOf, (requests) => requests.withdraw(accountOf("Emil"))))
          assert.include(yield* failureOf(admission.approve([accountOf("Emil")], order)), "E-STATE")
          assert.isFalse(yield* hasProfile("Emil"))
          assert.strictEqual((yield* Effect.flip(admission.approve([], order))).code, "E-FIELDS")
          // Names of refused people are not written down.
          assert.notInclude((yield* logged).join("\n"), "Dana")
        })
      )
  )

  it.effect("decide the same sign-up at the same time: one decision counts", () =>
    scene(
      Effect.gen(function* () {
        const admission = yield* SignupAdmission
        yield* waits("Cleo")
        const ended = yield* Effect.all(
          [
            Effect.either(admission.approve([accountOf("Cleo")], order)),
            Effect.either(admission.refuse([accountOf("Cleo")], true, order))
          ],
          { concurrency: "unbounded" }
        )
        assert.deepEqual(ended.map(({ _tag }) => _tag).sort(), ["Left", "Right"])
        assert.strictEqual(yield* hasProfile("Cleo"), ended[0]._tag === "Right")
      })
    )
  )

  it.effect("are asked about sign-ups that wait when others no longer need approval", () =>
    scene(
      Effect.gen(function* () {
        const admission = yield* SignupAdmission
        yield* admission.setMode({ mode: "approval", ask: "", waiting: null }, order)
        yield* Effect.forEach(["Cleo", "Dana"], waits)
        const asked = yield* Effect.flip(admission.setMode({ mode: "open", ask: "", waiting: null }, order))
        assert.strictEqual(asked.code, "E-FIELDS")
        assert.strictEqual((yield* admission.mode).mode, "approval")
        assert.strictEqual(
          (yield* admission.setMode({ mode: "invitation", ask: "Ask Olu.", waiting: "keep" }, order)).summary,
          "Sign-ups are now by invitation. 2 sign-ups still wait"
        )
        // Choosing again approves those that were left.
        yield* admission.setMode({ mode: "approval", ask: "Ask Olu.", waiting: null }, order)
        assert.strictEqual(
          (yield* admission.setMode({ mode: "open", ask: "Ask Olu.", waiting: "approve" }, order)).summary,
          "Sign-ups are now open. Approved 2 sign-ups"
        )
        assert.deepEqual(yield* Effect.forEach(["Cleo", "Dana"], hasProfile), [true, true])
        assert.strictEqual(
          yield* failureOf(admission.setMode({ mode: "open", ask: "Ask Olu.", waiting: null }, order)),
          "E-STATE Sign-ups are already open."
        )
      })
    )
  )

  it.effect("get one e-mail about all new sign-ups, and none again about the same", () =>
    scene(
      Effect.gen(function* () {
        const requests = yield* requestsOf
        yield* Effect.forEach(["Cleo", "Dana"], waits)
        yield* requests.announce
        yield* requests.announce
        const sent = (yield* messages).filter(({ subject }) => subject === "2 sign-ups wait for approval")
        assert.strictEqual(sent.length, 1)
        yield* waits("Emil")
        yield* requests.announce
        const again = yield* newest
        assert.strictEqual(again?.subject, "3 sign-ups wait for approval")
        assert.include(again?.text, "1 person signed up")
      })
    )
  )

  it.effect("invite with links that end when they are withdrawn, used up or expired", () =>
    scene(
      Effect.gen(function* () {
        const admission = yield* SignupAdmission
        const states = Effect.map(admission.invitations, (all) => all.map(({ note, state }) => `${note}: ${state}`))
        yield* admission.invite({ note: "The choir", uses: 3, days: 2 }, order)
        yield* TestClock.adjust("1 minute")
        yield* admission.invite({ note: "Ada", uses: 1, days: 9 }, because(REASON, { actor: OLU, account: OLU }))
        const [ada] = yield* admission.invitations
        assert.match(ada?.code ?? "", /^[a-z2-7]{16}$/)
        yield* admission.withdrawInvitation(ada?.code ?? "", order)
        assert.strictEqual(
          yield* failureOf(admission.withdrawInvitation(ada?.code ?? "", order)),
          "E-STATE This invitation is no longer valid."
        )
        assert.deepEqual(yield* states, ["Ada: withdrawn", "The choir: valid"])
        yield* TestClock.adjust("2 days")
        assert.deepEqual(yield* states, ["Ada: withdrawn", "The choir: expired"])
        // The log names for whom it was, and no code with which anyone could sign up.
        assert.notInclude((yield* logged).join("\n"), ada?.code ?? "none")
      })
    )
  )

  it.effect("use commands for the same", () =>
    scene(
      Effect.gen(function* () {
        const run = (...words: ReadonlyArray<string>) => runCommandLine(words, machine)
        assert.deepEqual(yield* run("signups"), ["No sign-up waits for approval."])
        yield* run("signup-mode", "approval", "--reason", REASON)
        yield* waits("Cleo")
        assert.deepEqual(yield* run("signups"), [
          `Cleo  cleo@example.org  20 Nov 2026, 12:00 UTC  ${accountOf("Cleo")}`
        ])
        assert.strictEqual((yield* Effect.flip(run("signup-mode", "open", "--reason", REASON)))._tag, "InvalidFields")
        assert.strictEqual((yield* Effect.flip(run("signup-mode", "ajar", "--reason", REASON)))._tag, "Misused")
        assert.deepEqual(yield* run("approve-signups", accountOf("Cleo"), "--preview"), [
          "Approved 1 sign-up.",
          "This is a preview: nothing was changed."
        ])
        assert.isFalse(yield* hasProfile("Cleo"))
        assert.deepEqual(yield* run("approve-signups", accountOf("Cleo"), "--reason", REASON), ["Approved 1 sign-up."])
        assert.isTrue(yield* hasProfile("Cleo"))
        assert.strictEqual((yield* Effect.flip(run("refuse-signups", BEN, "--reason", REASON)))._tag, "AlreadySo")
      })
    )
  )
})
