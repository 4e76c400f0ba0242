/** Normalises text for searches, in queries and in stored rows: lower case, without accents. Pure. */
export const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
