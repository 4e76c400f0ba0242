/**
 * Pages shown offline: a stored page without its scripts and with a notice; otherwise a list of stored pages. Every
 * page can be read without scripts, so a stored page needs none that an update may have removed. Pure.
 */

/** Characters. */
const MAX_TITLE = 200
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const two = (number: number) => String(number).padStart(2, "0")

/** "14:12", and with the day unless it is today. In the reader's zone. */
export const momentOf = (at: number, now: number): string => {
  const then = new Date(at)
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`
  if (then.toDateString() === new Date(now).toDateString()) return time
  return `${then.getDate()} ${MONTHS[then.getMonth()]}, ${time}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

/** Removes scripts, their preloads, and controls that a page without scripts cannot use. */
const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="(?:modulepreload|manifest)"[^>]*>/gi

/** A stored page with the notice on top. */
export const marked = (html: string, at: number, now: number): string => {
  const words = `You are offline. This page is as of ${momentOf(at, now)}; nothing on it can be sent or signed.`
  const mark = `<aside class="site-notice" role="status" data-offline>${words}</aside>`
  return html.replace(SCRIPTS, "").replace(/<body\b[^>]*>/i, (body) => body + mark)
}

/** The title's text, HTML-escaped as in the source. */
export const titleOf = (html: string): string => {
  const title = /<title\b[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? ""
  return Array.from(title.trim()).slice(0, MAX_TITLE).join("") // whole characters: half a surrogate pair is not allowed in a header
}

/** Style sheets and fonts of a page. Their names contain a hash of their contents. */
export const assetsOf = (html: string): ReadonlyArray<string> => [
  ...new Set(
    [...html.matchAll(/<link\b[^>]*\bhref="(\/assets\/[^"?]+\.(?:css|woff2))"/gi)].map(([, path]) => path ?? "")
  )
]

export interface Readable {
  readonly address: string
  /** HTML-escaped. */
  readonly title: string
  readonly at: number
}

const STYLE = `:root{color-scheme:light dark}body{margin:0 auto;max-width:38rem;padding:2rem 1.25rem;font:1rem/1.6 system-ui,sans-serif;
background:light-dark(#faf9f6,#10151d);color:light-dark(#16202e,#eef1f5)}a{color:inherit}h1{font-size:1.5rem}li{margin-block:.5rem}
a:focus-visible{outline:2px solid;outline-offset:2px}`

const page = (title: string, main: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>
${main}</main></body></html>`

/** The cookie of app/effects/people/wallet-session/signedOutCookie.ts; a test compares them. */
export const SIGNED_OUT = "__Host-signed-out=1; Path=/; Secure; SameSite=Lax; Max-Age=2592000"

const TELL = `document.cookie="${SIGNED_OUT}";
const tell=()=>fetch("/api/wallet/session",{method:"DELETE"}).then((answer)=>{if(answer.ok)location.replace("/")}).catch(()=>{});
addEventListener("online",tell);setInterval(tell,5000);`

export const signedOutPage = page(
  "Signed out",
  `<p>You are signed out on this computer. We will tell the server as soon as it can be reached.</p><script>${TELL}</script>`
)

/** For an address that was not visited before. `pages` from the newest on. */
export const offlinePage = (pages: ReadonlyArray<Readable>, asked: string, now: number): string => {
  const lines = pages.map(
    ({ address, at, title }) =>
      `<li><a href="${escaped(address)}">${title === "" ? escaped(address) : title}</a> <small>saved at ${momentOf(at, now)}</small></li>`
  )
  const list = lines.length === 0 ? "" : `<h2>Pages you can read offline</h2><ul>${lines.join("")}</ul>`
  return page(
    "You are offline",
    `<p>You have not opened this page in this browser before, so it cannot be shown now. What you typed into forms is still saved.</p>
<p><a href="${escaped(asked)}">Try again</a></p>${list}`
  )
}
