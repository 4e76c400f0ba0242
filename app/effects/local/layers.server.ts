/** Layers of LEDGER=local only. `layers.server.ts` imports this file dynamically, so no other build contains it. */
import { Layer } from "effect"
import { layerSql } from "~/effects/chain/ledger/LedgerStore.server"
import { Faults } from "./Faults.server"
import { LocalGateway } from "./LocalGateway.server"
import { MovableClock } from "./MovableClock.server"

/** The clock and the faults are below everything, so that every service uses them. */
export const LocalLive = Faults.layerMemory.pipe(Layer.provideMerge(MovableClock.layer))
export type LocalServices = Layer.Layer.Success<typeof LocalLive>

export { LocalBeaconLive } from "./LocalBeacon.server"

/** The ledger needs only the database, and nothing of the product needs it: all callers use HTTP. */
export const LocalGatewayLive = Layer.provide(LocalGateway.Default, layerSql)
