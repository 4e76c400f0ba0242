/** What bonds are made of. */
import { Layer } from "effect"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { Bonds } from "./Bonds.server"
import { OrdersRepo } from "./OrdersRepo.server"
import { Sales } from "./Sales.server"
import { SealedOrders } from "./SealedOrders.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { Settlements } from "./Settlements.server"
import { Settler } from "./Settler.server"

export const BondsLive = Layer.mergeAll(
  Bonds.Default,
  Settlements.Default,
  SeriesRepo.Default,
  OrdersRepo.Default,
  SealedOrders.Default,
  Settler.Default,
  Executions.Default
).pipe(Layer.provideMerge(Layer.mergeAll(Sales.Default, CommunityCounts.Default, DirectoryTotals.Default)))
