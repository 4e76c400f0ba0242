/** Addresses of earlier releases. E-mails and bookmarks contain them; pages opened before an update request them. */
const renamed: Readonly<Record<string, string>> = {
  keepers: "signers",
  lending: "delegations",
  "ledger-steps": "prepared-transactions"
}

/** Where a page is now, with its query; undefined where the address is not of an earlier release. */
export const addressNow = (url: string): string | undefined => {
  if (/^\/operator\/letters(?=\?|$)/.test(url)) return url.replace("letters", "emails")
  if (/^\/resources\/who-keeps-a-rule(?=\?|$)/.test(url)) return url.replace("keeps-a", "enforces-each")
  const [, former = "", below] = /^\/api\/(keepers|ledger-steps)(\/.*)$/.exec(url) ?? []
  if (below !== undefined) return `/api/${renamed[former]}${below}`
  const [, community, page = "", rest] = /^\/community\/detail\/([^/?]+)\/(keepers|lending)(\?.*)?$/.exec(url) ?? []
  return community === undefined ? undefined : `/community/detail/${community}/${renamed[page]}${rest ?? ""}`
}
