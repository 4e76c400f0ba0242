import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { useEffect, useState } from "react"
import lists from "~/components/base/lists/lists.css?url"
import type { PageHandle } from "~/components/base/site/hydrate"
import { view } from "~/components/base/site/later"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import type { RunPage } from "~/effects/treasury/payouts/views"
import charts from "~/styles/charts.css?url"
import lines from "~/styles/lines.css?url"

export const links: LinksFunction = () => [charts, lines, lists].map((href) => ({ rel: "stylesheet", href }))

const CheckView = view(async () => (await import("~/components/treasury/payouts/check-view")).CheckView)
const NewForm = view(async () => (await import("~/components/treasury/payouts/new-form")).NewForm)
const ReadView = view(async () => (await import("~/components/treasury/payouts/read-view")).ReadView)
const RunList = view(async () => (await import("~/components/treasury/payouts/run-list")).RunList)
const RunView = view(async () => (await import("~/components/treasury/payouts/run-view")).RunView)
const UnreadableRun = view(async () => (await import("~/components/treasury/payouts/unreadable-run")).UnreadableRun)

const views = { list: RunList, new: NewForm, read: ReadView, unreadable: UnreadableRun }

/** A list that can still be changed, before anything is signed. */
const isChecked = ({ state }: RunPage["run"]) => state === "draft" || state === "checked" || state === "approved"

type Page = NonNullable<Awaited<ReturnType<typeof loader>>>

const viewOf = (page: Page) => (page.view !== "run" ? views[page.view] : isChecked(page.run) ? CheckView : RunView)

export const handle: PageHandle<Page> = { loadView: (page) => viewOf(page).load() }

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
  const isPaid = paid === page.run.id
  return isChecked(page.run) ? (
    <CheckView page={page} reply={reply} onPay={() => setPaid(page.run.id)} />
  ) : (
    <RunView page={page} reply={reply} isPaid={isPaid} />
  )
}
