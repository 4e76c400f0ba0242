import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import { WithdrawView } from "~/components/claims/withdraw-view"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import { withdrawAction, withdrawPage } from "~/effects/claims/pages.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Withdraw tokens")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(withdrawPage))

export const action = (args: ActionFunctionArgs) => respond(args, withdrawAction)

/** /community/detail/{id}/tokenWithdraw */
export default function Withdraw() {
  return <WithdrawView page={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
