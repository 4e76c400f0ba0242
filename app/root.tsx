import serif from "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url"
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import {
  Links,
  Meta,
  type MetaFunction,
  Outlet,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches
} from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { ScrollRestoration } from "react-router-dom"
import { ErrorView } from "~/components/base/parts/error-view"
import { Logo } from "~/components/base/parts/logo"
import { pageTitle } from "~/components/base/site/page-meta"
import { useMaybeRootData, useRootData } from "~/components/base/site/root-data"
import { useTheme } from "~/components/base/site/theme-store"
import { sayTypedAgain } from "~/components/base/site/typed-early"
import { WAITS } from "~/components/base/site/use-hydrated"
import { FirstScript, PageScripts as ServerScripts } from "~/components/shell/page-scripts"
import type { WalletSettings } from "~/components/wallet/wallet/sign-in"
import { WalletProvider } from "~/components/wallet/wallet/wallet-provider"
import { changeSite, siteData } from "~/effects/publishing/site/pages/site.server"
import type { SiteData } from "~/effects/publishing/site/SiteData"
import { respond } from "~/effects/server/runtime.server"
import stylesheet from "~/styles/site.css?url"

export const links: LinksFunction = () => [
  { rel: "preload", href: serif, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" }
]

/** Title of pages that could not provide their own. */
export const meta: MetaFunction = () => [pageTitle()]

/** Settings and the visitor change by forms, not by navigation. Sign-up ends with a navigation. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, formMethod, nextUrl }) =>
  (formMethod !== undefined && formMethod !== "GET") ||
  currentUrl.href === nextUrl.href ||
  ["/signup", "/temp"].includes(currentUrl.pathname)

export const loader = (args: LoaderFunctionArgs) => respond(args, siteData)

/** POST /: sets the theme, and signs out without JavaScript. */
export const action = (args: ActionFunctionArgs) => respond(args, changeSite)

/** Pages show who is signed in: caches may not store them, and they are revalidated every time. */
export const headers = () => ({ "Cache-Control": "private, no-cache" })

export function Layout({ children }: { readonly children: ReactNode }) {
  const theme = useTheme(useMaybeRootData()?.theme ?? "system")
  const isPrivate = useMatches().some(({ handle }) => isObject(handle) && handle.noindex === true)
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {import.meta.env.SSR && <FirstScript />}
        {isPrivate && <meta name="robots" content="noindex" />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <p id={WAITS} hidden>
          This works as soon as the page's scripts have loaded.
        </p>
        <PageScripts />
      </body>
    </html>
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/**
 * Inline scripts exist only in the server's HTML. In the browser, React 18 would create them through innerHTML, which
 * Trusted Types forbid, and a page that falls back to client rendering would never appear.
 */
function PageScripts() {
  const data = useMaybeRootData()
  if (import.meta.env.SSR) return <ServerScripts wallet={data && walletSettings(data)} />
  return <ScrollRestoration storageKey="positions" />
}

export default function App() {
  const data = useRootData()
  const { network, practiceWallet, session, wallet } = data
  useFocusOnNewPage()
  useEffect(() => {
    sayTypedAgain(document)
    if (document.readyState === "complete") wakeWorker()
    else addEventListener("load", wakeWorker)
  }, [])
  return (
    <WalletProvider
      settings={walletSettings(data)}
      session={session}
      handlerOf={handlerOf}
      {...(practiceWallet && { prepare: () => startPracticeWallet(network.id, wallet.gatewayUrl) })}
    >
      {data.notice && <aside className="site-notice">{data.notice}</aside>}
      <Outlet />
    </WalletProvider>
  )
}

const walletSettings = ({ appName, appVersion, ledger, network, wallet }: SiteData): WalletSettings => ({
  ...wallet,
  networkId: network.id,
  applicationName: appName,
  applicationVersion: appVersion,
  dashboardUrl: network.dashboardUrl,
  canOpenExplorer: ledger !== "local"
})

/** Loaded after the page, not part of the first load. */
const wakeWorker = async () => (await import("~/components/base/site/service-worker")).startServiceWorker()

const handlerOf = async (kind: string) => (await import("~/components/shell/handlers")).handlerOf(kind)

/** A build for a real network contains neither this code nor its chunk. */
const startPracticeWallet = async (networkId: number, gatewayUrl: string) => {
  if (__LOCAL__) {
    const practice = await import("~/practice/main")
    practice.startPracticeWallet({ networkId, gatewayUrl })
  }
}

/**
 * After a navigation the keyboard and the screen reader start at the top, not at a link that is gone
 * (docs/product/safety.md).
 */
function useFocusOnNewPage() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById("main")?.focus({ preventScroll: true })
  }, [pathname])
}

/** Nothing around it may depend on the root's data, which may be missing. */
export function ErrorBoundary() {
  return (
    <>
      <header className="masthead">
        <div className="wrap">
          <Logo />
        </div>
      </header>
      <main id="main" className="wrap page" tabIndex={-1}>
        <ErrorView />
      </main>
    </>
  )
}
