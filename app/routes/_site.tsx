import { ErrorView } from "~/components/error-view"
import { ReturnBanner } from "~/components/gate/banners"
import { PageOutlet } from "~/components/site/page-outlet"
import { SiteShell } from "~/components/site/site-shell"

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
