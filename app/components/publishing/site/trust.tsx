import { Link } from "@remix-run/react"
import { WhoRunsThis } from "~/components/base/parts/operator"
import { useRootData } from "~/components/base/site/root-data"

/** Answers a visitor's first questions: can anyone here take my money, who runs this site, and how can I check? */
export function Trust() {
  const { ledger, operator } = useRootData()
  return (
    <div className="wrap">
      <ul className="trust" aria-label="Why you can trust it">
        <li>
          <b>Nobody here can move your money.</b> You sign each transfer in your own wallet. This site's relayer key
          reaches only what a community has put into escrow for it to pay.
        </li>
        <li>
          <b>
            <WhoRunsThis ledger={ledger} operator={operator} />
          </b>{" "}
          {ledger === "local"
            ? "This is practice mode, with a ledger of its own and made-up people."
            : "Anyone can run the same software and move a community there."}{" "}
          <Link to="/privacypolicy">What the operator can see</Link>
        </li>
        <li>
          <b>You don't have to trust the result.</b> Every vote has one file that your browser can count again.{" "}
          <a href="#recount">Count one on this page</a>
        </li>
      </ul>
    </div>
  )
}
