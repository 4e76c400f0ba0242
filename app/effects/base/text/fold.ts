/** Text as searches compare it, on both sides: lower case, without accents. Pure. */
export const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
