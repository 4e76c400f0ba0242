/** A page without a framework: the connector creates the button. */
import { createConnector, openConnector, type WalletResult } from "commonhold-connector/browser"
import { WalletMemory } from "commonhold-connector/ports"
import { options } from "./options"

const find = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

/** With "#scripted": a wallet that needs neither extension nor phone. */
const wallet =
  location.hash === "#scripted"
    ? openConnector(
        WalletMemory({
          options,
          wallet: {
            answer: ({ interactionId }) => ({ discriminator: "failure", interactionId, error: "rejectedByUser" })
          }
        })
      )
    : createConnector(options)

const say = (words: string) => {
  find("output").textContent = words
}
const report = <A>(answer: WalletResult<A>) => say(JSON.stringify(answer.ok ? answer.value : answer.error))

wallet.mountButton(find("#wallet"))
wallet.provideConnectResponse(report)
find("#pay").addEventListener("click", async () =>
  report(await wallet.sendTransaction({ transactionManifest: "CALL_METHOD;" }))
)
find("#sign").addEventListener("click", async () =>
  report(
    await wallet.sendPreAuthorizationRequest({
      manifest: "YIELD_TO_PARENT;",
      expiration: { type: "afterDelay", value: 3_600 }
    })
  )
)
