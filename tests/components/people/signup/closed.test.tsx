/** Sign-ups that operators closed are reported as closed before anything is typed. */
import { renderToStaticMarkup } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { SignupGate } from "~/components/people/signup/signup-gate"

describe("the sign-up page while sign-ups are closed", () => {
  it("says so with the reason, offers no field and waits for no wallet", () => {
    const markup = renderToStaticMarkup(<SignupGate closed="Signing up is switched off for now. A wave of spam." />)
    assert.include(markup, "<h1>Sign up</h1>")
    assert.include(markup, "Signing up is switched off for now. A wave of spam.")
    assert.notMatch(markup, /<input|<form|<button|Connecting/)
  })
})
