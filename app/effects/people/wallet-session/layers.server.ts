/** The services of signing in with a wallet. */
import { Layer } from "effect"
import { ProvenAccounts } from "./ProvenAccounts.server"
import { Challenges } from "./proof/Challenges.server"
import { Statements } from "./proof/Statements.server"
import { Sessions } from "./Sessions.server"
import { SignIn } from "./SignIn.server"

export const WalletSessionLive = Layer.mergeAll(
  SignIn.Default,
  Challenges.Default,
  ProvenAccounts.Default,
  Sessions.Default,
  Statements.Default
)
