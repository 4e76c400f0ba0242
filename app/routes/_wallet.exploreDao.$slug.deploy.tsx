import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import communities from "~/components/community/community.css?url"
import forms from "~/components/create/create.css?url"
import { DeployPage } from "~/components/deploy/deploy-page"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { pageTitle } from "~/components/page-meta"
import { deployAction } from "~/effects/deployment/actions.server"
import { deployPage } from "~/effects/deployment/deploy.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"
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
  return <DeployPage page={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
