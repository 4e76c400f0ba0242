import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import communities from "~/components/community/community.css?url"
import stylesheet from "~/components/create/create.css?url"
import { CreatePage } from "~/components/create/create-page"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { pageTitle } from "~/components/page-meta"
import { createAction, createPage } from "~/effects/founding/create.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = () => [pageTitle("Create a community")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(createPage))

/** POST: one step at a time; the button pressed says which way. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, createAction)

/** /create, and /create?draft={id} for a community that is not open yet. */
export default function Create() {
  return <CreatePage data={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
