import { SILENT_LEDGER } from "~/components/base/parts/silent-ledger"
import { counted } from "~/effects/base/text/counted"
import type { BadgeHolders as Held } from "~/effects/treasury/treasury/view"
import { HolderEntry } from "./holder-entry"

/** Who controls the treasury according to the ledger. */
export function BadgeHolders({ holders }: { readonly holders: Held }) {
  if (holders === null) return <p className="muted">{SILENT_LEDGER}</p>
  if (holders.length === 0) return <p className="muted">Nobody holds one any more.</p>
  return (
    <ul className="entries">
      {holders.map(({ address, badges, name }) => (
        <HolderEntry key={address} address={address} name={name}>
          <span className="small muted">{badges === "1" ? "one badge" : counted(Number(badges), "badge")}</span>
        </HolderEntry>
      ))}
    </ul>
  )
}
