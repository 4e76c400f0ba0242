import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import type { ProfileDraft } from "~/effects/people/signup/forms"
import type { OtpEvent } from "~/effects/people/signup/otpBoxes"
import {
  draftOf,
  emptyProfile,
  OTP_INCOMPLETE,
  PROFILE_FIELDS,
  PROFILE_MISSING,
  profileErrors,
  STEP_LABELS,
  shownErrors,
  signupBody,
  startWizard,
  stepOfField,
  submitProblem,
  type WizardEvent,
  type WizardState,
  wizardReducer
} from "~/effects/people/signup/wizard"

const ada: ProfileDraft = {
  username: "Ada Main",
  email: "ada@example.org",
  bio: "I keep bees.",
  display_image: "/files/abc/-/preview/1000x562/",
  tags: ["Arts", "Music", "Film", "Games", "Sport"]
}
const play = (start: WizardState, ...events: ReadonlyArray<WizardEvent>) => events.reduce(wizardReducer, start)
const filled = play(startWizard(), { type: "edit", change: ada })
const paste = (text: string): WizardEvent => ({ type: "otp", event: { type: "paste", text } })

describe("steps", () => {
  it("are three, named as specified, starting with the first", () => {
    assert.deepStrictEqual([...STEP_LABELS], ["Personal Details", "Work History", "OTP"])
    assert.strictEqual(startWizard().stepsLength, 3)
    assert.strictEqual(startWizard().currentStep, 0)
  })

  it.each<[name: string, events: ReadonlyArray<WizardEvent>, step: number]>([
    ["next", [{ type: "next" }], 1],
    ["next stops at the last", Array.from({ length: 5 }, () => ({ type: "next" }) as const), 2],
    ["previous stops at the first", [{ type: "previous" }], 0],
    ["previous", [{ type: "jump", step: 2 }, { type: "previous" }], 1],
    ["jump", [{ type: "jump", step: 2 }], 2],
    ["jump beyond the end", [{ type: "jump", step: 9 }], 2],
    ["jump before the start", [{ type: "jump", step: -4 }], 0],
    [
      "skip",
      [
        { type: "jump", step: 1 },
        { type: "work", event: { type: "skip" } }
      ],
      2
    ]
  ])("%s", (_, events, step) => {
    assert.strictEqual(play(startWizard(), ...events).currentStep, step)
  })

  it("stay within the wizard for every length and every jump", () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.double({ noNaN: true })), (length, jumps) => {
        const state = play(startWizard(length), ...jumps.map((step): WizardEvent => ({ type: "jump", step })))
        assert.isTrue(Number.isInteger(state.currentStep) && state.currentStep >= 0 && state.currentStep < length)
      })
    ))

  it("lose nothing typed when going back, including the code", () => {
    const there = play(filled, { type: "jump", step: 2 }, paste("1234"))
    const back = play(there, { type: "previous" }, { type: "previous" })
    assert.deepStrictEqual(draftOf(back, "a"), draftOf(there, "a"))
    assert.strictEqual(draftOf(back, "a").otp, "1234")
  })
})

describe("the profile form", () => {
  /** docs/product/people.md once more, without the schemas. */
  const naive = (profile: ProfileDraft): ReadonlyArray<string> =>
    [
      !(profile.username.trim().length >= 3 && /^[A-Za-z0-9_ ]+$/.test(profile.username.trim())) && "username",
      !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(profile.email) && "email",
      !(profile.bio.trim().length >= 10 && profile.bio.trim().length <= 300) && "bio",
      !(profile.tags.length >= 5 && profile.tags.length <= 10) && "tags",
      profile.display_image === "" && "display_image"
    ].filter((field) => field !== false)

  const anyProfile: fc.Arbitrary<ProfileDraft> = fc.record({
    username: fc.oneof(
      fc.constantFrom("", "Al", "  Al  ", "Ada", "Ada_1 x", "<b>Ada</b>", "Adä"),
      fc.string({ maxLength: 30 })
    ),
    email: fc.oneof(
      fc.constantFrom("", "a@b", "a b@c.d", "a@b.c", "ada@example.org", "a@b.c\r\nBcc: x@y.z", "@b.c", "a@.c"),
      fc.string({ maxLength: 30 })
    ),
    bio: fc.oneof(
      fc.integer({ min: 0, max: 320 }).map((n) => "b".repeat(n)),
      fc.constant(" ".repeat(20)),
      fc.constant(`  ${"b".repeat(300)}  `)
    ),
    tags: fc.integer({ min: 0, max: 12 }).map((n) => Array.from({ length: n }, (_, i) => `Tag ${i}`)),
    display_image: fc.constantFrom("", "/files/abc/-/preview/1000x562/")
  })

  it("accepts exactly what the rules accept", () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        assert.sameMembers(Object.keys(profileErrors(profile)), [...naive(profile)])
      }),
      { numRuns: 1_000 }
    )
  })

  it("has the specified texts for picture and tags", () => {
    assert.strictEqual(profileErrors({ ...ada, display_image: "" }).display_image, "Profile image is required.")
    for (const count of [0, 4, 11]) {
      const tags = Array.from({ length: count }, (_, i) => `Tag ${i}`)
      assert.strictEqual(profileErrors({ ...ada, tags }).tags, "Select between 5 and 10 tags.")
    }
  })

  it("shows an error only once its field was edited or left", () => {
    const start = startWizard()
    assert.deepStrictEqual(shownErrors(start.profile, start.touched), {})
    const left = play(start, { type: "leave", field: "email" })
    assert.deepStrictEqual(Object.keys(shownErrors(left.profile, left.touched)), ["email"])
    const typed = play(left, { type: "edit", change: { username: "Al" } })
    assert.sameMembers(Object.keys(shownErrors(typed.profile, typed.touched)), ["username", "email"])
    assert.deepStrictEqual(play(start, { type: "touchAll" }).touched, PROFILE_FIELDS)
  })

  it("touches every field on Next, and continues only when all are valid", () => {
    const wrong = play(startWizard(), { type: "submitProfile" })
    assert.strictEqual(wrong.currentStep, 0)
    assert.sameMembers([...wrong.touched], [...PROFILE_FIELDS])
    const right = play(filled, { type: "edit", change: { username: "  Ada Main " } }, { type: "submitProfile" })
    assert.strictEqual(right.currentStep, 1)
    assert.deepStrictEqual(right.profile, ada)
  })

  it("takes the wallet's name while the box is ticked and keeps it afterwards", () => {
    const ticked = play(startWizard(), { type: "sameAsWallet", on: true, label: "Ada Main" })
    assert.strictEqual(ticked.profile.username, "Ada Main")
    assert.isTrue(ticked.sameAsWallet)
    const unticked = play(ticked, { type: "sameAsWallet", on: false, label: "Ada Main" })
    assert.strictEqual(unticked.profile.username, "Ada Main")
    assert.isFalse(unticked.sameAsWallet)
  })

  it("toggles a tag in and out, in the order of choosing", () => {
    const chosen = play(
      startWizard(),
      { type: "toggleTag", name: "Radix" },
      { type: "toggleTag", name: "Arts" },
      { type: "toggleTag", name: "Law" },
      { type: "toggleTag", name: "Arts" }
    )
    assert.deepStrictEqual(chosen.profile.tags, ["Radix", "Law"])
    assert.include(chosen.touched, "tags")
  })

  it("clears every field on reset and leaves the newsletter off", () => {
    const state = play(filled, paste("123456"), { type: "jump", step: 2 }, { type: "reset" })
    assert.isTrue(startWizard().newletterOpted)
    assert.deepStrictEqual(draftOf(state, ""), {
      ...emptyProfile,
      newletterOpted: false,
      otp: "",
      work_history: [],
      public_address: ""
    })
  })
})

