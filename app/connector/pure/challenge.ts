/** Challenges: 64 hex characters in upper or lower case (docs/connector.md). */
export const isChallenge = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text)
