import type { KeptBy } from "~/effects/treasury/distributions/views"

/** For example "2 of 3 signers". */
export const keptByWords = ({ keepers, needed }: KeptBy): string => `${needed} of ${keepers} signers`
