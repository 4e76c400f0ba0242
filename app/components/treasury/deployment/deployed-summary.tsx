import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { insidePath } from "~/components/base/site/inside-path"
import { AddressList } from "~/components/communities/communities/address-list"
import { badgesHref, signersHref } from "~/effects/communities/communities/hrefs"
import type { DeployPage } from "~/effects/treasury/deployment/page"

type DeployedPage = Extract<DeployPage, { readonly state: "deployed" }>

export function DeployedSummary({ page: { addresses, id, isNew, signers, name } }: { readonly page: DeployedPage }) {
  return (
    <>
      <Notice tone="ok" {...(isNew && { role: "status" as const })}>
        <p>
          <b>Deployed.</b> We checked the ledger: everything of {name} matches what you approved.
        </p>
      </Notice>
      <section aria-labelledby="addresses">
        <h2 id="addresses">Addresses</h2>
        <AddressList addresses={addresses} />
        <p>
          <Link to={badgesHref(id)}>Admin badges, and what the treasury names as its own</Link>
        </p>
      </section>
      <section aria-labelledby="next">
        <h2 id="next">Next</h2>
        <ul className="entries">
          {signers !== null && (
            <li>
              <Link to={signersHref(id)}>
                Set up signers: {signers.needed} of {signers.many} must approve
              </Link>
              <p className="small muted">
                Until then, anyone with an admin badge can spend on their own. The page guides you through it, badge by
                badge.
              </p>
            </li>
          )}
          <li>
            <Link to={insidePath(id, "tokenDistribution?new=1")}>Pay people</Link>
            <p className="small muted">Members, or a list of accounts.</p>
          </li>
          <li>
            <Link to={insidePath(id, "proposals")}>Make a proposal</Link>
            <p className="small muted">What should the treasury be used for?</p>
          </li>
          <li>
            <Link to={insidePath(id, "bondissue")}>Issue a bond</Link>
            <p className="small muted">Borrow from the people who know you.</p>
          </li>
        </ul>
      </section>
    </>
  )
}
