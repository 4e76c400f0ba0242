/** The first steps that the server sees taken; the others are seen in the page's own data. */
export const firstStepNames = ["read", "vote", "letters"] as const
export type FirstStep = (typeof firstStepNames)[number]
