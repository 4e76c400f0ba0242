import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import community from "~/components/community/community.css?url"
import { Hero } from "~/components/home/hero"
import { LiveFigures } from "~/components/home/live-figures"
import { ThreeRules } from "~/components/home/three-rules"
import { later } from "~/components/later"
import { publicMeta } from "~/components/page-meta"
import proposals from "~/components/proposals/proposals.css?url"
import { TAGLINE } from "~/effects/product"
import { respond } from "~/effects/runtime.server"
import { homePage } from "~/effects/site/home.server"
import type { SiteData } from "~/effects/site/SiteData"
import home from "~/styles/home.css?url"

/** They can be read at once, and wake up a moment after the page (quality A1). */
const ClosingNext = later(async () => (await import("~/components/home/closing-next")).ClosingNext, "waits")
const BelowTheFold = later(async () => (await import("~/components/home/below")).BelowTheFold, "waits")

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
      <BelowTheFold cards={cards} closing={others} now={now} questions={questions} />
    </>
  )
}
