import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { WithdrawView } from "~/components/claims/withdraw-view"
import { insideTitle } from "~/components/inside/inside-meta"
import { withdrawAction, withdrawPage } from "~/effects/claims/pages.server"
import { respond } from "~/effects/runtime.server"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Withdraw tokens")]

export const loader = (args: LoaderFunctionArgs) => respond(args, withdrawPage)

export const action = (args: ActionFunctionArgs) => respond(args, withdrawAction)

/** /community/detail/{id}/tokenWithdraw */
export default function Withdraw() {
  return <WithdrawView page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}
