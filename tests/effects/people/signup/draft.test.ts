import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { decodeDraft, draftKey, draftStatusText, encodeDraft, resumeWizard } from "~/effects/people/signup/draft"
import { draftOf, startWizard, type WizardEvent, wizardReducer } from "~/effects/people/signup/wizard"

const events: ReadonlyArray<WizardEvent> = [
  { type: "edit", change: { username: "Al", email: "ada@", bio: "short", display_image: "/files/a", tags: ["Arts"] } },
  { type: "work", event: { type: "edit", index: 0, change: { company_name: "Works", current: true } } },
  { type: "newsletter", on: false },
  { type: "otp", event: { type: "paste", text: "424242" } },
  { type: "jump", step: 2 }
]
const state = events.reduce(wizardReducer, startWizard())

describe("the draft on this device", () => {
  it("is restored with unfinished values, on the first step", () => {
    const back = resumeWizard(decodeDraft(encodeDraft(state, "account_a", 5), "account_a"))
    assert.deepStrictEqual(draftOf(back, "account_a"), { ...draftOf(state, "account_a"), otp: "" })
    assert.strictEqual(back.currentStep, 0)
    assert.deepStrictEqual(back.touched, [])
  })

  it("never contains the one-time code", () => {
    assert.notInclude(encodeDraft(state, "account_a", 5), "424242")
    assert.notInclude(encodeDraft(state, "account_a", 5), "otp")
  })

  it("belongs to one account", () => {
    assert.notStrictEqual(draftKey("account_a"), draftKey("account_b"))
    assert.isUndefined(decodeDraft(encodeDraft(state, "account_a", 5), "account_b"))
  })

  it("ignores anything else", () => {
    assert.isUndefined(decodeDraft(null, "account_a"))
    const older = encodeDraft(state, "account_a", 5).replace('"version":1', '"version":0')
    assert.isUndefined(decodeDraft(older, "account_a"))
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => decodeDraft(text, "account_a") === undefined))
    assert.deepStrictEqual(resumeWizard(undefined), startWizard())
  })

  it("reports its state", () => {
    const clock = () => "14:04"
    assert.strictEqual(draftStatusText({ state: "unchanged" }, clock), "")
    assert.strictEqual(draftStatusText({ state: "saving" }, clock), "Saving…")
    assert.strictEqual(draftStatusText({ state: "saved", at: 1 }, clock), "Saved 14:04 on this device")
    assert.strictEqual(
      draftStatusText({ state: "failed", reason: "this browser is full" }, clock),
      "Not saved: this browser is full. Keep this page open until you have signed up."
    )
  })
})
