import type { ReactNode } from "react"
import { later } from "~/components/base/site/later"
import { useRootData } from "~/components/base/site/root-data"
import { UndoNotice } from "~/components/communities/undo/undo-notice"
import { BottomBar } from "~/components/shell/bottom-bar"
import { Masthead } from "~/components/shell/masthead"
import { NavProgress } from "~/components/shell/page-outlet"
import { RecordLine } from "~/components/shell/record-line"
import { SiteFooter } from "~/components/shell/site-footer"
import { StepNotices } from "~/components/wallet/signing/step-notices"
import { WalletNotice } from "~/components/wallet/wallet/wallet-notice"

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
