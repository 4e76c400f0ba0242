/** Chooses the product's backend from the settings. */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer, Option } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Backend } from "~/effects/people/backend/Backend.server"
import { layerHttp } from "~/effects/people/backend/BackendHttp.server"
import { Tags } from "~/effects/people/tags/Tags.server"

/** The product backend of docs/product/people.md: this server's own, or the external one at `BACKEND_URL`. */
export const BackendLive = Layer.unwrapEffect(
  Effect.map(Settings, ({ backendUrl }) =>
    Option.isNone(backendUrl)
      ? Layer.provide(Backend.layerOwn, Tags.Default)
      : Layer.provide(layerHttp(backendUrl.value), FetchHttpClient.layer)
  )
)
