/** Buttons that only scripts give a meaning are disabled in the server's HTML, and say why. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { BusyButton } from "~/components/base/forms/busy-button"
import { HydratedButton } from "~/components/base/site/hydrated-button"

test("a button that needs scripts is disabled in the server's HTML, with the reason", () => {
  for (const button of [
    <HydratedButton key="press">Copy</HydratedButton>,
    <BusyButton key="busy" type="button" isBusy={false}>
      Copy
    </BusyButton>,
    <BusyButton key="form" needsScript isBusy={false}>
      Copy
    </BusyButton>
  ]) {
    const html = renderToString(button)
    expect(html).toContain('disabled=""')
    expect(html).toContain('aria-describedby="waits-for-script"')
    expect(html).toContain('data-waits=""')
  }
})

test("a button that is useful without JavaScript is there then, and waits where scripts are enabled", () => {
  const html = renderToString(
    <BusyButton needsScript="where enabled" className="button" name="intent" value="publish" isBusy={false}>
      Publish
    </BusyButton>
  )
  const [waiting = "", plain = ""] = html.split("<noscript>")
  expect(waiting).toContain("data-waits")
  expect(waiting).toContain('class="button only-script"')
  expect(plain).toBe('<button name="intent" value="publish" class="button" type="submit">Publish</button></noscript>')
})

test("a button that is disabled for another reason names that one, and stays disabled without React", () => {
  const html = renderToString(
    <HydratedButton disabled aria-describedby="why">
      Take over
    </HydratedButton>
  )
  expect(html).toContain('aria-describedby="why"')
  expect(html).not.toContain("data-waits")
})

test("a form's button works without scripts", () => {
  expect(renderToString(<BusyButton isBusy={false}>Send</BusyButton>)).toBe('<button type="submit">Send</button>')
})

const folder = join(import.meta.dirname, "../../../../app")
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"))
const sourceOf = (name: string) => readFileSync(join(folder, name), "utf8")

test("no plain button is enabled before scripts listen", () => {
  expect(files.filter((name) => /<button\b[^>]*type="button"/.test(sourceOf(name)))).toEqual([])
})

/** Forms with a submit handler that the browser sends correctly without it. */
const SAME_WITHOUT = [
  // The server refuses the same input with the same message, and keeps it.
  "conversation/discussion/new-thread.tsx",
  "conversation/discussion/reply-box.tsx",
  "people/account/profile-form.tsx",
  "people/account/work-form.tsx",
  // Their drafts are paused; the button that asks the wallet waits.
  "communities/founding/wizard.tsx",
  "conversation/announcements/issue-form.tsx",
  "treasury/bonds/issue-form.tsx",
  "treasury/deployment/deploy-form.tsx",
  // Drafts are saved by the browser, too; signing is disabled until then.
  "governance/proposals/proposal-form.tsx",
  // Shows the server's response immediately.
  "conversation/discussion/agree-button.tsx",
  // Pauses the payout; requests to the wallet have forms of their own.
  "treasury/payouts/signing-part.tsx",
  // Ends the session, and sets the theme.
  "people/account/sign-out.tsx",
  "shell/theme-choice.tsx",
  // Rendered by the browser alone.
  "people/signup/otp-step.tsx",
  "people/signup/profile-step.tsx",
  "people/signup/work-history-step.tsx"
]

test("a form with a submit handler has a button that waits for scripts, or is known to work without them", () => {
  const forms = files
    .filter((name) => name.startsWith("components/"))
    .filter((name) => /<(?:\w+\.)?[fF]orm\n?\s(?:[^<>]|=>)*?onSubmit=/.test(sourceOf(name)))
  expect(forms.length).toBeGreaterThan(20)
  const waits = (name: string) =>
    /<BusyButton\s+(?:[^<>]|=>)*?\bneedsScript\b|<HydratedButton\s+(?:[^<>]|=>)*?type="submit"/.test(sourceOf(name))
  const known = new Set(SAME_WITHOUT.map((name) => `components/${name}`))
  expect(forms.filter((name) => !waits(name) && !known.has(name))).toEqual([])
})
