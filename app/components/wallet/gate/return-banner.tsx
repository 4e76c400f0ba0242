import { Link, useLocation, useNavigate } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { Notice } from "~/components/base/parts/notice"
import { useRootData } from "~/components/base/site/root-data"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import { pageName } from "~/effects/access/safePath"
import { forgetPath, useReturnCommunity, useReturnPath } from "./return-path"

/** Shows where connecting will lead, and goes there once a wallet is connected. */
export function ReturnBanner() {
  const path = useReturnPath()
  const { isInitialized, isConnected } = useWallet()
  const community = useReturnCommunity()
  useReturnOnceConnected(path)
  if (path === undefined) return null
  if (isInitialized && isConnected) return <Continue path={path} />
  return (
    <Notice tone="needs" role="status" onDismiss={forgetPath}>
      <p>Connect your wallet to continue to {pageName(path, community)}.</p>
    </Notice>
  )
}

/** Shown on guarded pages: a link to the page the visitor wanted, until they reach it. */
export function ContinueBanner() {
  const path = useReturnPath()
  const { hash, pathname, search } = useLocation()
  const { accounts } = useWallet()
  const isThere = path === pathname || path === `${pathname}${search}${hash}`
  const isSomebody = accounts.length > 0
  useEffect(() => {
    if (isThere && isSomebody) forgetPath()
  }, [isThere, isSomebody])
  return path === undefined || isThere || !isSomebody ? null : <Continue path={path} />
}

function Continue({ path }: { readonly path: string }) {
  const community = useReturnCommunity()
  return (
    <Notice tone="needs" role="status" onDismiss={forgetPath}>
      <p>
        <Link to={path}>Continue to {pageName(path, community)}</Link>
      </p>
    </Notice>
  )
}

/**
 * Redirects only when a wallet becomes connected, so that a visit with a long-connected wallet stays and the Back
 * button works. Without a profile the path is remembered for the dashboard.
 */
function useReturnOnceConnected(path: string | undefined) {
  const navigate = useNavigate()
  const { session } = useRootData()
  const { accounts, isInitialized } = useWallet()
  const wasNobody = useRef(false)
  const isSomebody = accounts.length > 0 && session !== null
  useEffect(() => {
    if (!isInitialized) return
    if (accounts.length === 0) wasNobody.current = true
    if (!isSomebody || !wasNobody.current || path === undefined) return
    wasNobody.current = false
    if (session?.profile === null) {
      navigate("/signup")
      return
    }
    forgetPath()
    navigate(path)
  }, [accounts, isInitialized, isSomebody, navigate, path, session])
}
