import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { DecisionsView } from "~/components/governance/decisions/decisions-view"
import stylesheet from "~/components/treasury/statements/statement.css?url"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import { decisionsPage } from "~/effects/governance/decisions/pages/register.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(matches, data?.state === "register" ? `Decisions of ${data.year}` : data ? "Agenda" : "Decisions")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(costly("export", decisionsPage)))

/** /community/detail/{id}/decisions?year=2026, or ?view=agenda */
export default function DecisionsRoute() {
  return <DecisionsView page={useGuardedData<typeof loader>()} />
}
