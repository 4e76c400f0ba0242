import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useRootData } from "~/components/base/site/root-data"
import { useWallet } from "~/components/wallet/wallet/use-wallet"

/** Offers the visitor's next action: connect, complete the profile, or open the dashboard. */
export function SuiteStart() {
  const { session } = useRootData()
  const wallet = useWallet()
  if (session === null) {
    return (
      <div className="row">
        <HydratedButton className="button" data-kind="primary" data-connect="" onClick={() => void wallet.connect()}>
          Connect and start
        </HydratedButton>
        <Link className="button" to="/resources/connect">
          Get a wallet
        </Link>
        <noscript>Connecting a wallet needs JavaScript. Everything on this page can be read without it.</noscript>
      </div>
    )
  }
  if (session.profile === null) {
    return (
      <Notice tone="needs">
        <p>
          You're connected. Create your profile in two minutes to start joining communities.{" "}
          <Link to="/signup" prefetch="intent">
            Complete your profile
          </Link>
        </p>
      </Notice>
    )
  }
  return (
    <div className="row">
      <Link className="button" data-kind="primary" to="/userDashboard" prefetch="intent">
        Open your dashboard
      </Link>
    </div>
  )
}
