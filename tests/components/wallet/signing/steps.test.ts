/** What a signed transaction reports to the person, and to the connector of the request it came from. */
import { assert, describe, it } from "vitest"
import { createStepStore, type StepEnd } from "~/components/wallet/wallet/steps"
import type { StepResponse, StepResult } from "~/connector/WalletHandle"

const payload = { step: "s1", about: "Your order", at: "/bonds", data: {} }
const stepResponse = (result: StepResult = { ok: true, value: { type: "lost" } }): StepResponse => ({
  interactionId: "i1",
  kind: "pre-authorization",
  payload,
  result
})
const storeWith = (end: StepEnd) => {
  const store = createStepStore(
    async () => async () => end,
    () => {}
  )
  return { store, news: () => store.news().map(({ message, tone }) => [tone, message]) }
}

describe("a signed transaction that nobody waits for", () => {
  it("ends the request with the server's code and message when the server refused it", async () => {
    const body = { code: "E-CLOSED", message: "The sale is over." }
    const { news, store } = storeWith({ state: "refused", words: "The sale is over.", body })
    assert.deepEqual(await store.carryOn(stepResponse()), body)
    assert.deepEqual(news(), [["bad", "Your order was not completed: The sale is over."]])
  })

  it("has a code when it was refused without one", async () => {
    const { store } = storeWith({ state: "refused", words: "No." })
    assert.deepEqual(await store.carryOn(stepResponse()), { code: "E-REFUSED", message: "No." })
  })

  it("has the wallet's code when the wallet refused it, and the server is not called", async () => {
    const { news, store } = storeWith({ state: "done", words: "it is taken.", body: {} })
    const error = { error: "rejectedByUser", message: "user rejected request" }
    assert.deepEqual(await store.carryOn(stepResponse({ ok: false, error })), {
      code: error.error,
      message: error.message
    })
    assert.deepEqual(news(), [["bad", "Your order was not completed: user rejected request"]])
  })

  it("is not reported as failed when the waiting ended while it was in the wallet", async () => {
    const { news, store } = storeWith({ state: "done", words: "it is taken.", body: {} })
    const words = "your wallet has the transaction and may still send it"
    await store.carryOn(stepResponse({ ok: false, error: { error: "transactionOutcomeUnknown", message: words } }))
    assert.deepEqual(news(), [["warn", `Your order: ${words}`]])
  })

  it("is stored and sent again later, and only its last message stays", async () => {
    const ends: Array<StepEnd> = [
      { state: "pending", words: "it is kept." },
      { state: "done", words: "it is taken.", body: {} }
    ]
    const store = createStepStore(
      async () => async () => ends.shift() ?? { state: "pending", words: "" },
      () => {}
    )
    assert.strictEqual(await store.carryOn(stepResponse()), "later")
    assert.strictEqual(await store.carryOn(stepResponse()), "done")
    assert.deepEqual(
      store.news().map(({ message }) => message),
      ["Your order: it is taken."]
    )
  })
})
