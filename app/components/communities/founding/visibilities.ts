/** Who can see a community, as choices. */
export const visibilities = [
  { value: "public", name: "Public", hint: "In the directory; anyone can read it." },
  { value: "unlisted", name: "Unlisted", hint: "Anyone with the address can read it; no list shows it." },
  { value: "private", name: "Private", hint: "Only members know that it exists. People join by invitation." }
] as const
