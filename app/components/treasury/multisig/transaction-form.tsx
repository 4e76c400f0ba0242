import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import type { TransactionReply } from "~/effects/treasury/multisig/check/CheckedTransaction"
import { TransactionReport } from "./transaction-report"

/** Form of /verify that checks from a transaction on the ledger who approved it. */
export function TransactionForm({ reply }: { readonly reply: TransactionReply | null }) {
  const isBusy = useNavigation().location?.search.includes("transaction=") === true
  const problem = reply?.kind === "refused" ? reply.message : undefined
  return (
    <section className="stack" aria-labelledby="signed-by" id="transaction">
      <h2 id="signed-by">A request of several signers</h2>
      <p>
        Which signers of a treasury signed a transaction, and whether that was as many as the rule then required. This
        server reads the transaction and the rule at that time from the ledger, and checks each signature; it does not
        rely on data that this site stores.
      </p>
      <Form className="field" method="get" action="/verify" noValidate preventScrollReset>
        <label htmlFor="verify-transaction">Transaction id, or a link that has it</label>
        <div className="join">
          <input
            className="input"
            id="verify-transaction"
            name="transaction"
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder="txid_tdx_2_1…"
            defaultValue={reply?.asked}
            key={reply?.asked}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : "verify-transaction-error"}
          />
          <BusyButton className="button" type="submit" isBusy={isBusy}>
            Check transaction
          </BusyButton>
        </div>
        {problem !== undefined && (
          <p className="field__error" id="verify-transaction-error" role="alert">
            <Icon name="alert" />
            {problem}
          </p>
        )}
      </Form>
      {reply?.kind === "checked" && <TransactionReport key={reply.asked} found={reply.found} />}
    </section>
  )
}
