/** Limits of templates, which pages state too. Characters and counts. */
export const LIMITS = {
  /** Templates that one community can offer at the same time. */
  templates: 20,
  /** Templates that one community can have, including archived ones. */
  stored: 100,
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
