/** What the sign-up page shows, before anything is typed, to people who cannot sign up now or whose sign-up waits. */
import { assert, describe, it } from "vitest"
import { SignupGate } from "~/components/people/signup/signup-gate"
import type { SignupPage } from "~/effects/people/signup/signupMode"
import { markupOf } from "../../markup"

const open: SignupPage = { closed: null, mode: "open", ask: "Ask Olu.", invitation: "none", request: null }
const request = { username: "Ada", requestedAt: Date.parse("2026-11-20T12:00:00Z"), refusal: null, mayAskAgain: true }
const shown = (changes: Partial<SignupPage>) => markupOf(<SignupGate page={{ ...open, ...changes }} />)

const field = /<input|<textarea|Connecting/

describe("the sign-up page", () => {
  it("says that sign-ups are closed with the reason, offers no field and waits for no wallet", () => {
    const markup = shown({ closed: "Signing up is switched off for now. A wave of spam." })
    assert.include(markup, "<h1>Sign up</h1>")
    assert.include(markup, "Signing up is switched off for now. A wave of spam.")
    assert.notMatch(markup, /<input|<form|<button|Connecting/)
  })

  it("says that an invitation is needed and whom to ask, or that the one that led here has ended", () => {
    const without = shown({ mode: "invitation" })
    assert.include(without, "Signing up here needs an invitation. Ask Olu.")
    assert.notMatch(without, field)
    assert.include(shown({ mode: "invitation", invitation: "ended" }), "was used, withdrawn, or has expired. Ask Olu.")
  })

  it("shows a sign-up that waits in every mode, and lets its person withdraw it", () => {
    for (const mode of ["open", "approval", "invitation"] as const) {
      const markup = shown({ mode, request })
      assert.include(markup, "<h1>Waiting for approval</h1>")
      assert.include(markup, "20 Nov 2026, 12:00 UTC")
      assert.match(markup, /<button[^>]*value="withdraw-signup"/)
      assert.notMatch(markup, field)
    }
  })

  it("shows why a sign-up was refused for good, and offers no field", () => {
    const refused = { ...request, username: null, refusal: "We do not know you.", mayAskAgain: false }
    const markup = shown({ mode: "approval", request: refused })
    assert.include(markup, "“We do not know you.”")
    assert.notMatch(markup, field)
  })
})
