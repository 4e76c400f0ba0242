import { Link, NavLink } from "@remix-run/react"
import type { ReactNode } from "react"
import { Bell } from "~/components/activity/notifications/bell"
import { Logo } from "~/components/base/parts/logo"
import { OfflineNotice } from "~/components/base/parts/offline-notice"
import { OperatorName } from "~/components/base/parts/operator"
import { placesOf } from "~/components/base/parts/places"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { later } from "~/components/base/site/later"
import { useRootData } from "~/components/base/site/root-data"
import { UndoNotice } from "~/components/communities/undo/undo-notice"
import { SignOut } from "~/components/people/account/sign-out"
import { AccountMenu } from "~/components/shell/account-menu"
import { BottomBar } from "~/components/shell/bottom-bar"
import { NavProgress } from "~/components/shell/page-outlet"
import { RecordLine } from "~/components/shell/record-line"
import { ThemeChoice } from "~/components/shell/theme-choice"
import { StepNotices } from "~/components/wallet/signing/step-notices"
import { ConnectButton } from "~/components/wallet/wallet/connect-button"
import { WalletNotice } from "~/components/wallet/wallet/wallet-notice"
import type { SiteData } from "~/effects/publishing/site/SiteData"

const networkName = { local: "Local practice ledger", stokenet: "Test network (Stokenet)" } as const

function SiteFooter({ data }: { readonly data: SiteData }) {
  const places = placesOf("footer", data.session !== null)
  return (
    <footer className="footer no-print">
      <div className="wrap">
        {places.length > 0 && (
          <nav className="footer__links" aria-label="Footer">
            {places.map(({ name, path }) => (
              <NavLink key={path} to={path} prefetch="intent">
                {name}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="row" data-apart>
          <p className="footer__colophon">
            <span>{networkName[data.ledger]}</span>
            {data.operator !== null && (
              <span>
                Run by <OperatorName operator={data.operator} />
              </span>
            )}
            <span>Version {data.appVersion}</span>
            <Link to="/resources/self-host#source">Source</Link>
            <span>Set in Source Serif and IBM Plex</span>
            <HydratedButton className="link-button" data-shortcuts="">
              Keyboard shortcuts
            </HydratedButton>
          </p>
          {data.session === null && <ThemeChoice theme={data.theme} />}
        </div>
      </div>
    </footer>
  )
}

function Masthead({ data }: { readonly data: SiteData }) {
  const { session } = data
  const places = placesOf("masthead", session !== null)
  return (
    <header className="masthead no-print" data-signed-in={session === null ? undefined : ""}>
      <div className="wrap">
        <Logo />
        {places.length > 0 && (
          <nav className="masthead__nav" aria-label="Main">
            {places.map(({ name, path }) => (
              <NavLink key={path} to={path} end={path === "/community"} prefetch="intent">
                {name}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="masthead__end">
          {session?.profile && <Bell known={data.waiting} />}
          <OfflineNotice />
          <ConnectButton
            menu={session === null ? undefined : <AccountMenu email={data.email} theme={data.theme} />}
            signOut={<SignOut />}
          />
        </div>
      </div>
    </header>
  )
}

const AccountSwitchBanner = later(
  async () => (await import("~/components/wallet/wallet/account-switch-banner")).AccountSwitchBanner
)

type Props = {
  readonly children: ReactNode
  /** Banners of this part of the site, laid over the page. */
  readonly banners?: ReactNode
}

/** The frame of every page except sign-up (docs/product/access.md). */
export function SiteShell({ banners, children }: Props) {
  const data = useRootData()
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <NavProgress />
      <Masthead data={data} />
      <RecordLine ledger={data.ledger} clock={data.clock} />
      <div className="notices no-print">
        <div className="wrap">
          <WalletNotice />
          <StepNotices />
          {data.session !== null && <UndoNotice notice={data.undo} />}
          {data.session !== null && <AccountSwitchBanner />}
          {banners}
        </div>
      </div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter data={data} />
      <BottomBar data={data} />
    </>
  )
}
