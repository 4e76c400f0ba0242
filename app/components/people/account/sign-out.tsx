import { Form } from "@remix-run/react"
import { useWallet } from "~/components/wallet/wallet/use-wallet"

/** Disconnects the wallet first, then ends the session. Without JavaScript the form only ends the session. */
export function SignOut() {
  const { signOut } = useWallet()
  return (
    <Form
      method="post"
      action="/"
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
