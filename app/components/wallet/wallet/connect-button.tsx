import { createElement, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Icon } from "~/components/base/parts/icon"
import { ProfilePicture } from "~/components/base/parts/profile-picture"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import type { ConnectButton as ConnectElement } from "~/connector/button/define"
import type { Visitor } from "~/effects/access/Visitor"
import { type ButtonCode, letGo, listenTo, propertiesOf } from "./connect-element"
import { usePageMode } from "./use-page-mode"
import { nameOf, type UsedWallet, useWallet } from "./use-wallet"

type Props = {
  /** Whether the button is as wide as its container. */
  readonly fullWidth?: boolean
  /** Links of the signed-in person, shown in the same menu as the wallet. */
  readonly menu?: ReactNode
  /** The sign-out button, shown below the links while no wallet is connected, because the popover has none then. */
  readonly signOut?: ReactNode
}
/**
 * The page's connect button. The server renders a plain button of the same size; the custom element replaces it once
 * its code has loaded, and clicks made until then are repeated.
 */
export function ConnectButton({ fullWidth = false, menu, signOut }: Props) {
  const wallet = useWallet()
  const mode = usePageMode()
  const element = useRef<ConnectElement>(null)
  const [code, setCode] = useState<ButtonCode | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [wasClicked, setClicked] = useState(false)

  const connect = () => {
    setAsking(true)
    void wallet.connect({ quiet: true }).finally(() => setAsking(false))
  }
  const show = (button: ConnectElement, shown: ButtonCode) =>
    Object.assign(button, propertiesOf(shown, wallet, isAsking), { mode, fullWidth })
  // The listeners stay the same; they call the latest handlers.
  const latest = useRef({ connect, show, wallet })
  latest.current = { connect, show, wallet }

  useEffect(() => {
    let isHere = true
    let unlisten = () => {}
    const load = async () => {
      const loaded = await import("~/connector/button/define")
      const define = await loaded.loadConnectButton()
      const standIn = element.current
      if (standIn !== null) await letGo(standIn)
      if (!isHere || standIn === null) return
      const hadFocus = standIn.contains(document.activeElement)
      const wasOpen = standIn.querySelector("details")?.open === true
      // Set before the element is upgraded; otherwise it would briefly show "Connect" although a wallet is connected,
      // and a click in that moment would count.
      latest.current.show(standIn, loaded)
      unlisten = listenTo(loaded, standIn, () => latest.current)
      define()
      setCode(loaded)
      if (wasOpen) setClicked(true)
      else if (hadFocus) await standIn.updateComplete.then(() => standIn.focus())
    }
    load().catch((error: unknown) => console.error("the connect button could not be loaded", error))
    return () => {
      isHere = false
      unlisten()
    }
  }, [])

  useEffect(() => {
    const button = element.current
    if (code === null || button === null) return
    latest.current.show(button, code)
  })

  useEffect(() => {
    if (code === null || !wasClicked) return
    setClicked(false)
    element.current?.show()
  }, [code, wasClicked])

  const click = () => {
    setClicked(true)
    if (wallet.session === null) connect()
  }
  const { isInitialized, persona, session } = wallet
  const closeBehindLink = ({ target }: MouseEvent) => {
    if (element.current !== null && target instanceof Element && target.closest("a") !== null) {
      element.current.showPopoverMenu = false
    }
  }
  const child =
    code !== null ? (
      menu !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: hears of the links inside, whatever pressed them
        <div slot="menu" className="stack" data-gap="s" onClick={closeBehindLink}>
          {menu}
          {isInitialized && persona === null && signOut}
        </div>
      )
    ) : session !== null && menu !== undefined ? (
      <MenuStandIn session={session}>
        {menu}
        {signOut}
      </MenuStandIn>
    ) : (
      <StandIn session={session} isAsking={isAsking} isWide={fullWidth} onClick={click} />
    )
  return createElement("community-connect", { ref: element, suppressHydrationWarning: true }, child)
}

/** Opens without JavaScript, too. */
const MenuStandIn = ({ children, session }: { readonly children: ReactNode; readonly session: Visitor }) => (
  <details className="menu">
    <summary className="connect" data-state="on" aria-label={`Account menu of ${nameOf(session)}`}>
      <ProfilePicture name={nameOf(session)} picture={session.profile?.displayImage ?? null} />
      <span>{nameOf(session)}</span>
      <Icon name="down" />
    </summary>
    <div className="menu__panel">{children}</div>
  </details>
)

type StandInProps = Pick<UsedWallet, "session"> & {
  readonly isAsking: boolean
  readonly isWide: boolean
  readonly onClick: () => void
}

const StandIn = ({ isAsking, isWide, onClick, session }: StandInProps) => (
  <HydratedButton
    className="connect"
    data-state={session === null ? undefined : "on"}
    data-wide={isWide ? "" : undefined}
    onClick={onClick}
  >
    {session === null ? (isAsking ? "Connecting" : "Connect") : nameOf(session)}
  </HydratedButton>
)
