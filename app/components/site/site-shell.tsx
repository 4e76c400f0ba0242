import type { ReactNode } from "react"
import { later } from "../later"
import { StepNotices } from "../signing/step-notices"
import { WalletNotice } from "../wallet/wallet-notice"
import { BottomBar } from "./bottom-bar"
import { Masthead } from "./masthead"
import { NavProgress } from "./page-outlet"
import { RecordLine } from "./record-line"
import { useRootData } from "./root-data"
import { SiteFooter } from "./site-footer"

const AccountSwitchBanner = later(async () => (await import("../wallet/account-switch-banner")).AccountSwitchBanner)

type Props = {
  readonly children: ReactNode
  /** Banners of this part of the site. They lie over the page. */
  readonly banners?: ReactNode
}

/** What stands around every page but sign-up (product 3.6.1). */
export function SiteShell({ banners, children }: Props) {
  const data = useRootData()
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <NavProgress />
      <RecordLine ledger={data.ledger} />
      <Masthead data={data} />
      <div className="notices no-print">
        <div className="wrap">
          <WalletNotice />
          <StepNotices />
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
