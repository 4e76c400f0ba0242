/** Layers of bonds. */
import { Layer } from "effect"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { Bonds } from "./Bonds.server"
import { Coupons } from "./Coupons.server"
import { CouponsRepo } from "./CouponsRepo.server"
import { BondEscrows } from "./escrow/BondEscrows.server"
import { BondEscrowWorker } from "./escrow/escrowPurpose.server"
import { OrdersRepo } from "./OrdersRepo.server"
import { ReceiptsRepo } from "./ReceiptsRepo.server"
import { Sales } from "./Sales.server"
import { SeriesLife } from "./SeriesLife.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { Settlements } from "./Settlements.server"
import { Collateral } from "./secured/Collateral.server"

export const BondsLive = Layer.mergeAll(
  Bonds.Default,
  Sales.Default,
  Settlements.Default,
  Collateral.Default,
  Coupons.Default,
  SeriesLife.Default,
  SeriesRepo.Default,
  CouponsRepo.Default,
  OrdersRepo.Default,
  BatchesRepo.Default,
  ReceiptsRepo.Default,
  BondEscrows.Default,
  EscrowsRepo.Default,
  BondEscrowWorker.Default,
  Relayer.Default,
  CommunityCounts.Default,
  DirectoryTotals.Default
)
