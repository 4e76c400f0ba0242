import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import type { SiteData } from "~/effects/publishing/site/SiteData"

/** Which ledger this is, above everything else. A practice ledger says so plainly (D-15, D-18). */
export function RecordLine({ ledger }: { readonly ledger: SiteData["ledger"] }) {
  return (
    <aside className="record-line no-print" aria-label="Ledger" data-ledger={ledger}>
      <div className="wrap">
        {ledger === "local" ? (
          <>
            <span>
              Practice mode: a local ledger<span className="record-line__extra"> on this server, no real network</span>
              <span className="record-line__extra"> · tokens here have no value</span>
            </span>
            {/* Pages outside the router's tree of a stokenet build. */}
            <span className="row">
              <PracticeWalletButton />
              <a href="/local/mailbox">Mailbox</a>
              <a className="record-line__extra" href="/local/styleguide">
                Style guide
              </a>
            </span>
          </>
        ) : (
          <span>
            Test network<span className="record-line__extra"> (Stokenet)</span> · tokens here have no value
          </span>
        )}
      </div>
    </aside>
  )
}
