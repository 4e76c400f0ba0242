/** Networks that the connector knows (docs/connector.md), with their gateway and explorer. */
import { Option } from "effect"

export interface Network {
  readonly id: number
  readonly name: string
  readonly gatewayUrl: string
  readonly dashboardUrl: string
}

const testnet = (id: number, name: string): Network => ({
  id,
  name,
  gatewayUrl: `https://${name.toLowerCase()}-gateway.radixdlt.com`,
  dashboardUrl: `https://${name.toLowerCase()}-dashboard.rdx-works-main.extratools.works`
})

export const NETWORKS: ReadonlyArray<Network> = [
  {
    id: 1,
    name: "Mainnet",
    gatewayUrl: "https://mainnet.radixdlt.com",
    dashboardUrl: "https://dashboard.radixdlt.com"
  },
  {
    id: 2,
    name: "Stokenet",
    gatewayUrl: "https://stokenet.radixdlt.com",
    dashboardUrl: "https://stokenet-dashboard.radixdlt.com"
  },
  testnet(32, "Gilganet"),
  testnet(33, "Enkinet"),
  testnet(34, "Hammunet"),
  testnet(36, "Mardunet"),
  testnet(37, "Dumunet")
]

/** None for an unknown network id: the caller must then provide a gateway address. */
export const networkById = (id: number): Option.Option<Network> =>
  Option.fromNullable(NETWORKS.find((network) => network.id === id))
