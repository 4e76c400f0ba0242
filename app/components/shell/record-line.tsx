import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import type { SiteData } from "~/effects/publishing/site/SiteData"

/** Names the ledger, below the brand; a practice ledger is labelled as one. */
export function RecordLine({ clock, ledger }: Pick<SiteData, "clock" | "ledger">) {
  return (
    <aside className="record-line no-print" aria-label="Ledger" data-ledger={ledger}>
      <div className="wrap">
        {ledger === "local" ? (
          <>
            <span>
              Practice mode<span className="record-line__extra">: a local ledger on this server</span> · tokens here
              have no value
            </span>
            {/* Votes close and bonds fall due by this clock. A native form, so that it works before hydration. */}
            {clock !== null && (
              <form method="post" action="/local/clock">
                {clock}{" "}
                <button className="link-button" type="submit" name="advanceSeconds" value="86400">
                  Skip a day
                </button>
              </form>
            )}
            {/* These pages are outside the router's tree in a stokenet build. */}
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
