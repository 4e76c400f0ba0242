import type { PageHandle } from "~/components/base/site/hydrate"
import { PageOutlet } from "~/components/shell/page-outlet"
import { SiteShell } from "~/components/shell/site-shell"
import { TroublePage } from "~/components/shell/trouble-page"
import { ReturnBanner } from "~/components/wallet/gate/banners"

/** Visitors only read these pages. */
export const handle: PageHandle = { hydrate: false }

/** Layout of the public pages. Adds no segment to the URL. */
export default function Site() {
  return (
    <SiteShell banners={<ReturnBanner />}>
      <PageOutlet />
    </SiteShell>
  )
}

export function ErrorBoundary() {
  return <TroublePage />
}
