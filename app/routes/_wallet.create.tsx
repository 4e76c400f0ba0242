import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import communities from "~/components/communities/communities/community.css?url"
import stylesheet from "~/components/communities/founding/create.css?url"
import { CreatePage } from "~/components/communities/founding/create-page"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { createAction, createPage } from "~/effects/communities/founding/pages/create.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = () => [pageTitle("Create a community")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(createPage))

/** POST: one step at a time; the clicked button says which direction. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, createAction)

/** /create, and /create?draft={id} for a community that is not open yet. */
export default function Create() {
  return <CreatePage data={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
