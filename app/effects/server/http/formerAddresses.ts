/** Addresses of earlier releases. E-mails and bookmarks hold them. */
const renamed: Readonly<Record<string, string>> = { keepers: "signers", lending: "delegations" }

/** Where a page is now, with its query; undefined where the address is not of an earlier release. */
export const addressNow = (url: string): string | undefined => {
  if (/^\/operator\/letters(?=\?|$)/.test(url)) return url.replace("letters", "emails")
  const [, community, page = "", rest] = /^\/community\/detail\/([^/?]+)\/(keepers|lending)(\?.*)?$/.exec(url) ?? []
  return community === undefined ? undefined : `/community/detail/${community}/${renamed[page]}${rest ?? ""}`
}
