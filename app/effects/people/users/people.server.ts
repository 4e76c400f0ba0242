/** A list reads its people in its own statement: a join on `users u`, these columns, this decoder. */
import { Schema } from "effect"
import type { Person } from "~/effects/access/Person"
import type { AccountAddress } from "~/effects/base/addresses/addresses"

/** For the statement; the join names the account. */
export const personColumns = "u.username AS person_name, u.display_image AS person_picture, u.status AS person_status"
/** The same columns for a second person. */
export const otherPersonColumns = "o.username AS other_name, o.display_image AS other_picture, o.status AS other_status"

export const PersonColumns = Schema.Struct({
  personName: Schema.NullOr(Schema.String),
  personPicture: Schema.NullOr(Schema.String),
  personStatus: Schema.NullOr(Schema.String)
})
export const OtherPersonColumns = Schema.Struct({
  otherName: Schema.NullOr(Schema.String),
  otherPicture: Schema.NullOr(Schema.String),
  otherStatus: Schema.NullOr(Schema.String)
})

const visible = (
  account: AccountAddress,
  name: string | null,
  picture: string | null,
  status: string | null
): Person => (status === "active" ? { account, name, picture } : { account, name: null, picture: null })

export const personOf = (account: AccountAddress, row: typeof PersonColumns.Type): Person =>
  visible(account, row.personName, row.personPicture, row.personStatus)

export const otherPersonOf = (account: AccountAddress, row: typeof OtherPersonColumns.Type): Person =>
  visible(account, row.otherName, row.otherPicture, row.otherStatus)
