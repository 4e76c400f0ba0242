import { BusyButton } from "~/components/base/forms/busy-button"
import { clockTime } from "~/components/base/forms/clock-time"
import type { CodeState } from "./use-email-code"

type Props = {
  readonly code: CodeState
  readonly email: string
  readonly waitSeconds: number
  readonly onAgain: () => void
}

/** Where the e-mail is. It says "sent" only of an e-mail that has left the server. */
const whereabouts = (code: CodeState, email: string): string => {
  switch (code.status) {
    case "sent":
      return `Sent to ${email} at ${clockTime(code.at)}. The code expires after ten minutes.`
    case "unchanged":
      return `The code sent to ${email} at ${clockTime(code.at)} is still valid.`
    case "sending":
      return `Sending to ${email}…`
    default:
      return `No e-mail has been sent to ${email} yet.`
  }
}

/** "43 s"; in minutes above 90 seconds. */
const waiting = (seconds: number) => (seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`)

/** Where the code was sent, and "Send the code again" after a minute. */
export function EmailCodes({ code, email, onAgain, waitSeconds }: Props) {
  const canAsk = code.status !== "sending" && waitSeconds === 0
  return (
    <div className="stack" data-gap="s">
      <p className="muted">{whereabouts(code, email)}</p>
      <p className="small muted">
        No e-mail?{" "}
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
        {code.status === "sent" && code.isAgain && "We sent a new code."}
        {code.status === "unchanged" && "No new e-mail was sent."}
        {code.status === "failed" && code.message}
      </p>
    </div>
  )
}
