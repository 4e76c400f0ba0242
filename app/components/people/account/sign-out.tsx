import { Form } from "@remix-run/react"
import { useWallet } from "~/components/wallet/wallet/use-wallet"

/** The connector first, then the session (R-W1). Without JavaScript the form ends the session alone. */
export function SignOut() {
  const { signOut } = useWallet()
  return (
    <Form
      method="post"
      action="/"
      data-by-script="always"
      onSubmit={(event) => {
        event.preventDefault()
        void signOut()
      }}
    >
      <button className="button" data-size="full" type="submit" name="intent" value="sign-out">
        Sign out
      </button>
    </Form>
  )
}
