/** The server's ledger service in front of the real local ledger, without HTTP between them. */
import { Layer } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { client } from "../../local/world"

export const ledgerWorld = Ledger.Default.pipe(Layer.provideMerge(client))
