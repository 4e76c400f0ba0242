import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import { publicMeta } from "~/components/base/site/page-meta"
import signupStyles from "~/components/people/signup/signup.css?url"
import { SIGN_UP_SUMMARY, SignupGate } from "~/components/people/signup/signup-gate"
import { signupPage } from "~/effects/people/signup/pages/signupPage.server"
import type { SiteData } from "~/effects/publishing/site/SiteData"
import { respond } from "~/effects/server/runtime.server"

/** Requests the wallet automatically. */
export const handle: PageHandle = { hydrate: true }

export const loader = (args: LoaderFunctionArgs) => respond(args, signupPage)

export const links: LinksFunction = () => [{ rel: "stylesheet", href: signupStyles }]

export const meta: MetaFunction = ({ matches }) => {
  const root = matches.find(({ id }) => id === "root")?.data as SiteData | undefined
  return publicMeta({ title: "Sign up", description: SIGN_UP_SUMMARY, path: "/temp", origin: root?.origin })
}

/** /temp: the sign-up wizard inside the site. */
export default function Temp() {
  const page = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <SignupGate page={page} />
    </div>
  )
}
