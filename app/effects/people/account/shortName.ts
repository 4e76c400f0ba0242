/** Short address shown for a person who removed their account: the kind, and the end that people compare. Pure. */
export const shortName = (account: string): string =>
  `${account.slice(0, account.indexOf("_") + 1)}…${account.slice(-8)}`
