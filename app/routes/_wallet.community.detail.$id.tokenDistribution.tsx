import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { useEffect, useState } from "react"
import lists from "~/components/base/lists/lists.css?url"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { CheckView } from "~/components/treasury/payouts/check-view"
import { NewForm } from "~/components/treasury/payouts/new-form"
import { ReadView } from "~/components/treasury/payouts/read-view"
import { RunList } from "~/components/treasury/payouts/run-list"
import { RunView } from "~/components/treasury/payouts/run-view"
import { UnreadableRun } from "~/components/treasury/payouts/unreadable-run"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import charts from "~/styles/charts.css?url"
import lines from "~/styles/lines.css?url"

export const links: LinksFunction = () => [charts, lines, lists].map((href) => ({ rel: "stylesheet", href }))

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(matches, data != null && data.view !== "list" ? data.item : "Payouts")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(distributionPage))

export const action = (args: ActionFunctionArgs) => respond(args, distributionAction)

/** /community/detail/{id}/tokenDistribution; one payout with ?d={number}, a new one with ?new=1 */
export default function Distribute() {
  const page = useGuardedData<typeof loader>()
  const reply = useGuardedReply<typeof action>()
  // The payout that a click on this page has started: its wallet request opens without a second click.
  const [paid, setPaid] = useState<string | null>(null)
  useEffect(() => {
    if (reply?.ok === false) setPaid(null)
  }, [reply])
  if (page.view === "list") return <RunList page={page} />
  if (page.view === "new") return <NewForm page={page} reply={reply} />
  if (page.view === "read") return <ReadView page={page} reply={reply} />
  if (page.view === "unreadable") return <UnreadableRun page={page} reply={reply} />
  const { state } = page.run
  const isPaid = paid === page.run.id
  return state === "draft" || state === "checked" || state === "approved" ? (
    <CheckView page={page} reply={reply} onPay={() => setPaid(page.run.id)} />
  ) : (
    <RunView page={page} reply={reply} isPaid={isPaid} />
  )
}
