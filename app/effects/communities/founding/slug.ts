/** The slug suggested for a name. Pure, no imports: the wizard suggests it while a person types. */

export const SLUG_LENGTH = { min: 3, max: 40 } as const

/** "Tool Library" → "tool-library"; empty if the name has no characters that a slug allows. */
export const slugOf = (name: string): string => {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH.max)
    .replace(/^-+|-+$/g, "")
  return slug.length < SLUG_LENGTH.min ? "" : slug
}

/** Alternatives if the slug is taken: the same with a number appended. */
export const slugVariants = (slug: string, count = 8): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => {
    const end = `-${index + 2}`
    return `${slug.slice(0, SLUG_LENGTH.max - end.length).replace(/-+$/, "")}${end}`
  })
