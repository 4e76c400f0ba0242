import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ErrorView } from "~/components/error-view"
import { ContinueBanner } from "~/components/gate/banners"
import { WalletGate } from "~/components/gate/wallet-gate"
import { PageOutlet } from "~/components/site/page-outlet"
import { SiteShell } from "~/components/site/site-shell"
import { respond } from "~/effects/runtime.server"
import { gate } from "~/effects/wallet-session/guarded.server"

/** Search engines have no wallet (D-04). */
export const handle = { noindex: true }

export const loader = (args: LoaderFunctionArgs) => respond(args, gate)

/** The pages that need a connected account: the same shell, then the gate. Adds no segment to the URL. */
export default function Guarded() {
  const { hasSession, refused } = useLoaderData<typeof loader>()
  return (
    <SiteShell banners={<ContinueBanner />}>
      <WalletGate hasSession={hasSession} refused={refused}>
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
