import { shortAddress } from "~/components/base/text/short-address"
import type { SeatView } from "~/effects/treasury/keepers/views"

export const nameOf = ({ account, name }: Pick<SeatView, "account" | "name">): string =>
  name ?? (account === null ? "Nobody" : shortAddress(account))
