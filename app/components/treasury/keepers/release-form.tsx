import { type FormProps, RequestForm } from "./request-form"

/** Back to one admin badge, by as many keepers as a payment needs. */
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
        Afterwards any one admin badge opens the treasury again, including badges that never counted. Every other
        request ends with it.
      </p>
    </RequestForm>
  )
}
