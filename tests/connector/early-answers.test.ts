import { assert, describe, it } from "vitest"
import { keepEarlyAnswers } from "~/connector/WalletHandle"

const RECEIVE = "radix#chromeExtension#receive" // wallet protocol §1.1

describe("answers that come before the connector listens", () => {
  it("are said again once, in their order; the way of a request is not", () => {
    const page = new EventTarget()
    const say = (detail: unknown) => page.dispatchEvent(new CustomEvent(RECEIVE, { detail }))
    const sayAgain = keepEarlyAnswers(page)
    say({ interactionId: "one", discriminator: "success" })
    say({ eventType: "extensionStatus", isWalletLinked: true })
    for (const nothing of [null, undefined, 7, "text"]) say(nothing)
    say({ interactionId: "two", discriminator: "failure" })

    const heard: Array<unknown> = []
    page.addEventListener(RECEIVE, (event) => heard.push(event instanceof CustomEvent ? event.detail.interactionId : 0))
    sayAgain()
    assert.deepStrictEqual(heard, ["one", "two"])
    sayAgain()
    assert.lengthOf(heard, 2)
  })

  it("do not fill the page, however many come", () => {
    const page = new EventTarget()
    const sayAgain = keepEarlyAnswers(page)
    for (let n = 0; n < 100; n++) page.dispatchEvent(new CustomEvent(RECEIVE, { detail: { interactionId: String(n) } }))
    let heard = 0
    page.addEventListener(RECEIVE, () => {
      heard += 1
    })
    sayAgain()
    assert.strictEqual(heard, 20)
  })
})
