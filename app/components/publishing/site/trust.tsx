import { Link } from "@remix-run/react"
import { WhoRunsThis } from "~/components/base/parts/operator"
import { useRootData } from "~/components/base/site/root-data"

/** What a visitor asks within ten seconds: can somebody here take my money, who runs this, and how would I know. */
export function Trust() {
  const { ledger, operator } = useRootData()
  return (
    <div className="wrap">
      <ul className="trust" aria-label="Why you can trust it">
        <li>
          <b>Nobody here can move your money.</b> Each transfer is signed in your own wallet. The key of this site
          reaches only what a community has put in escrow for it to pay.
        </li>
        <li>
          <b>
            <WhoRunsThis ledger={ledger} operator={operator} />
          </b>{" "}
          {ledger === "local"
            ? "This is practice mode, with a ledger of its own and made-up people."
            : "Everybody can run the same software, and take a community along."}{" "}
          <Link to="/privacypolicy">What the operator sees</Link>
        </li>
        <li>
          <b>You need not believe the result.</b> Every vote has one file that your browser counts again.{" "}
          <a href="#recount">Count one on this page</a>
        </li>
      </ul>
    </div>
  )
}
