import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { pageTitle } from "~/components/page-meta"
import { EditPage } from "~/components/profile/edit-page"
import { editAction, editPage } from "~/effects/dashboard/editProfile.server"
import { respond } from "~/effects/runtime.server"

export const meta: MetaFunction = () => [pageTitle("Edit profile")]

export const loader = (args: LoaderFunctionArgs) => respond(args, editPage)

/** POST: one tab at a time; the button pressed says which. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, editAction)

export default function Edit() {
  return <EditPage data={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}