describe("submitting", () => {
  const whole = play(filled, paste("123456"))

  it.each<[otp: string, problem: string | undefined]>([
    ["", OTP_INCOMPLETE],
    ["12345", OTP_INCOMPLETE],
    ["123456", undefined]
  ])("with the code %j reads %s", (otp, problem) => {
    assert.strictEqual(submitProblem(draftOf(play(filled, paste(otp)), "account")), problem)
  })

  it("requires name and e-mail after the code", () => {
    for (const change of [{ username: " " }, { email: "" }]) {
      const missing = play(whole, { type: "edit", change })
      assert.strictEqual(submitProblem(draftOf(missing, "account")), PROFILE_MISSING)
      assert.strictEqual(submitProblem({ ...draftOf(missing, "account"), otp: "1" }), OTP_INCOMPLETE)
    }
    assert.strictEqual(OTP_INCOMPLETE, "Please enter all 6 digits of the OTP")
    assert.strictEqual(PROFILE_MISSING, "Required profile information is missing")
  })

  it("sends the nine fields in the contract's spelling", () => {
    const state = play(whole, { type: "newsletter", on: false })
    assert.deepStrictEqual(signupBody(draftOf(state, "account_tdx_2_x")), {
      ...ada,
      work_history: [],
      public_address: "account_tdx_2_x",
      newletterOpted: false,
      otp: "123456"
    })
  })

  it("goes from idle to submitting to failed, and the next keystroke clears the message", () => {
    const failed = play(whole, { type: "submitting" }, { type: "failed", message: "no" })
    assert.deepStrictEqual(play(whole, { type: "submitting" }).submit, { status: "submitting" })
    assert.deepStrictEqual(failed.submit, { status: "failed", message: "no", fields: {} })
    const events: ReadonlyArray<OtpEvent> = [
      { type: "type", index: 0, value: "" },
      { type: "type", index: 0, value: "1" }, // equal to the current code
      { type: "type", index: 0, value: "1x" },
      { type: "paste", text: "123456" },
      { type: "key", index: 0, key: "Backspace" }
    ]
    for (const event of events) assert.deepStrictEqual(play(failed, { type: "otp", event }).submit, { status: "idle" })
    const moved = play(failed, { type: "otp", event: { type: "key", index: 2, key: "ArrowLeft" } })
    assert.deepStrictEqual(moved.submit, failed.submit)
  })

  it("clears a refusal only when the refused field changes", () => {
    const failed = play(whole, { type: "failed", message: "This name is already taken." })
    const checked = play(failed, { type: "jump", step: 0 }, { type: "leave", field: "username" }, { type: "touchAll" })
    assert.deepStrictEqual(checked.submit, failed.submit)
    assert.deepStrictEqual(play(checked, { type: "submitProfile" }, { type: "next" }).submit, failed.submit)
    const changes: ReadonlyArray<WizardEvent> = [
      { type: "edit", change: { username: "Ada Other" } },
      { type: "sameAsWallet", on: true, label: "Ada Wallet" },
      { type: "toggleTag", name: "Health" },
      { type: "work", event: { type: "edit", index: 0, change: { company_name: "W" } } }
    ]
    for (const change of changes) assert.deepStrictEqual(play(checked, change).submit, { status: "idle" })
  })

  it("finds the step of every field that a sign-up can be refused for", () => {
    for (const field of PROFILE_FIELDS) assert.strictEqual(stepOfField(field), 0)
    assert.strictEqual(stepOfField("work_history"), 1)
    assert.strictEqual(stepOfField("work_history.3.end_date"), 1)
    assert.strictEqual(stepOfField("otp"), 2)
  })
})
