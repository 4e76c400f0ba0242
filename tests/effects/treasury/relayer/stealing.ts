/** What anyone who has the relayer's key could do with it, outside this site. */
import { Effect } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { type Amount, ONE, Templates } from "~/ledger/index"
import { asAccount, asResource } from "../../../addresses"
import { person } from "../payouts/world"

/** Returns the transaction. The escrow account pays its fee. */
export const steal = (from: string | null, resource: string, amount: Amount) =>
  Effect.gen(function* () {
    const [ledger, relayer] = [yield* Ledger, yield* Relayer]
    const { epoch } = yield* ledger.currentState()
    const manifest = Templates.refundEscrow({
      escrow: asAccount(from ?? ""),
      treasury: asAccount(person(77).account),
      amounts: [[asResource(resource), amount]],
      fee: ONE
    })
    const { payload, txId } = yield* relayer.complete({ manifest, children: [], epoch, isSignatory: true })
    yield* ledger.submit(payload)
    return txId
  }).pipe(Effect.provide(Relayer.Default))
