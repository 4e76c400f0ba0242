import { ErrorView } from "~/components/error-view"
import { ContinueBanner } from "~/components/gate/banners"
import { WalletGate } from "~/components/gate/wallet-gate"
import { PageOutlet } from "~/components/site/page-outlet"
import { SiteShell } from "~/components/site/site-shell"

/** Search engines have no wallet (D-04). */
export const handle = { noindex: true }

/** The pages that need a connected account: the same shell, then the gate. Adds no segment to the URL. */
export default function Guarded() {
  return (
    <SiteShell banners={<ContinueBanner />}>
      <WalletGate>
        <PageOutlet />
      </WalletGate>
    </SiteShell>
  )
}

export function ErrorBoundary() {
  return (
    <SiteShell>
      <div className="wrap page">
        <ErrorView />
      </div>
    </SiteShell>
  )
}
