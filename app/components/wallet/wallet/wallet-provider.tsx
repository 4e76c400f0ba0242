import { useRevalidator } from "@remix-run/react"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { isAnythingStored } from "~/connector/WalletHandle"
import type { Visitor } from "~/effects/access/Visitor"
import { createPageWallet } from "./page-wallet"
import type { WalletSettings } from "./sign-in"
import { SignedOutGate } from "./signed-out-gate"
import type { StepHandler } from "./steps"
import { WalletContext } from "./use-wallet"
import { whenUsed } from "./when-used"

type Props = {
  readonly settings: WalletSettings
  /** The signed-in visitor according to the server. */
  readonly session: Visitor | null
  /**
   * Awaited before the connector starts, because the practice wallet must be installed before it looks for an
   * extension.
   */
  readonly prepare?: () => Promise<void>
  /** Loads the handler of a step's kind. */
  readonly handlerOf: (kind: string) => Promise<StepHandler | undefined>
  readonly children: ReactNode
}

const AT_LATEST_MS = 2_000
const WITHOUT_IDLE_MS = 200

/** Runs a job when the browser is idle. Returns a function that cancels it. */
const whenIdle = (job: () => void): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(job, { timeout: AT_LATEST_MS })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(job, WITHOUT_IDLE_MS)
  return () => clearTimeout(id)
}

/** Owns the page's only wallet. Its code is loaded when somebody uses the page or the page needs it. */
export function WalletProvider({ children, handlerOf, prepare, session, settings }: Props) {
  const { revalidate } = useRevalidator()
  // The connector outlives renders, so its callbacks read the latest values.
  const latest = useRef({ handlerOf, prepare, revalidate, settings })
  latest.current = { handlerOf, prepare, revalidate, settings }
  const again = () => latest.current.revalidate()
  const [wallet] = useState(() =>
    createPageWallet({
      settings: () => latest.current.settings,
      prepare: () => latest.current.prepare?.(),
      handlerOf: (kind) => latest.current.handlerOf(kind),
      // A login that was requested before a reload has no caller here.
      onSignedIn: ({ isAwaited }) => isAwaited || again(),
      onConnected: again,
      onSignedOut: again,
      onHandledElsewhere: again
    })
  )
  const [isKnown] = useState(session !== null)
  const { lazy, listen, login, steps, verbs } = wallet

  useEffect(() => {
    listen()
    let stopWaiting = () => {}
    const soon = () => {
      stopWaiting = whenIdle(() => void lazy.load())
    }
    // A visitor who only reads and never had a wallet here does not load it.
    if (isKnown || isAnythingStored(latest.current.settings, () => localStorage)) soon()
    else stopWaiting = whenUsed(soon)
    return () => {
      stopWaiting()
      lazy.close()
    }
  }, [lazy, listen, isKnown])

  const value = useMemo(
    () => ({ ...verbs, lazy, login, steps, settings, session }),
    [verbs, lazy, login, steps, settings, session]
  )
  return (
    <WalletContext.Provider value={value}>
      <SignedOutGate login={login} isSignedIn={session !== null}>
        {children}
      </SignedOutGate>
    </WalletContext.Provider>
  )
}
