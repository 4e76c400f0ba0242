import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { Logo } from "~/components/base/parts/logo"
import { publicMeta } from "~/components/base/site/page-meta"
import { useRootData } from "~/components/base/site/root-data"
import signupStyles from "~/components/people/signup/signup.css?url"
import { SIGN_UP_SUMMARY, SignupGate } from "~/components/people/signup/signup-gate"
import { RecordLine } from "~/components/shell/record-line"
import { StepNotices } from "~/components/wallet/signing/step-notices"
import { WalletNotice } from "~/components/wallet/wallet/wallet-notice"
import { signupAction, signupPage } from "~/effects/people/signup/pages/signupPage.server"
import type { SiteData } from "~/effects/publishing/site/SiteData"
import { respond } from "~/effects/server/runtime.server"

/** ?invite=: the code of an invitation to the site. */
export const loader = (args: LoaderFunctionArgs) => respond(args, signupPage)

/** POST: withdraws the sign-up that waits for approval. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, signupAction)

export const links: LinksFunction = () => [{ rel: "stylesheet", href: signupStyles }]

export const meta: MetaFunction = ({ matches }) => {
  const root = matches.find(({ id }) => id === "root")?.data as SiteData | undefined
  return publicMeta({ title: "Sign up", description: SIGN_UP_SUMMARY, path: "/signup", origin: root?.origin })
}

/** /signup: the wizard on a separate page, with the logo and a way out. */
export default function Signup() {
  const page = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { ledger } = useRootData()
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="masthead" data-lay="bare">
        <div className="wrap">
          <Logo />
          <Link className="masthead__end small" to="/">
            Leave sign-up
          </Link>
        </div>
      </header>
      {ledger === "local" && <RecordLine ledger={ledger} clock={null} />}
      <div className="notices no-print">
        <div className="wrap">
          <WalletNotice />
          <StepNotices />
        </div>
      </div>
      <main id="main" className="wrap page">
        <SignupGate page={page} reply={reply} />
      </main>
    </>
  )
}
