import type { ReactNode } from "react"
import { shortAddress } from "~/components/base/text/short-address"

type Props = {
  readonly address: string
  readonly name: string | null
  readonly isOwner?: boolean
  /** Why what they hold does not let them spend. */
  readonly warning?: string | null
  /** The badges they hold. */
  readonly children: ReactNode
}

/** A list item for an account that can spend from the treasury. */
export function HolderEntry({ address, children, isOwner = false, name, warning = null }: Props) {
  return (
    <li>
      <div className="row" data-apart>
        <span>
          {name !== null && <b>{name} </b>}
          <span className="address" title={address}>
            {shortAddress(address)}
          </span>
          {isOwner && <span className="small muted"> owner</span>}
        </span>
        {children}
      </div>
      {warning !== null && <p className="small">{warning}</p>}
    </li>
  )
}
