/** Account that the wallet shared (docs/connector.md). */
import { Schema } from "effect"
import { Finite } from "./ruled"

export const Account = Schema.Struct({
  address: Schema.String,
  label: Schema.String,
  /** Index of the wallet's 12 account colours, 0 to 11. */
  appearanceId: Finite
})
export type Account = typeof Account.Type
