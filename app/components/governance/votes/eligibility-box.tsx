import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import type { Ineligible } from "~/effects/governance/votes/proposal/eligibility"

type Props = { readonly reason: Ineligible; readonly now: number }

/** Why this reader cannot vote, in the words of the server's refusal. */
export function EligibilityBox({ now, reason }: Props) {
  return (
    <section className="card" data-code={reason.code} aria-labelledby="may-vote">
      <h2 id="may-vote" className="h3">
        {reason.code === "CLOSED" || reason.code === "NOT_OPEN" ? "Voting" : "You cannot vote here"}
      </h2>
      <Notice tone={reason.code === "CLOSED" || reason.code === "NOT_OPEN" ? "open" : "warn"}>
        <p>
          <OwnTimes words={reason.words} now={now} />
        </p>
      </Notice>
    </section>
  )
}

/** "21 Nov 2026, 12:00 UTC", the form of times in the server's sentences. */
const MOMENT = /(\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2} UTC)/

/** A sentence of the server with its times in the reader's time zone, as on the rest of the page. */
function OwnTimes({ now, words }: { readonly words: string; readonly now: number }) {
  return words.split(MOMENT).map((part) => {
    const at = MOMENT.test(part) ? Date.parse(part.replace(",", "")) : Number.NaN
    return Number.isNaN(at) ? part : <TimePair key={part} at={at} now={now} short />
  })
}
