/** Account: one account the wallet shared (spec §3). */
import { Schema } from "effect"

export const Account = Schema.Struct({
  address: Schema.String,
  label: Schema.String,
  /** Which of the wallet's 12 colours it wears, 0 to 11. */
  appearanceId: Schema.Finite
})
export type Account = typeof Account.Type
