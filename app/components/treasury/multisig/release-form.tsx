import { type FormProps, RequestForm } from "./request-form"

/** Ends multisig: any one admin badge is enough again. */
export function ReleaseForm({ page, reply }: FormProps) {
  const given = page.from?.payload.kind === "release" ? page.from.payload.reason : undefined
  return (
    <RequestForm
      id="release"
      title="End multisig"
      intent="propose-release"
      word="Ask the signers to end it"
      reason={{ label: "Why it ends", given }}
      page={page}
      reply={reply}
    >
      <p>
        Afterwards any one admin badge can spend from the treasury again, including badges that never counted. Every
        other request ends with it.
      </p>
    </RequestForm>
  )
}
