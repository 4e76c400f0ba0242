import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import { view } from "~/components/base/site/later"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import forms from "~/components/communities/founding/create.css?url"
import proposals from "~/components/governance/proposals/proposals.css?url"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { panelsAction, panelsPage } from "~/effects/communities/communities/pages/panels.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: forms },
  { rel: "stylesheet", href: proposals }
]

const Overview = view(async () => (await import("~/components/communities/communities/pages/overview")).Overview)
const HandOverQuestion = view(
  async () => (await import("~/components/communities/steering/hand-over-question")).HandOverQuestion
)
const SettingsView = view(
  async () => (await import("~/components/communities/steering/pages/settings-view")).SettingsView
)
const BadgesView = view(async () => (await import("~/components/treasury/deployment/badges-view")).BadgesView)

const views = { badges: BadgesView, "hand-over": HandOverQuestion, none: Overview, settings: SettingsView }

type Page = NonNullable<Awaited<ReturnType<typeof loader>>>

export const handle: PageHandle<Page> = { loadView: ({ panel }) => views[panel].load() }

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(
    matches,
    ...(data?.panel === "settings" ? ["Settings"] : data?.panel === "badges" ? ["Admin badges"] : [])
  )
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(panelsPage))

/** POST: the owner's settings, the response of the member asked to take over, and admin badges. */
export const action = (args: ActionFunctionArgs) => respond(args, panelsAction)

/** /community/detail/{id}?panel=settings&part=, ?panel=hand-over, ?panel=badges */
export default function OverviewRoute() {
  const page = useGuardedData<typeof loader>()
  const reply = useGuardedReply<typeof action>()
  switch (page.panel) {
    case "settings":
      return <SettingsView page={page.settings} reply={reply} />
    case "badges":
      return <BadgesView page={page} reply={reply} />
    case "hand-over":
      return <HandOverQuestion question={page.question} reply={reply} />
    case "none":
      return <Overview page={page} />
  }
}
