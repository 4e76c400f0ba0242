import { BusyButton } from "~/components/base/forms/busy-button"
import { clockTime } from "~/components/base/forms/clock-time"
import type { CodeState } from "./use-email-code"

type Props = {
  readonly code: CodeState
  readonly email: string
  readonly waitSeconds: number
  readonly onAgain: () => void
}

/** Where the letter is: only what is known to have left is said to have. */
const whereabouts = (code: CodeState, email: string): string => {
  switch (code.status) {
    case "sent":
      return `Sent to ${email} at ${clockTime(code.at)}. It is good for ten minutes.`
    case "kept":
      return `The code sent to ${email} at ${clockTime(code.at)} is still good.`
    case "sending":
      return `It goes to ${email}.`
    default:
      return `No e-mail has been sent to ${email} yet.`
  }
}

/** "in 43 s", and in minutes where that is long. */
const waiting = (seconds: number) => (seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`)

/** Where the code went, and "Send the code again" after a minute (R-S5). */
export function CodeSending({ code, email, onAgain, waitSeconds }: Props) {
  const canAsk = code.status !== "sending" && waitSeconds === 0
  return (
    <div className="stack" data-gap="s">
      <p className="muted">{whereabouts(code, email)}</p>
      <p className="small muted">
        Nothing there?{" "}
        <BusyButton className="link-button" type="button" isBusy={!canAsk} onClick={onAgain}>
          Send the code again
        </BusyButton>
        {waitSeconds > 0 && ` in ${waiting(waitSeconds)}.`}
      </p>
      {__LOCAL__ && (
        <p className="small muted">
          Practice mode:{" "}
          <a href="/local/mailbox" target="_blank" rel="noreferrer">
            open the mailbox page to read the e-mail
          </a>{" "}
          (opens in a new tab).
        </p>
      )}
      <p className="small" role="status">
        {code.status === "sent" && code.isAgain && "A new code is on its way."}
        {code.status === "kept" && "No new e-mail was sent."}
        {code.status === "failed" && code.message}
      </p>
    </div>
  )
}
