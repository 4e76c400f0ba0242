import { useRevalidator } from "@remix-run/react"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { cameAsleep } from "~/components/base/site/waking"
import { isAnythingStored, type WalletAnswer, type WalletHandle } from "~/connector/WalletHandle"
import type { Visitor } from "~/effects/access/Visitor"
import { awaitConnector } from "./early-answers"
import { createLazyWallet } from "./lazy-wallet"
import { createLoginStore } from "./login-state"
import { endSession } from "./session"
import type { WalletSettings } from "./sign-in"
import { forgetHere, markSignedOut } from "./signed-out"
import { SignedOutGate } from "./signed-out-gate"
import { createStepStore, type StepHandler } from "./steps"
import { WalletContext, type WalletContextValue } from "./use-wallet"
import { whenIdle } from "./when-idle"
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

const notLoaded: WalletAnswer<never> = {
  ok: false,
  error: { error: "E-CONNECTOR", message: "The wallet connector could not be loaded. Check the network and try again." }
}
/** Errors that the person caused or that the server has already explained. */
const TOLD = new Set(["canceledByUser", "LoginRejectedByDapp", "ChallengeGeneratorError"])

/** Requests that a page can make to its wallet. The first one loads the connector's code. */
const makeVerbs = (
  lazy: ReturnType<typeof createLazyWallet>,
  login: ReturnType<typeof createLoginStore>,
  revalidate: () => void
) => {
  /** Synchronous if the connector is loaded, because a window can only be opened within the click. */
  const ask = <A,>(verb: (wallet: WalletHandle) => Promise<WalletAnswer<A>>): Promise<WalletAnswer<A>> => {
    const wallet = lazy.current()
    return wallet ? verb(wallet) : lazy.load().then((loaded) => (loaded ? verb(loaded) : notLoaded))
  }
  const tell = async (verb: (wallet: WalletHandle) => unknown): Promise<void> => {
    const wallet = lazy.current() ?? (await lazy.load())
    if (wallet) await verb(wallet)
  }
  const disconnect = () => tell((wallet) => wallet.disconnect())
  return {
    connect: async ({ quiet = false } = {}) => {
      login.tell(null)
      login.begin()
      const answer = await ask((wallet) => wallet.connect())
      login.end()
      const isSilent = answer.ok || TOLD.has(answer.error.error) || (quiet && answer.error.error !== "E-CONNECTOR")
      if (!isSilent) login.tell({ message: answer.error.message, code: answer.error.error })
      return answer
    },
    disconnect,
    signOut: async () => {
      login.tell(null)
      markSignedOut()
      login.leave("telling")
      await Promise.all([disconnect(), forgetHere(lazy.current() === undefined)])
      const ended = await endSession()
      login.prove(null)
      login.leave(ended.ok ? "told" : "untold")
      if (ended.ok) revalidate()
    },
    sendOneTimeRequest: (spec, options) => ask((wallet) => wallet.sendOneTimeRequest(spec, options)),
    sendTransaction: (request) => ask((wallet) => wallet.sendTransaction(request)),
    sendPreAuthorizationRequest: (input) => ask((wallet) => wallet.sendPreAuthorizationRequest(input)),
    updateSharedAccounts: () => ask((wallet) => wallet.updateSharedAccounts()),
    cancelRequest: (interactionId) => tell((wallet) => wallet.cancelRequest(interactionId)),
    ignoreTransaction: (interactionId) => tell((wallet) => wallet.ignoreTransaction(interactionId)),
    linkClick: (type, data) => tell((wallet) => wallet.linkClick(type, data)),
    selectAccount: (address) => void tell((wallet) => wallet.selectAccount(address)),
    dismissNotice: () => login.tell(null)
  } satisfies Partial<WalletContextValue>
}

/** Owns the page's only wallet. Its code is loaded when somebody uses the page or the page needs it. */
export function WalletProvider({ children, handlerOf, prepare, session, settings }: Props) {
  const { revalidate } = useRevalidator()
  const [login] = useState(createLoginStore)
  // The connector outlives renders, so its callbacks read the latest values.
  const latest = useRef({ handlerOf, prepare, revalidate, settings })
  latest.current = { handlerOf, prepare, revalidate, settings }

  const handOver = useRef<ReturnType<typeof awaitConnector>>()

  const [steps] = useState(() =>
    createStepStore(
      (kind) => latest.current.handlerOf(kind),
      () => latest.current.revalidate()
    )
  )

  const [isKnown] = useState(session !== null)
  const [lazy] = useState(() =>
    createLazyWallet(async () => {
      const events = {
        onRefused: login.tell,
        onSignedIn: (account: string) => {
          login.prove(account)
          // Result of a login requested before a reload: no caller waits here, so the pages reload their data.
          if (!login.snapshot().isConnecting) latest.current.revalidate()
        },
        onConnected: () => latest.current.revalidate(),
        carryOn: steps.carryOn
      }
      const [{ createConnector }, { connectorOptions }, { forgetStored }] = await Promise.all([
        import("~/connector/browser"),
        import("./sign-in"),
        import("./own-secrets"),
        latest.current.prepare?.()
      ])
      forgetStored()
      const connector = createConnector(connectorOptions(latest.current.settings, events))
      handOver.current?.(connector)
      return connector
    })
  )

  useEffect(() => {
    handOver.current = awaitConnector()
    let stopWaiting = () => {}
    const soon = () => {
      stopWaiting = whenIdle(() => void lazy.load())
    }
    // A visitor who only reads and never had a wallet here does not load it.
    if (isKnown || cameAsleep() || isAnythingStored(latest.current.settings, () => localStorage)) soon()
    else stopWaiting = whenUsed(soon)
    return () => {
      stopWaiting()
      lazy.close()
    }
  }, [lazy, isKnown])

  const verbs = useMemo(() => makeVerbs(lazy, login, () => latest.current.revalidate()), [lazy, login])

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
