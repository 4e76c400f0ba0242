import { useEffect, useState } from "react"
import { Notice } from "~/components/base/parts/notice"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { shortAddress } from "~/components/base/text/short-address"
import { nameOf, useWallet } from "./use-wallet"

const KEY = "commonhold:kept-account"

/**
 * The shared account that the person chose to ignore in this tab. Without storage the banner returns after a reload.
 */
const stored = {
  read: (): string | null => {
    try {
      return sessionStorage.getItem(KEY)
    } catch {
      return null
    }
  },
  write: (address: string): void => {
    try {
      sessionStorage.setItem(KEY, address)
    } catch {
      // Storage is blocked; the choice lasts until the page is left.
    }
  }
}

/** Shown when the wallet's first account differs from the session's. Nothing changes until the person chooses. */
export function AccountSwitchBanner() {
  const { accounts, connect, isInitialized, provenAccount, selectAccount, session } = useWallet()
  const [left, setLeft] = useState<string | null>(null)
  useEffect(() => setLeft(stored.read()), [])

  const shared = accounts[0]?.address
  if (!isInitialized || session === null || shared === undefined) return null
  if (shared === session.account || shared === provenAccount || shared === left) return null

  const stay = () => {
    stored.write(shared)
    setLeft(shared)
    if (accounts.some(({ address }) => address === session.account)) selectAccount(session.account)
  }
  return (
    <Notice tone="needs" role="status">
      <p>
        Your wallet now shares another account.{" "}
        <HydratedButton className="link-button" onClick={stay}>
          Continue as {nameOf(session)}
        </HydratedButton>{" "}
        or{" "}
        <HydratedButton className="link-button" onClick={() => void connect()}>
          switch to {shortAddress(shared)}
        </HydratedButton>
        .
      </p>
    </Notice>
  )
}
