import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Spinner } from "~/components/base/parts/spinner"
import { useWallet, useWalletNow } from "~/components/wallet/wallet/use-wallet"
import { type ConnectionStep, connectionSteps } from "./connection-steps"

const icons = { ok: "check", todo: "alert", later: "circle" } as const
const said = { ok: "In order", todo: "To do", later: "Not known yet" } as const

function Step({ step: { link, name, state, text } }: { readonly step: ConnectionStep }) {
  return (
    <li data-tone={state === "ok" ? "ok" : state === "todo" ? "warn" : undefined}>
      <Icon name={icons[state]} />
      <b>{name}</b>
      <span className="small">{said[state]}</span>
      <small>
        {text}{" "}
        {link !== undefined &&
          (link.href.startsWith("/") ? <Link to={link.href}>{link.words}</Link> : <a href={link.href}>{link.words}</a>)}
      </small>
    </li>
  )
}

/** Checks the wallet connection and says what to do. It updates with the wallet's state, so there is no button. */
export function ConnectionCheck() {
  const wallet = useWallet()
  useWalletNow()
  const isReady = wallet.isInitialized && !wallet.isLoading
  return (
    <section className="block" aria-labelledby="check">
      <div className="block__head">
        <h2 id="check" className="h3">
          Your wallet connection
        </h2>
      </div>
      <noscript>
        <p>This check needs JavaScript, and so does a wallet connection. Everything else on this page works without.</p>
      </noscript>
      <div className="check-list">
        {isReady ? (
          <ul className="checklist">
            {connectionSteps(wallet).map((step) => (
              <Step key={step.name} step={step} />
            ))}
          </ul>
        ) : (
          <Spinner label="Checking the connection..." />
        )}
      </div>
    </section>
  )
}
