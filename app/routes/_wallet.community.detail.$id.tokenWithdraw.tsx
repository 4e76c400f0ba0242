import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { NothingHere } from "~/components/inside/nothing-here"
import { useFrame } from "~/components/inside/use-frame"
import { shortAddress } from "~/components/short-address"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Withdraw tokens")]

/** /community/detail/{id}/tokenWithdraw */
export default function Withdraw() {
  const { account } = useFrame().standing
  return (
    <NothingHere title="Withdraw tokens">
      <p>Nothing is waiting for {account === null ? "you" : shortAddress(account)}.</p>
    </NothingHere>
  )
}
