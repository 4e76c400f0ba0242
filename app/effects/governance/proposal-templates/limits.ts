/** How much a template holds. Characters and numbers; pages say the same. */
export const LIMITS = {
  /** Offered at once by one community. */
  templates: 20,
  /** Kept by one community, archived ones among them. */
  kept: 100,
  name: { least: 3, most: 60 },
  about: 200,
  titleStart: 100,
  fields: 12,
  label: { least: 2, most: 80 },
  help: 200,
  choices: 20,
  line: 200,
  text: 5_000,
  title: { least: 5, most: 140 },
  body: 20_000
} as const
