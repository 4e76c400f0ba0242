/**
 * A page with React: renders the first snapshot immediately, loads the connector later, and renders the element itself.
 */
import { buttonProperties, defineConnectButton, listen } from "commonhold-connector/button"
import { loadingSnapshot, type WalletHandle, type WalletSnapshot } from "commonhold-connector/handle"
import { StrictMode, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"
import { options } from "./options"

const listeners = new Set<() => void>()
let wallet: WalletHandle | undefined

const load = async () => {
  const { createConnector } = await import("commonhold-connector/browser")
  const made = createConnector(options)
  made.subscribe(() => {
    for (const listener of listeners) listener()
  })
  wallet = made
  for (const listener of listeners) listener()
}
void load()

const useWallet = (): WalletSnapshot =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wallet?.snapshot() ?? loadingSnapshot,
    () => loadingSnapshot
  )

const ConnectButton = () => {
  const snapshot = useWallet()
  const place = useRef<HTMLDivElement>(null)
  const [button, setButton] = useState<HTMLElement>()
  useEffect(() => {
    let isHere = true
    void defineConnectButton().then(() => {
      if (isHere) setButton(document.createElement("community-connect"))
    })
    return () => {
      isHere = false
    }
  }, [])
  useEffect(() => {
    if (button === undefined) return undefined
    place.current?.append(button)
    const off = [
      listen(button, "connect", () => void wallet?.connect()),
      listen(button, "disconnect", () => void wallet?.disconnect())
    ]
    return () => {
      for (const leave of off) leave()
      button.remove()
    }
  }, [button])
  useEffect(() => {
    if (button !== undefined) Object.assign(button, buttonProperties(snapshot))
  }, [button, snapshot])
  return <div ref={place} />
}

const App = () => {
  const { accounts, isInitialized, persona, proofs } = useWallet()
  const [said, setSaid] = useState("")
  const ask = (what: Promise<{ readonly ok: boolean }> | undefined) =>
    void what?.then((answer) => setSaid(JSON.stringify(answer)))
  const pay = () => ask(wallet?.sendTransaction({ transactionManifest: "CALL_METHOD;" }))
  const sign = () =>
    ask(
      wallet?.sendPreAuthorizationRequest({
        manifest: "YIELD_TO_PARENT;",
        expiration: { type: "afterDelay", value: 3_600 }
      })
    )
  return (
    <>
      <h1>A page with React</h1>
      <ConnectButton />
      <p data-ready={isInitialized}>{persona === null ? "nobody" : `${persona.label}, ${accounts.length} account`}</p>
      <button type="button" onClick={pay}>
        Pay
      </button>
      <button type="button" onClick={sign}>
        Sign in advance
      </button>
      <output>{said === "" ? JSON.stringify({ proofs }) : said}</output>
    </>
  )
}

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}
