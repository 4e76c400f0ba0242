/** The log of deliveries distinguishes successful from failed ones, and wraps long responses. */
import { assert, describe, test } from "vitest"
import { DeliveryLog } from "~/components/publishing/webhooks/delivery-log"
import type { DeliveryView, HookView } from "~/effects/publishing/webhooks/Webhook"
import { markupOf } from "../../markup"

const AT = 1_795_000_000_000
const hook: HookView = {
  id: "hook",
  url: "https://hooks.example.org/in",
  events: [],
  pausedAt: null,
  pausedWhy: null,
  failingSince: null,
  formerUntil: null,
  createdAt: AT
}
const arrived: DeliveryView = {
  id: "one",
  event: "member.joined",
  state: "delivered",
  tries: 1,
  nextAt: AT,
  triedAt: AT,
  tookMs: 132,
  status: 200,
  problem: null,
  answer: null,
  createdAt: AT
}
const shown = (change: Partial<DeliveryView>): string => {
  const element = <DeliveryLog hook={hook} log={[{ ...arrived, ...change }]} next={null} path="/x" />
  return markupOf(element)
}

describe("the log of deliveries", () => {
  test("marks what was delivered, what is retried, and what was given up, with an icon and a text", () => {
    assert.match(shown({}), /data-state="ok".*Delivered, status 200<.*took 132 ms\./)
    const again = shown({ state: "waiting", tries: 3, status: 500, problem: "status" })
    assert.match(again, /data-state="warn".*Not delivered, status 500<.*3 tries, the last .* Next try /)
    const over = shown({ state: "failed", tries: 8, status: null, problem: "timeout", tookMs: 10_000 })
    assert.match(
      over,
      /data-state="bad".*Failed permanently<.*8 tries, the last .* took 10 s\. No response within 10 seconds\./
    )
    assert.notInclude(over, "Next try")
    const first = shown({ state: "waiting", tries: 0, status: null, triedAt: null, tookMs: null })
    assert.match(first, /data-state="open".*Waiting to be sent</)
    assert.notInclude(first, "Send again")
  })
})
