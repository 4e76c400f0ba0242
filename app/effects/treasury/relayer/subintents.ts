/** An unsigned subintent, for a dry run of the whole transaction before anyone is asked to sign. Pure. */
import { Effect, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { buildSubintent, compileManifest, type Manifest, type SignedPartial } from "~/ledger/index"

/** Valid for two epochs, starting with `epoch`. */
export const unsignedPart = (manifest: Manifest, epoch: number) =>
  Effect.map(
    Effect.orDie(compileManifest(manifest, { kind: "subintent", networkId: NETWORK_ID })),
    (compiled): SignedPartial => ({
      partial: {
        root: buildSubintent(
          {
            networkId: NETWORK_ID,
            startEpoch: BigInt(epoch),
            endEpoch: BigInt(epoch) + 2n,
            minTimestamp: Option.none(),
            maxTimestamp: Option.none(),
            discriminator: 1n
          },
          compiled
        ),
        subintents: []
      },
      signatures: [],
      subintentSignatures: []
    })
  )
