/** The texts of the steps, letter by letter, rendered as the server would. Behaviour is tested in tests/e2e. */
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { StepProgress } from "~/components/base/forms/step-progress"
import { backendClient } from "~/components/people/signup/backend-client"
import { OtpStep } from "~/components/people/signup/otp-step"
import { ProfileStep } from "~/components/people/signup/profile-step"
import type { TagSource } from "~/components/people/signup/tag-picker"
import { WorkHistoryStep } from "~/components/people/signup/work-history-step"
import { startWizard, type WizardEvent, type WizardState, wizardReducer } from "~/effects/people/signup/wizard"
import { startWork } from "~/effects/people/signup/workHistory"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"

const backend = backendClient(OWN_UPLOADS)
const nothing = () => undefined
const account = { address: "account_tdx_2_ada", label: "Ada Main" }
const play = (...events: ReadonlyArray<WizardEvent>) => events.reduce(wizardReducer, startWizard())
const text = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, "\n")
    .replaceAll("&#x27;", "'")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const ready: TagSource = { status: "ready", tags: [{ id: "arts", name: "Arts" }] }
const profile = (state: WizardState, tags: TagSource = ready) =>
  renderToStaticMarkup(
    <ProfileStep
      state={state}
      dispatch={nothing}
      account={account}
      backend={backend}
      uploads={OWN_UPLOADS}
      tags={tags}
      onNext={nothing}
      status={null}
    />
  )
const otp = (state: WizardState) =>
  renderToStaticMarkup(
    <OtpStep
      state={state}
      dispatch={nothing}
      onPrevious={nothing}
      onSubmit={nothing}
      onConnect={nothing}
      onMend={nothing}
      sending={null}
    />
  )
const work = (state = startWork()) =>
  renderToStaticMarkup(
    <WorkHistoryStep
      mode="onboarding"
      work={state}
      dispatch={nothing}
      today="2026-11-20"
      status={null}
      onPrevious={nothing}
      onNext={nothing}
    />
  )

const filled = {
  username: "Ada Main",
  email: "ada@example.org",
  bio: "I keep bees.",
  display_image: "/files/a/-/preview/1000x562/",
  tags: ["Arts", "Music", "Film", "Games", "Sport"]
}

describe("step 0", () => {
  it("has every field, hint and control", () => {
    const lines = text(profile(startWizard()))
    for (const expected of [
      "Public address",
      "Name",
      "3 to 60 letters, digits, underscores or spaces",
      "Same as wallet name",
      "E-mail",
      "Bio",
      "10 to 300 characters",
      "Pick 5 to 10.",
      "Choose 5 communities you might be interested in",
      "Next"
    ])
      assert.include(lines, expected)
    // In full: a field that breaks lines.
    assert.match(profile(startWizard()), /<textarea[^>]*readonly=""[^>]*>account_tdx_2_ada<\/textarea>/i)
    assert.include(lines, "a name")
    assert.include(lines, "five tags")
  })

  it("keeps Next disabled until every rule is met", () => {
    assert.match(profile(startWizard()), /type="submit" disabled=""/)
    assert.notMatch(profile(play({ type: "edit", change: filled })), /type="submit" disabled/)
    for (const change of [
      { username: "Al" },
      { email: "ada@" },
      { bio: "123456789" },
      { bio: "b".repeat(301) },
      { display_image: "" },
      { tags: filled.tags.slice(1) }
    ])
      assert.match(profile(play({ type: "edit", change: { ...filled, ...change } })), /type="submit" disabled=""/)
  })

  it("marks nothing before it is touched, then shows red borders, with texts only for tags and picture", () => {
    assert.notInclude(profile(startWizard()), "aria-invalid")
    const all = profile(play({ type: "touchAll" }))
    assert.strictEqual(all.match(/aria-invalid="true"/g)?.length, 3)
    const said = text(all).filter((line) => !text(profile(startWizard())).includes(line))
    assert.deepStrictEqual(said, ["Select between 5 and 10 tags.", "Profile image is required."])
  })

  it("disables the name while it is the wallet's", () => {
    const ticked = profile(play({ type: "sameAsWallet", on: true, label: "Ada Main" }))
    assert.match(
      ticked,
      /<input[^>]*name="username"[^>]*disabled=""[^>]*value="Ada Main"|<input[^>]*value="Ada Main"[^>]*disabled=""/
    )
  })

  it("says whether tags are loading or unavailable", () => {
    assert.include(text(profile(startWizard(), { status: "loading" })), "Loading...")
    assert.include(text(profile(startWizard(), { status: "failed", onRetry: nothing })), "Error loading tags")
  })
})

