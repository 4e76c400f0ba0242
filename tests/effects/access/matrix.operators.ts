/** The operators' pages: each button works for operators only, who are told what the form lacks. */
import { type Entry, everybody, operators, plain, type Row, type Stage } from "./cells"

const REFUSED = 422
const buttons = (intents: ReadonlyArray<string>, options: Partial<Row> = {}): ReadonlyArray<Row> =>
  intents.map((intent) =>
    operators("POST", REFUSED, { what: intent, form: () => ({ intent, on: "nothing" }), ...options })
  )
const onPerson = { params: ({ member }: Stage) => ({ account: member }) }

export const operatorRows: Readonly<Record<string, Entry>> = {
  // The layout contains only what surrounds every page.
  "_operator.tsx": [plain("GET", everybody)],
  "_operator.operator._index.tsx": [operators("GET", 200), ...buttons(["run-job", "resend", "drop", "feature-flags"])],
  "_operator.operator.find.tsx": [
    operators("GET", 200),
    operators("GET", 200, { what: "a search", query: () => "?q=matrix" }),
    ...buttons(["hide", "show", "close-community", "reopen-community"])
  ],
  "_operator.operator.emails.tsx": [operators("GET", 200), ...buttons(["resend", "drop", "bounce", "unbounce"])],
  "_operator.operator.takedown.tsx": [operators("GET", 200), ...buttons(["take-down", "undo-takedown"])],
  "_operator.operator.signups.tsx": [
    operators("GET", 200),
    ...buttons([
      "block-signups",
      "unblock-signups",
      "signup-mode",
      "approve-signups",
      "refuse-signups",
      "invite-to-site",
      "withdraw-site-invitation"
    ])
  ],
  "_operator.operator.log.tsx": [operators("GET", 200)],
  "_operator.operator.person.$account.tsx": [
    operators("GET", 200, { params: ({ self }) => ({ account: self }) }),
    operators("GET", 404, { what: "nobody", params: () => ({ account: "account_tdx_2_nobody" }) }),
    ...buttons(["end-sessions", "suspend", "unsuspend", "close"], onPerson)
  ]
}
