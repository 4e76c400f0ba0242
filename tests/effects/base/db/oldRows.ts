/** Rows in the form of older schemas, for tests of migrations. */
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

/** A closed vote of "club". */
export const vote = (number: number) => ({
  id: `vote${number}`,
  communityId: "club",
  number,
  author: "account_a",
  kind: "decision",
  title: "A kettle",
  summary: "A second kettle.",
  body: "",
  searchText: "",
  voteType: "basic",
  choices: "[]",
  reviewHours: 0,
  opensAt: NOW,
  closesAt: NOW + number,
  quorumPct: 1,
  thresholdPct: 50,
  weightMode: "member",
  minMembershipHours: 0,
  resultsVisibility: "always",
  status: "passed",
  sortAt: NOW,
  publishedAt: NOW,
  createdAt: NOW,
  updatedAt: NOW
})

/** A matured series of ten units. */
export const series = (id: string, communityId: string) => ({
  id,
  communityId,
  code: "GRD-2027A",
  state: "active",
  author: "account_a",
  name: "Tool shed",
  purpose: "A shed.",
  variant: "coupon",
  currency: "resource_x",
  symbol: "XRD",
  divisibility: 18,
  faceValue: "100",
  issuePrice: "100",
  units: 10,
  audience: "public",
  minPerBuyer: 1,
  maxPerBuyer: 10,
  minRaiseUnits: 0,
  saleOpensAt: NOW,
  saleClosesAt: NOW,
  settleMode: "atClose",
  maturesAt: NOW,
  reserveAccount: "account_r",
  createdAt: NOW,
  updatedAt: NOW
})
