/** Who people are: signing in, and the backend of profiles. This room's part of the composition. */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer, Option } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Backend } from "~/effects/people/backend/Backend.server"
import { layerHttp } from "~/effects/people/backend/BackendHttp.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { ProvenAccounts } from "~/effects/people/wallet-session/ProvenAccounts.server"
import { Challenges } from "~/effects/people/wallet-session/proof/Challenges.server"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { SignIn } from "~/effects/people/wallet-session/SignIn.server"

export const WalletSessionLive = Layer.mergeAll(
  SignIn.Default,
  Challenges.Default,
  ProvenAccounts.Default,
  Sessions.Default,
  Statements.Default
)

/** The product backend of docs/product/people.md: this server's own, or the one at `BACKEND_URL`. */
export const BackendLive = Layer.unwrapEffect(
  Effect.map(Settings, ({ backendUrl }) =>
    Option.isNone(backendUrl)
      ? Layer.provide(Backend.layerOwn, Tags.Default)
      : Layer.provide(layerHttp(backendUrl.value), FetchHttpClient.layer)
  )
)
