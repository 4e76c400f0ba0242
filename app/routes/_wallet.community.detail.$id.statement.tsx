import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/treasury/statements/statement.css?url"
import { StatementView } from "~/components/treasury/statements/statement-view"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { respond } from "~/effects/server/runtime.server"
import { statementPage } from "~/effects/treasury/statements/pages/statement.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(matches, data?.state === "shown" ? data.item : "Statement")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(costly("statement", statementPage)))

/** /community/detail/{id}/statement?month=2026-11 or ?year=2026, with &after= */
export default function StatementRoute() {
  return <StatementView page={useGuardedData<typeof loader>()} />
}
