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

interface Answer {
  readonly status: number
  readonly text: string
}
/** What comes between the two, as a proxy that responds in the gateway's place. */
export type Between = (answer: Effect.Effect<Answer>, path: string) => Effect.Effect<Answer>

const frontBehind = (between: Between) =>
  Gateway.layer.pipe(
    Layer.provide(
      Layer.effect(
        Http,
        Effect.map(LocalGateway, (gateway) => ({
          post: ({ body, url }) =>
            between(
              Effect.map(gateway.answer(url.replace("http://gateway/", ""), JSON.parse(body)), (answer) => ({
                status: answer.status,
                text: typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body)
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

const front = frontBehind((answer) => answer)

/** With the local gateway instead of the network. */
export const client = Layer.provideMerge(front, world)
/** The same, with something in between. */
export const clientBehind = (between: Between) => Layer.provideMerge(frontBehind(between), world)

/** The same behind a proxy whose gateway fails for the next given number of calls. */
export const clientWithOutage = () => {
  const proxy = { left: 0, answered: 0 }
  const client = clientBehind((answer) =>
    Effect.suspend(() => {
      if (proxy.left === 0) return answer
      proxy.left--
      proxy.answered++
      return Effect.succeed({ status: 502, text: "<html>Bad Gateway</html>" })
    })
  )
  return { proxy, client }
}

/** The same, on a ledger that is stored. */
export const clientOn = <E, R>(store: Layer.Layer<LedgerStore, E, R>) => Layer.provideMerge(front, worldOn(store))
