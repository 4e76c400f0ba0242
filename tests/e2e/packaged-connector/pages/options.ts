import type { ConnectorOptions } from "commonhold-connector/handle"

export const options: ConnectorOptions = {
  networkId: 2,
  dAppDefinitionAddress: "account_tdx_2_12yf9gd53yfep7a669fv2t3wm7nz9zeezwd04n02a433ker8vza6rhe",
  applicationName: "A page of somebody else",
  applicationVersion: "1.0.0",
  gatewayUrl: `${location.origin}/gateway`,
  relayUrl: `${location.origin}/relay`,
  connectRequest: { accounts: { withProof: true }, persona: { withProof: true } },
  generateChallenge: () => fetch("/challenge").then((reply) => reply.text())
}
