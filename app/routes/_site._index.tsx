import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import community from "~/components/community/community.css?url"
import { BelowTheFold } from "~/components/home/below"
import { ClosingNext, ClosingSoon } from "~/components/home/closing-soon"
import { Hero } from "~/components/home/hero"
import { LiveFigures } from "~/components/home/live-figures"
import { ThreeRules } from "~/components/home/three-rules"
import { publicMeta } from "~/components/page-meta"
import proposals from "~/components/proposals/proposals.css?url"
import { TAGLINE } from "~/effects/product"
import { respond } from "~/effects/runtime.server"
import { homePage } from "~/effects/site/home.server"
import type { SiteData } from "~/effects/site/SiteData"
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
      "Communities on the Radix test network that talk, vote, issue bonds and pay out, with a record anyone can re-count.",
    path: "/",
    origin: root?.origin
  })
}

export const loader = (args: LoaderFunctionArgs) => respond(args, homePage)

export default function Home() {
  const {
    closing: [next, ...others],
    front: { cards, figures },
    now,
    questions
  } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero>{next === undefined ? <ThreeRules /> : <ClosingNext card={next} now={now} />}</Hero>
      <LiveFigures figures={figures} />
      <ClosingSoon cards={others} now={now} />
      <BelowTheFold cards={cards} questions={questions} />
    </>
  )
}
