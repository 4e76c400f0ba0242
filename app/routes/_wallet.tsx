import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PageOutlet } from "~/components/shell/page-outlet"
import { SiteShell } from "~/components/shell/site-shell"
import { TroublePage } from "~/components/shell/trouble-page"
import { ContinueBanner } from "~/components/wallet/gate/banners"
import { WalletGate } from "~/components/wallet/gate/wallet-gate"
import { rememberingInvitation } from "~/effects/people/signup/pages/invitationCookie.server"
import { gate } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

/** Not indexed, because search engines have no wallet. */
export const handle = { noindex: true }

export const loader = (args: LoaderFunctionArgs) => respond(args, rememberingInvitation(gate))

/** Layout of the pages that need a connected account: the site's shell, then the gate. Adds no segment to the URL. */
export default function Guarded() {
  const { barred, hasSession, refused } = useLoaderData<typeof loader>()
  return (
    <SiteShell banners={<ContinueBanner />}>
      <WalletGate hasSession={hasSession} refused={refused} barred={barred}>
        <PageOutlet />
      </WalletGate>
    </SiteShell>
  )
}

export function ErrorBoundary() {
  return <TroublePage />
}