describe("step 1", () => {
  it("has the title, one open entry and the controls", () => {
    const lines = text(work())
    for (const expected of [
      "Employment Details",
      "Company name",
      "Starting date",
      "Ending date",
      "Role",
      "Job description",
      "I currently work here.",
      "Add another work Experience.",
      "Previous",
      "Skip",
      "Next"
    ])
      assert.include(lines, expected)
    assert.notInclude(lines, "Remove")
    // Buttons that wait for scripts are disabled in the server's HTML.
    assert.notMatch(work(), /disabled=""(?! aria-describedby="waits-for-script")/)
  })

  it("gives Remove to every entry but the first, and disables Skip and Next for incomplete entries", () => {
    const entry = {
      company_name: "Works",
      start_date: "",
      end_date: null,
      current: true,
      designation: "",
      description: ""
    }
    const markup = work(startWork([entry, entry, entry]))
    assert.strictEqual(text(markup).filter((line) => line === "Remove").length, 2)
    assert.match(markup, /disabled=""[^>]*>Skip</)
    assert.match(markup, /disabled=""[^>]*>Next</)
  })

  it("limits the dates and disables the ending date of a current job", () => {
    assert.match(work(), /type="date" min="2000-01-01" max="2026-11-20"/)
    const markup = work(
      startWork([
        { company_name: "W", start_date: "2020-02-02", end_date: null, current: true, designation: "", description: "" }
      ])
    )
    assert.match(markup, /type="date" min="2020-02-02" max="2026-11-20" disabled=""/)
  })

  it("outside onboarding has Save and no steps", () => {
    const lines = text(
      renderToStaticMarkup(<WorkHistoryStep mode="edit" work={startWork()} dispatch={nothing} today="2026-11-20" />)
    )
    assert.include(lines, "Save")
    for (const absent of ["Previous", "Skip", "Next"]) assert.notInclude(lines, absent)
  })
})

describe("step 2", () => {
  it("has the heading, six labelled boxes, the newsletter and the buttons", () => {
    const markup = otp(startWizard())
    for (const expected of [
      "Enter the OTP sent to your e-mail:",
      "Accept to get Daily Newsletter by the product",
      "Previous",
      "Submit"
    ])
      assert.include(text(markup), expected)
    for (let digit = 1; digit <= 6; digit++) assert.include(markup, `aria-label="Digit ${digit} of 6"`)
    assert.match(markup, /name="newletterOpted" checked=""/)
  })

  it("disables both buttons and says so while it submits", () => {
    const markup = otp(play({ type: "submitting" }))
    assert.include(text(markup), "Submitting...")
    assert.strictEqual(markup.match(/<button class="button[^>]* aria-disabled="true"/g)?.length, 2)
  })

  it("shows a refusal in the server's words, with a way to change a taken name", () => {
    assert.include(
      text(otp(play({ type: "failed", message: "The code is not right. 4 tries left." }))),
      "The code is not right. 4 tries left."
    )
    const taken = text(otp(play({ type: "failed", message: "This name is already taken." })))
    assert.include(taken, "This name is already taken.")
    assert.include(taken, "Choose another name")
    const fields = { "work_history.1.start_date": "Entry 2, Starting date: Choose a day from 1 January 2000 to today." }
    const refused = otp(play({ type: "failed", message: "Please check the marked fields.", fields }))
    assert.include(text(refused), fields["work_history.1.start_date"])
    assert.include(refused, 'href="#work_history.1.start_date"')
  })
})

describe("the progress", () => {
  it("is an ordered list that names the current step", () => {
    const markup = renderToStaticMarkup(
      <StepProgress labels={["Personal Details", "Work History", "OTP"]} current={1} />
    )
    assert.match(markup, /^<ol/)
    assert.match(markup, /<li aria-current="step">Work History<\/li>/)
    assert.deepStrictEqual(text(markup), ["Personal Details", "Work History", "OTP"])
  })
})
