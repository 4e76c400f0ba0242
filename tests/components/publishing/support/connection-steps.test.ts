import { assert, describe, it } from "@effect/vitest"
import { connectionSteps } from "~/components/publishing/support/connection-steps"
import { loadingSnapshot, type WalletSnapshot } from "~/connector/WalletHandle"

const states = (change: Partial<WalletSnapshot>) =>
  connectionSteps({ ...loadingSnapshot, ...change })
    .map(({ state }) => state)
    .join(" ")
const account = (address: string) => ({ address, label: "Main", appearanceId: 0 })
const testAccount = account("account_tdx_2_128y6j78mt0aqv6372evz28hrxp8mn06ccddkr7xppc88hyvynvjdwr")

describe("the wallet connection checker", () => {
  it("requires the extension first, then the pairing, then an account", () => {
    assert.strictEqual(states({}), "todo later todo later ok")
    assert.strictEqual(states({ isExtensionAvailable: true }), "ok todo todo later ok")
    assert.strictEqual(states({ isExtensionAvailable: true, isWalletLinked: true }), "ok ok todo later ok")
    assert.strictEqual(
      states({ isExtensionAvailable: true, isWalletLinked: true, accounts: [testAccount] }),
      "ok ok ok ok ok"
    )
  })

  it("requires neither extension nor pairing on a phone", () => {
    assert.strictEqual(states({ isMobile: true }), "ok ok todo later ok")
  })

  it("reports an account of another network", () => {
    const steps = connectionSteps({
      ...loadingSnapshot,
      accounts: [account("account_rdx12y4l35lh2543nff9pyyzvsh64ssu0dv6fq20gg8suslwmjvkylejgj")]
    })
    assert.include(steps[3]?.text, "another network")
    assert.strictEqual(steps[3]?.state, "todo")
  })

  it("shows how many requests wait, and omits finished ones", () => {
    const request = {
      interactionId: "a",
      type: "loginRequest",
      createdAt: 0,
      showCancel: true,
      canIgnore: false,
      receivedByWallet: false
    } as const
    const step = (requests: WalletSnapshot["requests"]) => connectionSteps({ ...loadingSnapshot, requests })[4]
    assert.strictEqual(step([{ ...request, status: "success" }])?.state, "ok")
    assert.match(step([{ ...request, status: "pending" }])?.text ?? "", /^One request is waiting for your wallet\./)
    assert.match(
      step([
        { ...request, status: "pending" },
        { ...request, status: "pending" }
      ])?.text ?? "",
      /^2 requests are waiting /
    )
  })

  it("links only to existing pages", () => {
    for (const { link } of connectionSteps(loadingSnapshot)) {
      if (link !== undefined)
        assert.match(link.href, /^(https:\/\/wallet\.radixdlt\.com|\/resources\/connect#(pair|network))$/)
    }
  })
})
