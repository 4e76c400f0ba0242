/** Account: one account the wallet shared (docs/connector.md, 2). */
import { Schema } from "effect"
import { Finite } from "./ruled"

export const Account = Schema.Struct({
  address: Schema.String,
  label: Schema.String,
  /** Which of the wallet's 12 colours it wears, 0 to 11. */
  appearanceId: Finite
})
export type Account = typeof Account.Type
