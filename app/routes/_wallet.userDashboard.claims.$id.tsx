import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import { WithdrawView } from "~/components/treasury/claims/withdraw-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { ownWithdrawAction, ownWithdrawPage } from "~/effects/treasury/claims/pages/withdraw.server"

export const meta: MetaFunction = () => [pageTitle("Withdraw tokens")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(ownWithdrawPage))

export const action = (args: ActionFunctionArgs) => respond(args, ownWithdrawAction)

/** /userDashboard/claims/{community}: also for people who may not read that community. */
export default function OwnClaims() {
  return <WithdrawView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} isOwn />
}
