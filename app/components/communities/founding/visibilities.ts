/** Who can see a community, as choices. */
export const visibilities = [
  { value: "public", name: "Public", hint: "In the directory; anybody may read it." },
  { value: "unlisted", name: "Unlisted", hint: "Anybody with the address may read it; no list shows it." },
  { value: "private", name: "Private", hint: "Only members know that it exists. People join by invitation." }
] as const
