/** The local gateway on a ledger of its own, and the connector's own client in front of it. */
import { Effect, Layer } from "effect"
import { Gateway, GatewayConfig, Http } from "~/connector/index"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Faults } from "~/effects/local/Faults.server"
import { LocalGateway } from "~/effects/local/LocalGateway.server"
import { LedgerStore } from "~/ledger/index"
import { site } from "../people/wallet-session/keys"
import { settings } from "../people/wallet-session/world"

const worldOn = <E, R>(store: Layer.Layer<LedgerStore, E, R>) =>
  LocalGateway.Default.pipe(
    Layer.provideMerge(Faults.layerMemory),
    Layer.provide(store),
    Layer.provide(Layer.succeed(Settings, settings))
  )

export const world = worldOn(LedgerStore.layerMemory)

interface ReceivedResponse {
  readonly status: number
  readonly text: string
}
/** What comes between the two, as a proxy that responds in the gateway's place. */
export type Between = (response: Effect.Effect<ReceivedResponse>, path: string) => Effect.Effect<ReceivedResponse>

const frontBehind = (between: Between) =>
  Gateway.layer.pipe(
    Layer.provide(
      Layer.effect(
        Http,
        Effect.map(LocalGateway, (gateway) => ({
          post: ({ body, url }) =>
            between(
              Effect.map(gateway.respond(url.replace("http://gateway/", ""), JSON.parse(body)), (response) => ({
                status: response.status,
                text: typeof response.body === "string" ? response.body : JSON.stringify(response.body)
              })),
              url.replace("http://gateway", "")
            )
        }))
      )
    ),
    Layer.provide(
      Layer.succeed(GatewayConfig, {
        baseUrl: "http://gateway",
        applicationName: "Commonhold",
        applicationVersion: "1.0.0",
        dAppDefinitionAddress: site.dAppDefinitionAddress
      })
    )
  )

const front = frontBehind((response) => response)

/** With the local gateway instead of the network. */
export const client = Layer.provideMerge(front, world)
/** The same, with something in between. */
export const clientBehind = (between: Between) => Layer.provideMerge(frontBehind(between), world)

/** The same behind a proxy whose gateway fails for the next given number of calls. */
export const clientWithOutage = () => {
  const proxy = { left: 0, answered: 0 }
  const client = clientBehind((response) =>
    Effect.suspend(() => {
      if (proxy.left === 0) return response
      proxy.left--
      proxy.answered++
      return Effect.succeed({ status: 502, text: "<html>Bad Gateway</html>" })
    })
  )
  return { proxy, client }
}

/** The same, on a ledger that is stored. */
export const clientOn = <E, R>(store: Layer.Layer<LedgerStore, E, R>) => Layer.provideMerge(front, worldOn(store))
