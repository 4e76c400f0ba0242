/** What a browser alone does with a form whose part does not listen yet (docs/architecture.md, "How a page hydrates"). */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const folder = join(import.meta.dirname, "../../../../app/components")

/** Forms that listen to being sent, and that the browser sends as they are meant all the same. */
const SAME_WITHOUT = [
  // What the browser would refuse, the server refuses with the same words, and keeps what was typed.
  "conversation/discussion/new-thread.tsx",
  "conversation/discussion/reply-box.tsx",
  "people/account/profile-form.tsx",
  "people/account/work-form.tsx",
  // Their drafts are paused; what is to be asked of the wallet or thrown away is said by the button.
  "communities/founding/wizard.tsx",
  "conversation/announcements/issue-form.tsx",
  "treasury/bonds/issue-form.tsx",
  "treasury/deployment/deploy-form.tsx",
  // Drafts are saved by the browser, too; what is signed is disabled until then.
  "governance/proposals/proposal-form.tsx",
  // Shows at once what the server answers.
  "conversation/discussion/agree-button.tsx",
  // Pauses the payout; what asks the wallet stands in forms of its own.
  "treasury/distributions/signing-part.tsx",
  // One button exists only without scripts, the other one waits.
  "governance/verify/verify-panel.tsx",
  // Drawn by the browser alone.
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

test("a form that listens to being sent waits for its part, or is known to be the same without", () => {
  expect(forms.length).toBeGreaterThan(20)
  const sent = new Set(forms.flatMap(({ isHeld, name }) => (isHeld ? [] : [name])))
  expect([...sent].toSorted()).toEqual(SAME_WITHOUT.toSorted())
})
