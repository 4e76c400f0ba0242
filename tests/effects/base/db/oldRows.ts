/** Rows as older schemas take them, for tests of migrations. */
export const NOW = 1_795_000_000_000

export const community = (id: string) => ({
  id,
  slug: id,
  name: id,
  nameKey: id,
  searchText: id,
  tagline: "",
  description: "",
  tags: "[]",
  visibility: "public",
  joinPolicy: "open",
  rules: "",
  links: "[]",
  template: "club",
  ownerAddress: "account_a",
  governance: "{}",
  stage: "deployed",
  activeAt: NOW,
  createdAt: NOW,
  updatedAt: NOW
})
