/** Challenges: 64 hex characters in either case (docs/connector.md, 2.5). */
export const isChallenge = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text)
