import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { UtcTime } from "~/components/base/parts/time-pair"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { HandOverPanel } from "~/effects/communities/communities/pages/overview"

type Props = { readonly question: HandOverPanel["question"]; readonly reply: PageReply | undefined }

/** Shown to the member who is asked to take over the community. */
export function HandOverQuestion({ question, reply }: Props) {
  const { formKey, id, name, stage } = useFrame()
  const isSending = useNavigation().state === "submitting"
  if (question === null) {
    return (
      <NothingYet>
        <p>You have no offer to take over {name}.</p>
        <Link to={insidePath(id)}>Overview</Link>
      </NothingYet>
    )
  }
  return (
    <section className="narrow" aria-labelledby="question">
      <Form className="card" method="post" action={`${insidePath(id)}?index&panel=hand-over`}>
        <h1 className="h3" id="question">
          Take over {name}?
        </h1>
        <ErrorSummary refusal={reply !== undefined && !reply.ok ? reply : null} />
        <p>
          {question.from ?? "The owner"} asks you to become the owner of {name}. You would decide on its settings and
          its moderators; {question.from ?? "the owner"} stays as a member. You can answer until{" "}
          <UtcTime at={question.expiresAt} />.
        </p>
        {stage === "deployed" && (
          <p>
            Ownership alone does not give you the treasury: the ledger checks admin badges. Once you have accepted,{" "}
            {question.from ?? "the owner"} is asked to give you one.
          </p>
        )}
        <input type="hidden" name="key" value={`${formKey}answer`} />
        <div className="row">
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="accept"
            isBusy={isSending}
          >
            Take over
          </BusyButton>
          <BusyButton className="button" type="submit" name="intent" value="decline" isBusy={isSending}>
            Decline
          </BusyButton>
        </div>
      </Form>
    </section>
  )
}
