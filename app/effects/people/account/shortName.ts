/** What stands for a person who removed their account (D-17): the kind, and the end people compare. Pure. */
export const shortName = (account: string): string =>
  `${account.slice(0, account.indexOf("_") + 1)}…${account.slice(-8)}`
