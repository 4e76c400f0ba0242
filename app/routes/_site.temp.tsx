import type { LinksFunction } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { publicMeta } from "~/components/base/site/page-meta"
import type { PageHandle } from "~/components/base/site/waking"
import signupStyles from "~/components/people/signup/signup.css?url"
import { SIGN_UP_SUMMARY, SignupGate } from "~/components/people/signup/signup-gate"
import type { SiteData } from "~/effects/publishing/site/SiteData"

/** It asks for the wallet by itself. */
export const handle: PageHandle = { wakes: "at once" }

export const links: LinksFunction = () => [{ rel: "stylesheet", href: signupStyles }]

export const meta: MetaFunction = ({ matches }) => {
  const root = matches.find(({ id }) => id === "root")?.data as SiteData | undefined
  return publicMeta({ title: "Sign up", description: SIGN_UP_SUMMARY, path: "/temp", origin: root?.origin })
}

/** /temp: the wizard inside the site. */
export default function Temp() {
  return (
    <div className="wrap page">
      <SignupGate />
    </div>
  )
}
