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
  /** Who the server says is here. */
  readonly session: Visitor | null
  /** Awaited before the connector starts: the practice wallet has to be there when it asks for an extension. */
  readonly prepare?: () => Promise<void>
  /** What is done with the wallet's answer to a step of this kind. */
  readonly handlerOf: (kind: string) => Promise<StepHandler | undefined>
  readonly children: ReactNode
}

const notLoaded: WalletAnswer<never> = {
  ok: false,
  error: { error: "E-CONNECTOR", message: "The wallet connector could not be loaded. Check the network and try again." }
}
/** The person's own doing, or already told in the server's words. */
const TOLD = new Set(["canceledByUser", "LoginRejectedByDapp", "ChallengeGeneratorError"])

/** What a page asks its wallet for. The connector's code is fetched for the first of them. */
const makeVerbs = (
  lazy: ReturnType<typeof createLazyWallet>,
  login: ReturnType<typeof createLoginStore>,
  revalidate: () => void
) => {
  /** At once where the connector is there: a window can only be opened within the click. */
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

/** Owns the page's one wallet. Its code arrives once somebody uses the page, or the page needs it. */
export function WalletProvider({ children, handlerOf, prepare, session, settings }: Props) {
  const { revalidate } = useRevalidator()
  const [login] = useState(createLoginStore)
  // The connector outlives renders: what it calls back must always be the newest.
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
          // A login that was asked for before a reload: nobody here waits for it, and the pages must hear of it.
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
    // Who only reads, and never had a wallet here, need not carry it.
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
