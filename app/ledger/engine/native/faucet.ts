/** The faucet: free XRD once per transaction, and fees for anyone, until it is empty. */
import { ONE } from "../../amount"
import type { Args } from "../Args"
import { Abort, notInSubset } from "../abort"
import { type Cargo, nothing, returning } from "../Frame"

/** Amount that `free` gives (docs/ledger.md). */
const FREE_XRD = 10_000n * ONE

export const faucetMethod = (method: string, faucet: string, args: Args): Cargo => {
  const { world } = args.frame
  switch (method) {
    case "free":
      args.end()
      if (world.faucetUsed) throw new Abort("the faucet gives once a transaction")
      world.faucetUsed = true
      return returning(world.vault(faucet, world.xrd()).take(FREE_XRD))
    case "lock_fee": {
      const amount = args.amount()
      args.end()
      world.lockFee(faucet, amount)
      return nothing
    }
    default:
      throw notInSubset(`the faucet method ${method}`)
  }
}
