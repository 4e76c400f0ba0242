import type { EnforcedBy } from "~/effects/treasury/payouts/views"

/** For example "2 of 3 signers". */
export const enforcedByText = ({ keepers, needed }: EnforcedBy): string => `${needed} of ${keepers} signers`
