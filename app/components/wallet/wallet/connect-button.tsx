import { createElement, useEffect, useRef, useState } from "react"
import type { ConnectButton as Element } from "~/connector/button/define"
import { usePageMode } from "./use-page-mode"
import { nameOf, type UsedWallet, useWallet } from "./use-wallet"

type Props = {
  /** As wide as what is around it. */
  readonly fullWidth?: boolean
}
type ButtonCode = typeof import("~/connector/button/define")

/** What the element shows now. Until the connector has read its own state, the session stands in for it (D-04). */
const propertiesOf = (code: ButtonCode, wallet: UsedWallet, isAsking: boolean): Partial<Element> => {
  const properties = code.buttonProperties(wallet)
  return {
    ...properties,
    hasExplorer: wallet.settings.canOpenExplorer,
    ...(!wallet.isInitialized && wallet.session !== null
      ? { connected: true, personaLabel: nameOf(wallet.session) }
      : {}),
    ...(isAsking && properties.status === "default" ? { status: "pending" as const } : {})
  }
}

interface Reactions {
  readonly connect: () => void
  readonly wallet: UsedWallet
}

/** Answers the element's events with the newest reactions; what it returns ends that. */
const listenTo = (code: ButtonCode, button: Element, latest: () => Reactions) => {
  const unlisten = [
    code.listen(button, "connect", () => latest().connect()),
    code.listen(button, "disconnect", () => void latest().wallet.signOut()),
    code.listen(button, "cancel-request-item", ({ interactionId }) => {
      void latest().wallet.cancelRequest(interactionId)
    }),
    code.listen(button, "ignore-transaction-item", ({ interactionId }) => {
      void latest().wallet.ignoreTransaction(interactionId)
    }),
    code.listen(button, "update-shared-accounts", () => void latest().wallet.updateSharedAccounts()),
    code.listen(button, "link-click", ({ data, type }) => void latest().wallet.linkClick(type, data))
  ]
  return () => {
    for (const stop of unlisten) stop()
  }
}

/**
 * The connect button of the page. The server sends a plain button of the same size; the element takes its place once its
 * code is there, and what was pressed until then is carried out.
 */
export function ConnectButton({ fullWidth = false }: Props) {
  const wallet = useWallet()
  const mode = usePageMode()
  const element = useRef<Element>(null)
  const [code, setCode] = useState<ButtonCode | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [wasPressed, setPressed] = useState(false)

  const connect = () => {
    setAsking(true)
    void wallet.connect({ quiet: true }).finally(() => setAsking(false))
  }
  const show = (button: Element, shown: ButtonCode) =>
    Object.assign(button, propertiesOf(shown, wallet, isAsking), { mode, fullWidth })
  // The listeners stay; what they call is always the newest.
  const latest = useRef({ connect, show, wallet })
  latest.current = { connect, show, wallet }

  useEffect(() => {
    let isHere = true
    const load = async () => {
      const loaded = await import("~/connector/button/define")
      // Before it becomes more than an empty element: it would show "Connect" for a moment although a wallet is connected.
      if (element.current !== null) latest.current.show(element.current, loaded)
      await loaded.defineConnectButton()
      if (isHere) setCode(loaded)
    }
    load().catch((error: unknown) => console.error("the connect button could not be loaded", error))
    return () => {
      isHere = false
    }
  }, [])

  useEffect(() => {
    const button = element.current
    if (code === null || button === null) return
    return listenTo(code, button, () => latest.current)
  }, [code])

  useEffect(() => {
    const button = element.current
    if (code === null || button === null) return
    latest.current.show(button, code)
  })

  useEffect(() => {
    if (code === null || !wasPressed) return
    setPressed(false)
    element.current?.show()
  }, [code, wasPressed])

  const press = () => {
    setPressed(true)
    if (wallet.session === null) connect()
  }
  const standIn = <StandIn session={wallet.session} isAsking={isAsking} isWide={fullWidth} onPress={press} />
  return createElement("community-connect", { ref: element, suppressHydrationWarning: true }, code === null && standIn)
}

type StandInProps = Pick<UsedWallet, "session"> & {
  readonly isAsking: boolean
  readonly isWide: boolean
  readonly onPress: () => void
}

const StandIn = ({ isAsking, isWide, onPress, session }: StandInProps) => (
  <button
    className="connect"
    type="button"
    data-state={session === null ? undefined : "on"}
    data-wide={isWide ? "" : undefined}
    onClick={onPress}
  >
    {session === null ? (isAsking ? "Connecting" : "Connect") : nameOf(session)}
  </button>
)
