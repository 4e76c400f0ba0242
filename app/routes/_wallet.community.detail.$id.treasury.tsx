import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import dashboard from "~/components/publishing/dashboard/dashboard.css?url"
import { TreasuryView } from "~/components/treasury/treasury/pages/treasury-view"
import treasury from "~/components/treasury/treasury/treasury.css?url"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { treasuryPage } from "~/effects/treasury/treasury/pages/settingsTreasury.server"
import charts from "~/styles/charts.css?url"
import lines from "~/styles/lines.css?url"

export const links: LinksFunction = () =>
  [charts, lines, dashboard, treasury].map((href) => ({ rel: "stylesheet", href }))

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Treasury")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(treasuryPage))

/** /community/detail/{id}/treasury, older movements with ?after= */
export default function Treasury() {
  return <TreasuryView page={useGuardedData<typeof loader>()} />
}
