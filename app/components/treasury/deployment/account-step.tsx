import { SelectField, TextField } from "~/components/base/forms/fields"
import { shortAddress } from "~/components/base/text/short-address"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import { OpensFields } from "./opens-fields"
import type { StepProps } from "./step-props"

/** Which account receives the first admin badge: one that the wallet shared, or any other address. */
export function AccountStep({ edit, errors, values }: StepProps) {
  const { accounts } = useWallet()
  const field = {
    name: "admin",
    label: "Account that receives the admin badge",
    value: values.admin,
    error: errors.admin,
    onEdit: (admin: string) => edit({ admin })
  }
  const isShared = accounts.some(({ address }) => address === values.admin)
  return (
    <>
      {accounts.length > 1 && isShared ? (
        <SelectField
          {...field}
          hint="One of the accounts your wallet shared with us."
          options={accounts.map(({ address, label }) => ({
            value: address,
            name: `${label} (${shortAddress(address)})`
          }))}
        />
      ) : (
        <TextField {...field} mono hint="An account in your own wallet: it signs the transaction." />
      )}
      <OpensFields values={values} errors={errors} edit={edit} />
      <p>
        {values.opens === "one"
          ? "Anyone with an admin badge can spend from the treasury on their own and issue more badges."
          : "Until the signers are set up, anyone with an admin badge can spend from the treasury on their own; after that, the signers spend together."}{" "}
        The treasury is a separate account, created by this transaction; none of your own money goes into it.
      </p>
    </>
  )
}
