/** The list of encrypted columns. A feature exports its own; adding one takes one line here. */
import { Effect, Layer } from "effect"
import { resealing } from "~/effects/base/jobs/Resealing.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Switches } from "~/effects/base/switches/Switches.server"
import { hookSeals } from "~/effects/publishing/webhooks/hookSeals.server"
import { orderSeals } from "~/effects/treasury/bonds/orderSeals.server"

export const sealedTexts = Effect.map(Effect.all([orderSeals, hookSeals]), (all) => all.flat())

export const ResealingLive = Layer.unwrapEffect(Effect.map(sealedTexts, resealing)).pipe(
  Layer.provide(Layer.merge(Seal.Default, Switches.Default))
)
