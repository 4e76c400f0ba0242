/** Schemas of fields that proposals, ballots and files share; each value has one valid form. */
import { Schema } from "effect"
import { FractionText } from "~/effects/access/Community"
import { isWholeText } from "~/effects/base/text/canonical"
import { type AccountAddress as AccountAddressType, isHolderAddress } from "~/ledger/address"

const hex = (digits: number) => Schema.String.pipe(Schema.pattern(new RegExp(`^[0-9a-f]{${digits}}$`)))

/** BLAKE2b-256, lower-case hex. */
export const Digest = hex(64)
/** 16 random bytes from the server, lower-case hex. */
export const Nonce = hex(32)
/** 12 characters of lower-case base32. */
export const Id = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/))
/** Of a proposal. A malformed one in an address is treated as one that does not exist. */
export const ProposalId = Id.pipe(Schema.brand("ProposalId"))
export type ProposalId = typeof ProposalId.Type

/** Text with a length in UTF-16 code units that can be written as UTF-8. */
export const text = (min: number, max: number) =>
  Schema.String.pipe(Schema.minLength(min), Schema.maxLength(max), Schema.filter(isWholeText))

/** An instant in UTC with milliseconds, as `Date.toISOString` writes it. */
export const Instant = Schema.String.pipe(
  Schema.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  Schema.filter((value) => {
    const at = Date.parse(value)
    return !Number.isNaN(at) && new Date(at).toISOString() === value
  })
)
/** A day of the calendar in no zone: "2026-12-24". */
export const Day = Schema.String.pipe(
  Schema.pattern(/^\d{4}-\d\d-\d\d$/),
  Schema.filter((value) => {
    const at = Date.parse(value)
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
  })
)
export const instantOf = (ms: number): string => new Date(ms).toISOString()

/** A decimal that is not negative, with at most 18 places, in its shortest form: no exponent, no unnecessary zeros. */
export const Decimal = Schema.String.pipe(Schema.pattern(/^(0|[1-9]\d{0,39})(\.\d{0,17}[1-9])?$/))

/** At most two places, so that it is exact. */
export const Percent = (min: number) =>
  Schema.Number.pipe(
    Schema.between(min, 100),
    Schema.filter((value) => /^\d{1,3}(\.\d{1,2})?$/.test(String(value)))
  )

/** The threshold: a percentage, or a fraction such as 2/3. */
export const ThresholdField = Schema.Union(Percent(50), FractionText)

/** Scheme, host and port of a site. */
export const Origin = Schema.String.pipe(Schema.pattern(/^https?:\/\/[^\s/]{1,253}$/))

/** Network 2 is Stokenet; each file states its own. */
export const NetworkId = Schema.Int.pipe(Schema.between(1, 255))

/** An account address of any of these networks; callers compare it with the network id. */
export const AccountText = Schema.String.pipe(Schema.pattern(/^account_[a-z0-9_]{40,100}$/))
/** The same for accounts that vote or are paid, so that no other text is accepted. */
export const AccountAddress = AccountText.pipe(Schema.filter((_): _ is AccountAddressType => true))
export const isAccountOf = (networkId: number, address: string): address is AccountAddressType =>
  isHolderAddress("account", address, networkId)

/** Options of every reader of a file or a body: these fields and no others. */
export const STRICT = { errors: "first", onExcessProperty: "error" } as const
