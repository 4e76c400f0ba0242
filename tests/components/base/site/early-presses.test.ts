/** What a browser alone does with a form whose component is not hydrated yet (docs/architecture.md). */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const folder = join(import.meta.dirname, "../../../../app/components")

/** Forms with a submit handler that the browser submits correctly without it. */
const SAME_WITHOUT = [
  // The server refuses the same input with the same message, and keeps it.
  "conversation/discussion/new-thread.tsx",
  "conversation/discussion/reply-box.tsx",
  "people/account/profile-form.tsx",
  "people/account/work-form.tsx",
  // Their drafts are paused; the button names the request to the wallet or the removal.
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
  // One button exists only without scripts, the other one waits.
  "governance/verify/verify-panel.tsx",
  // Rendered by the browser alone.
  "people/signup/otp-step.tsx",
  "people/signup/profile-step.tsx",
  "people/signup/work-history-step.tsx"
]

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"))
const forms = files.flatMap((name) =>
  [...readFileSync(join(folder, name), "utf8").matchAll(/<(?:\w+\.)?[fF]orm\n?\s(?:[^<>]|=>)*?onSubmit=/g)].map(
    ([opening]) => ({ name, isHeld: opening.includes("data-by-script=") })
  )
)

test("a form with a submit handler waits for hydration, or is known to work without it", () => {
  expect(forms.length).toBeGreaterThan(20)
  const sent = new Set(forms.flatMap(({ isHeld, name }) => (isHeld ? [] : [name])))
  expect([...sent].toSorted()).toEqual(SAME_WITHOUT.toSorted())
})
