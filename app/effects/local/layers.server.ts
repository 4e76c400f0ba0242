/** What only LEDGER=local has. `layers.server.ts` imports this file dynamically, so no other build contains it. */
import { Layer } from "effect"
import { Faults } from "./Faults.server"
import { LocalGateway } from "./LocalGateway.server"
import { MovableClock } from "./MovableClock.server"

/** The clock and the faults stand below everything, so that every service lives by them. */
export const LocalLive = LocalGateway.Default.pipe(
  Layer.provideMerge(Faults.layerMemory),
  Layer.provideMerge(MovableClock.layer)
)
export type LocalServices = Layer.Layer.Success<typeof LocalLive>
