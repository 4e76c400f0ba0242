import type { LinksFunction } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { Link } from "@remix-run/react"
import signupStyles from "~/components/forms/signup.css?url"
import { SIGN_UP_SUMMARY, SignupGate } from "~/components/forms/signup-gate"
import { Logo } from "~/components/logo"
import { publicMeta } from "~/components/page-meta"
import { StepNotices } from "~/components/signing/step-notices"
import { RecordLine } from "~/components/site/record-line"
import { useRootData } from "~/components/site/root-data"
import { WalletNotice } from "~/components/wallet/wallet-notice"
import type { SiteData } from "~/effects/site/SiteData"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: signupStyles }]

export const meta: MetaFunction = ({ matches }) => {
  const root = matches.find(({ id }) => id === "root")?.data as SiteData | undefined
  return publicMeta({ title: "Sign up", description: SIGN_UP_SUMMARY, path: "/signup", origin: root?.origin })
}

/** /signup: the wizard on a page of its own, with the logo and a way out. */
export default function Signup() {
  const { ledger } = useRootData()
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {ledger === "local" && <RecordLine ledger={ledger} />}
      <header className="masthead" data-lay="bare">
        <div className="wrap">
          <Logo />
          <Link className="masthead__end small" to="/">
            Leave sign-up
          </Link>
        </div>
      </header>
      <div className="notices no-print">
        <div className="wrap">
          <WalletNotice />
          <StepNotices />
        </div>
      </div>
      <main id="main" className="wrap page">
        <SignupGate />
      </main>
    </>
  )
}
