import { FieldError } from "~/components/base/forms/field-error"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"

interface Props {
  readonly reply: PageReply | undefined
  /** Tokens that the treasury holds; amounts are decimal texts. */
  readonly tokens: ReadonlyArray<{ readonly resource: string; readonly amount: string; readonly symbol: string }>
  /** Selected first, unless a form was sent. */
  readonly chosen?: string | undefined
  /** When the balances were read from the ledger, if that is shown. */
  readonly time?: Parameters<typeof LedgerTime>[0]["time"] | null
}

/** Choice of a token that the treasury holds. */
export function TokenField({ chosen, reply, time = null, tokens }: Props) {
  return (
    <div className="field" data-invalid={reply?.fields.resource === undefined ? undefined : true}>
      <label htmlFor="resource">Token</label>
      <select
        className="input"
        id="resource"
        name="resource"
        defaultValue={typed(reply, "resource", chosen ?? tokens[0]?.resource)}
        aria-describedby="resource-error"
      >
        {tokens.length === 0 && <option value="">The treasury holds nothing</option>}
        {tokens.map(({ amount, resource, symbol }) => (
          <option key={resource} value={resource}>
            {symbol}: the treasury holds {readable(amount)}
          </option>
        ))}
      </select>
      <FieldError id="resource-error" message={reply?.fields.resource} />
      {time !== null && <LedgerTime time={time} />}
    </div>
  )
}
