import { useEffect, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import { useWallet } from "~/components/wallet/wallet/use-wallet"

/**
 * Shown in a form that was refused because the session had ended or the proof was too old. Asks the wallet to sign in,
 * then says that the form can be sent.
 */
export function SignInAgain({ refusal }: { readonly refusal: unknown }) {
  const { connect, isConnecting } = useWallet()
  const [responded, setResponded] = useState<unknown>()
  const message = useRef<HTMLSpanElement>(null)
  const isBack = responded === refusal

  // The focused button has been removed, so the message takes the focus.
  useEffect(() => {
    if (isBack) message.current?.focus()
  }, [isBack])

  const signIn = async () => {
    const response = await connect()
    if (response.ok) setResponded(refusal)
  }
  return (
    <p role="status">
      {isBack ? (
        <span className="state-line" data-tone="ok" tabIndex={-1} ref={message}>
          <Icon name="check" /> You are signed in. Nothing has been sent yet; your text is still here.
        </span>
      ) : (
        <BusyButton className="button" data-size="s" type="button" isBusy={isConnecting} onClick={() => void signIn()}>
          {isConnecting ? "Waiting for your wallet…" : "Sign in with your wallet"}
        </BusyButton>
      )}
    </p>
  )
}
