/** The first steps that the server checks; the page checks the others in its own data. */
export const firstStepNames = ["read", "vote", "emails"] as const
export type FirstStep = (typeof firstStepNames)[number]
