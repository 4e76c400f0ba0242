import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import communities from "~/components/communities/communities/community.css?url"
import forms from "~/components/communities/founding/create.css?url"
import { DeployPage } from "~/components/treasury/deployment/deploy-page"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { deployAction } from "~/effects/treasury/deployment/pages/actions.server"
import { deployPage } from "~/effects/treasury/deployment/pages/deploy.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: forms }
]

export const meta: MetaFunction = () => [pageTitle("Deploy on the ledger")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(deployPage))

/** POST: one step at a time; the last one prepares the transaction. */
export const action = (args: ActionFunctionArgs) => respond(args, deployAction)

/** /exploreDao/{slug}/deploy */
export default function Deploy() {
  return <DeployPage page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
