import { VerifyField } from "~/components/base/forms/verify-field"
import type { TransactionReply } from "~/effects/treasury/multisig/check/CheckedTransaction"
import { TransactionReport } from "./transaction-report"

/** Form of /verify that checks from a transaction on the ledger who approved it. */
export function TransactionForm({ reply }: { readonly reply: TransactionReply | null }) {
  return (
    <section className="stack" aria-labelledby="signed-by" id="transaction">
      <h2 id="signed-by">A request of several signers</h2>
      <p>
        Which signers of a treasury signed a transaction, and whether that was as many as the rule then required. This
        server reads the transaction and the rule at that time from the ledger, and checks each signature; it does not
        rely on data that this site stores.
      </p>
      <VerifyField
        name="transaction"
        label="Transaction id, or a link that has it"
        placeholder="txid_tdx_2_1…"
        button="Check transaction"
        asked={reply?.asked}
        problem={reply?.kind === "refused" ? reply.message : undefined}
      />
      {reply?.kind === "checked" && <TransactionReport key={reply.asked} found={reply.found} />}
    </section>
  )
}
