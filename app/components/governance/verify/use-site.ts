import { useRootData } from "~/components/base/site/root-data"
import type { Site } from "./site"

export const useSite = (): Site => {
  const { network, origin, wallet } = useRootData()
  return { origin, networkId: network.id, gatewayUrl: wallet.gatewayUrl }
}
