import { ErrorView } from "~/components/base/parts/error-view"
import { SiteShell } from "./site-shell"

/** The shell around an error page. */
export function TroublePage() {
  return (
    <SiteShell>
      <div className="wrap page">
        <ErrorView />
      </div>
    </SiteShell>
  )
}
