import type { EnforcedBy } from "~/effects/treasury/payouts/views"

/** For example "2 of 3 signers". */
export const enforcedByText = ({ signers, needed }: EnforcedBy): string => `${needed} of ${signers} signers`
