import { useEffect, useState } from "react"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { useWallet } from "~/components/wallet/wallet/use-wallet"

const accountsIn = (body: unknown): ReadonlyArray<string> =>
  typeof body === "object" && body !== null && "accounts" in body && Array.isArray(body.accounts)
    ? body.accounts.filter((account) => typeof account === "string")
    : []

/** Other accounts shared by this wallet that have something to withdraw here. */
export function OtherAccounts({ account }: { readonly account: string }) {
  const { id } = useFrame()
  const { accounts } = useWallet()
  const [found, setFound] = useState<ReadonlyArray<string>>([])
  const others = accounts
    .map(({ address }) => address)
    .filter((address) => address !== account)
    .join(" ")
  useEffect(() => {
    if (others === "") return setFound([])
    const asking = new AbortController()
    const query = new URLSearchParams(others.split(" ").map((address) => ["account", address]))
    fetch(`/api/claims/${id}?${query}`, { signal: asking.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((body: unknown) => setFound(accountsIn(body)))
      // Only a hint: if the request fails, the page is about this account alone.
      .catch(() => undefined)
    return () => asking.abort()
  }, [id, others])
  if (found.length === 0) return null
  return (
    <Notice tone="open">
      <p>
        You can also withdraw with {found.length === 1 ? "another account" : "other accounts"} of your wallet:{" "}
        {found.map((address) => shortAddress(address)).join(", ")}. Connect with that account.
      </p>
    </Notice>
  )
}
