import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { WithdrawView } from "~/components/treasury/claims/withdraw-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { withdrawAction, withdrawPage } from "~/effects/treasury/claims/pages/withdraw.server"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Withdraw tokens")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(withdrawPage))

export const action = (args: ActionFunctionArgs) => respond(args, withdrawAction)

/** /community/detail/{id}/tokenWithdraw */
export default function Withdraw() {
  return <WithdrawView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
