import type { KeptBy } from "~/effects/treasury/distributions/views"

/** "2 of 3 keepers". */
export const keptByWords = ({ keepers, needed }: KeptBy): string => `${needed} of ${keepers} signers`
