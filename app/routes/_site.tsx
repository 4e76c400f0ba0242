import { ErrorView } from "~/components/base/parts/error-view"
import { PageOutlet } from "~/components/shell/page-outlet"
import { SiteShell } from "~/components/shell/site-shell"
import { ReturnBanner } from "~/components/wallet/gate/banners"

/** The public pages. Adds no segment to the URL. */
export default function Site() {
  return (
    <SiteShell banners={<ReturnBanner />}>
      <PageOutlet />
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
