import { Link, useLocation, useNavigate } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { Notice } from "~/components/base/parts/notice"
import { useRootData } from "~/components/base/site/root-data"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import { pageName } from "~/effects/access/safePath"
import { forgetPath, useReturnCommunity, useReturnPath } from "./return-path"

/** D-03: says where connecting will lead, and leads there once a wallet is connected. */
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

/** On the guarded pages: the way to where the visitor wanted to go, until they are there. */
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
 * Acts on the change from "nobody" to "somebody" only: a visit with a wallet connected long ago goes nowhere by itself,
 * and the Back button finds home at rest. Without a profile the place stays remembered for the dashboard.
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
