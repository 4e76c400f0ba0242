import type { Ineligible } from "~/effects/votes/proposal/eligibility"
import { Notice } from "../notice"

/** R-P4: why this reader cannot vote, by the rule that the server refuses with. */
export function EligibilityBox({ reason }: { readonly reason: Ineligible }) {
  return (
    <section className="card" data-code={reason.code} aria-labelledby="may-vote">
      <h2 id="may-vote" className="h3">
        {reason.code === "CLOSED" || reason.code === "NOT_OPEN" ? "Voting" : "You cannot vote here"}
      </h2>
      <Notice tone={reason.code === "CLOSED" || reason.code === "NOT_OPEN" ? "open" : "warn"}>
        <p>{reason.words}</p>
      </Notice>
    </section>
  )
}
