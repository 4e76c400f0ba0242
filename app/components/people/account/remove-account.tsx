import { Form, useNavigation } from "@remix-run/react"
import { useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { SignInAgain } from "~/components/wallet/gate/sign-in-again"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"

type Props = {
  readonly username: string
  /** Names of communities that would be left without an owner. */
  readonly owned: ReadonlyArray<string>
  readonly reply: PageReply | undefined
}

/**
 * Removes the account (docs/product/people.md): explains what is deleted and what stays, and asks for the user name.
 */
export function RemoveAccount({ owned, reply, username }: Props) {
  const id = useId()
  const isBusy = useNavigation().formData?.get("intent") === "remove-account"
  const wrong = reply?.fields.username
  return (
    <Block id="remove" title="Remove your account">
      <div className="stack">
        <p>
          We delete your name, picture, bio, work history, e-mail address, e-mails and sessions, and you leave every
          community. Your ballots stay counted, and your posts stay readable under the short address of your account.
          Tokens and bonds are in your wallet and stay there. This cannot be undone.
        </p>
        {owned.length > 0 ? (
          <p>
            <b>Hand over or archive {owned.join(", ")} first.</b>
          </p>
        ) : (
          <Form className="stack" method="post" preventScrollReset noValidate>
            <ReplyNotice reply={reply} />
            {reply?.code === "E-FRESH" && <SignInAgain refusal={reply} />}
            <div className="field">
              <label htmlFor={id}>
                Type your username, <b>{username}</b>, to confirm
              </label>
              <input
                className="input"
                id={id}
                name="username"
                autoComplete="off"
                defaultValue={typed(reply, "username")}
                aria-invalid={wrong !== undefined || undefined}
                aria-describedby={`${id}-error`}
              />
              <FieldError id={`${id}-error`} message={wrong} />
            </div>
            <p>
              <BusyButton
                className="button"
                data-tone="bad"
                type="submit"
                name="intent"
                value="remove-account"
                isBusy={isBusy}
              >
                {isBusy ? "Removing…" : "Remove my account"}
              </BusyButton>
            </p>
          </Form>
        )}
      </div>
    </Block>
  )
}
