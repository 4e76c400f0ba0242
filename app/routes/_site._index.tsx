import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { publicMeta } from "~/components/base/site/page-meta"
import community from "~/components/communities/communities/community.css?url"
import proposals from "~/components/governance/proposals/proposals.css?url"
import { BelowTheFold } from "~/components/publishing/site/below"
import { ClosingNext } from "~/components/publishing/site/closing-next"
import { Hero } from "~/components/publishing/site/hero"
import { LiveFigures } from "~/components/publishing/site/live-figures"
import { ThreeRules } from "~/components/publishing/site/three-rules"
import { Trust } from "~/components/publishing/site/trust"
import { TAGLINE } from "~/effects/base/settings/product"
import { homePage } from "~/effects/publishing/site/pages/home.server"
import type { SiteData } from "~/effects/publishing/site/SiteData"
import { respond } from "~/effects/server/runtime.server"
import home from "~/styles/home.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: community },
  { rel: "stylesheet", href: home },
  { rel: "stylesheet", href: proposals }
]

export const meta: MetaFunction = ({ matches }) => {
  const root = matches.find(({ id }) => id === "root")?.data as SiteData | undefined
  return publicMeta({
    title: TAGLINE,
    description:
      "Communities on the Radix test network that discuss, vote, issue bonds and pay people, with a record that anyone can recount.",
    path: "/",
    origin: root?.origin
  })
}

export const loader = (args: LoaderFunctionArgs) => respond(args, homePage)

export default function Home() {
  const {
    closing: [next, ...others],
    decided,
    front: { cards, figures },
    now,
    questions
  } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero>{next === undefined ? <ThreeRules /> : <ClosingNext card={next} now={now} />}</Hero>
      <LiveFigures figures={figures} />
      <Trust />
      <BelowTheFold cards={cards} closing={others} decided={decided} now={now} questions={questions} />
    </>
  )
}
