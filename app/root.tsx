import { Links, Meta, Outlet, Scripts, ScrollRestoration as ServerScrollRestoration } from "@remix-run/react"
import type { ReactNode } from "react"
import { ScrollRestoration } from "react-router-dom"
import { useNonce } from "~/components/nonce"

export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <PageScripts />
      </body>
    </html>
  )
}

/**
 * Inline scripts exist only in the server's HTML. React 18 would create them through innerHTML in the browser, which
 * Trusted Types forbid, and then a page that falls back to client rendering would never appear.
 */
function PageScripts() {
  const nonce = useNonce()
  if (typeof document !== "undefined") return <ScrollRestoration storageKey="positions" />
  return (
    <>
      <ServerScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  )
}

export default function App() {
  return <Outlet />
}
