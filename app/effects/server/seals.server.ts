/** The list of encrypted columns. A feature exports its own; adding one takes one line here. */
import { Effect, Layer } from "effect"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { reencrypting } from "~/effects/base/jobs/Resealing.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { webhookEncryption } from "~/effects/publishing/webhooks/webhookEncryption.server"
import { orderEncryption } from "~/effects/treasury/bonds/orderEncryption.server"

export const sealedTexts = Effect.map(Effect.all([orderEncryption, webhookEncryption]), (all) => all.flat())

export const ReencryptingLive = Layer.unwrapEffect(Effect.map(sealedTexts, reencrypting)).pipe(
  Layer.provide(Layer.merge(Seal.Default, FeatureFlags.Default))
)
