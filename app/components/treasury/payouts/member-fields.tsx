import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { shortAddress } from "~/components/base/text/short-address"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { NewPage } from "~/effects/treasury/payouts/views"

type Props = Pick<NewPage, "payees" | "hasMorePayees"> & { readonly reply: PageReply | undefined }

/** Members to select by name, and the amount that each of them gets. */
export function MemberFields({ hasMorePayees, payees, reply }: Props) {
  const error = reply?.fields.members
  return (
    <div className="stack">
      <PlainField
        name="each"
        label="Amount per person"
        hint="Each member you choose gets exactly this. For different amounts, paste a list."
        value={typed(reply, "each")}
        reply={reply}
      />
      <fieldset
        className="field"
        data-invalid={error === undefined ? undefined : true}
        aria-describedby="members-error"
      >
        <legend className="label">Members</legend>
        <FieldError id="members-error" message={error} />
        <div className="payees">
          {payees.map(({ account, name }) => (
            <label key={account} className="check">
              <input
                type="checkbox"
                name={`member-${account}`}
                value="on"
                defaultChecked={typed(reply, `member-${account}`) === "on"}
              />
              {name ?? <span className="address">{shortAddress(account)}</span>}
            </label>
          ))}
        </div>
        {hasMorePayees && (
          <p className="small muted">
            Only the first {payees.length} members by name are listed. To pay others, paste their names as a list.
          </p>
        )}
      </fieldset>
    </div>
  )
}
