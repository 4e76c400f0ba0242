import type { LinksFunction } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { BondsExplained } from "~/components/home/bonds-explained"
import { DecisionPath } from "~/components/home/decision-path"
import { Hero } from "~/components/home/hero"
import { Questions } from "~/components/home/questions"
import { Recount } from "~/components/home/recount"
import { RunYourOwn } from "~/components/home/run-your-own"
import { publicMeta } from "~/components/page-meta"
import { TAGLINE } from "~/effects/product"
import type { SiteData } from "~/effects/site/SiteData"
import home from "~/styles/home.css?url"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: home }]

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

export default function Home() {
  return (
    <>
      <Hero />
      <DecisionPath />
      <Recount />
      <BondsExplained />
      <RunYourOwn />
      <Questions />
    </>
  )
}
