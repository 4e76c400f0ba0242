/** The first steps that the server sees taken; the others are seen in the page's own data. */
export type FirstStep = "read" | "vote" | "letters"
