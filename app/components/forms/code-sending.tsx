import { clockTime } from "./clock-time"
import type { CodeState } from "./use-email-code"

type Props = {
  readonly code: CodeState
  readonly email: string
  readonly waitSeconds: number
  readonly onAgain: () => void
}

/** Where the code went, and "Send the code again" after a minute (R-S5). */
export function CodeSending({ code, email, onAgain, waitSeconds }: Props) {
  const canAsk = code.status !== "sending" && waitSeconds === 0
  return (
    <div className="stack" data-gap="s">
      <p className="muted">
        {code.status === "sent"
          ? `Sent to ${email} at ${clockTime(code.at)}. It is good for ten minutes.`
          : `It goes to ${email}.`}
      </p>
      <p className="small muted">
        Nothing there?{" "}
        <button className="link-button" type="button" disabled={!canAsk} onClick={onAgain}>
          Send the code again
        </button>
        {waitSeconds > 0 && ` in ${waitSeconds} s.`}
      </p>
      {__LOCAL__ && (
        <p className="small muted">
          Practice mode:{" "}
          <a href="/local/mailbox" target="_blank" rel="noreferrer">
            the letter is in the mailbox page
          </a>{" "}
          (opens in a new tab).
        </p>
      )}
      <p className="small" role="status">
        {code.status === "sent" && code.isAgain && "A new code is on its way."}
        {code.status === "failed" && code.message}
      </p>
    </div>
  )
}
