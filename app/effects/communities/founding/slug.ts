/** The address a community gets from its name. Pure, no imports: the wizard suggests with it while a person types. */

export const SLUG_LENGTH = { min: 3, max: 40 } as const

/** "Tool Library" → "tool-library"; empty where the name has nothing an address can hold. */
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

/** Others to try where one is taken: the same with a number behind it. */
export const slugVariants = (slug: string, count = 8): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => {
    const end = `-${index + 2}`
    return `${slug.slice(0, SLUG_LENGTH.max - end.length).replace(/-+$/, "")}${end}`
  })
