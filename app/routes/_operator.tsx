import { PageOutlet } from "~/components/shell/page-outlet"
import { SiteShell } from "~/components/shell/site-shell"
import { TroublePage } from "~/components/shell/trouble-page"

/**
 * Layout of the operators' pages. Adds no segment to the URL. Separate from the public pages, so that these do not load
 * the code shared with the operators' (scripts/chunks.ts).
 */
export default function Operators() {
  return (
    <SiteShell>
      <PageOutlet />
    </SiteShell>
  )
}

export function ErrorBoundary() {
  return <TroublePage />
}
