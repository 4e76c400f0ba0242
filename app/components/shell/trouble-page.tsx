import { ErrorView } from "~/components/base/parts/error-view"
import { SiteShell } from "./site-shell"

/** The shell around what stands in for a page that could not be shown. */
export function TroublePage() {
  return (
    <SiteShell>
      <div className="wrap page">
        <ErrorView />
      </div>
    </SiteShell>
  )
}
