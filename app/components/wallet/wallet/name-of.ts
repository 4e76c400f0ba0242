import { shortAddress } from "~/components/base/text/short-address"
import type { Visitor } from "~/effects/access/Visitor"

/** Name of a signed-in visitor, for use before the wallet has loaded. */
export const nameOf = ({ account, personaLabel, profile }: Visitor): string =>
  profile?.username ?? personaLabel ?? shortAddress(account)
