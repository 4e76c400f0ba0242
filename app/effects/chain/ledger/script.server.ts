/** A ledger for tests that responds from a script. Everything else fails as if the gateway were down. */
import { GatewayDown } from "~/effects/base/failures/failures"
import type { LedgerScript, LedgerShape } from "./Ledger.server"

const down = () => new GatewayDown({})

export const scripted = (script: LedgerScript): Omit<LedgerShape, "shown"> => ({
  currentState: down,
  entityDetails: down,
  metadata: down,
  ownerKeys: down,
  resource: down,
  balances: down,
  balancesOf: down,
  heldBy: down,
  everythingOf: down,
  holders: down,
  itemsHeld: down,
  itemLocations: down,
  lockerVaults: down,
  lockerWithdrawals: down,
  accountTakes: down,
  status: down,
  subintentStatus: down,
  submit: down,
  committedDetails: down,
  transactions: down,
  previewV2: down,
  previewManifest: down,
  ...script
})
