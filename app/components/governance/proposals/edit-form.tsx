import { Form, Link, useNavigation } from "@remix-run/react"
import { useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { AreaField, TextField } from "~/components/base/forms/fields"
import { useZone } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import { Composer } from "~/components/conversation/discussion/composer"
import { StoredText } from "~/components/conversation/discussion/form-trouble"
import { ChoiceRows } from "~/components/governance/votes/choice-rows"
import { TimeRows } from "~/components/governance/votes/time-rows"
import { shortHash } from "~/components/wallet/signing/ask-signature"
import { isSigningBusy } from "~/components/wallet/signing/use-signed-form"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { ProposalPage } from "~/effects/governance/proposals/pageViews"
import { timesIn } from "~/effects/governance/proposals/times"
import type { ProposalValues } from "~/effects/governance/proposals/values"
import { hasOwnChoices } from "~/effects/governance/votes/proposal/voteTypes"
import { valuesAfter } from "./form-steps"
import { proposalHref } from "./paths"
import { useSignedProposal } from "./use-signed-proposal"

type Props = { readonly page: ProposalPage; readonly values: ProposalValues; readonly reply: PageReply | undefined }

/** Publishes a new version during the review: text and choices can change, the rules cannot. */
export function EditForm({ page: { proposal }, reply, values: stored }: Props) {
  const { id: communityId, communityRole } = useFrame()
  const { publish, state } = useSignedProposal({
    communityId,
    account: communityRole.account ?? "",
    number: proposal.number,
    rules: null
  })
  const mine = state.reply ?? replyTo(reply, "edit")
  const [start] = useState(() => valuesAfter(replyTo(reply, "edit"), stored))
  const [changes, setChanges] = useState<Partial<ProposalValues>>({})
  const zone = useZone()
  // What was sent stays as it was typed.
  const isStoredPoll = start === stored && start.voteType === "dates"
  const values = { ...start, ...(isStoredPoll && timesIn(start, zone)), ...changes }
  const isSending = useNavigation().formMethod === "POST"
  const refusal =
    state.status === "refused"
      ? { code: state.reply?.code ?? "", message: state.message, fields: state.fields }
      : mine !== undefined && !mine.ok
        ? mine
        : null
  const errors = refusal?.fields ?? {}
  const isBusy = isSending || isSigningBusy(state)
  const edit = (change: Partial<ProposalValues>) => setChanges((now) => ({ ...now, ...change }))
  const version = typeof mine?.stored?.version === "string" ? mine.stored.version : String(proposal.version)
  return (
    <Form
      className="narrow stack proposal-form"
      data-gap="l"
      method="post"
      action={proposalHref(communityId, proposal.number)}
      noValidate
      aria-labelledby="edit-title"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent // React's type of the event lacks `submitter`.
        event.preventDefault()
        void publish(new FormData(event.currentTarget, submitter))
      }}
    >
      <h1 id="edit-title">A new version of proposal {proposal.number}</h1>
      <p className="small muted">Everybody can see what changed. People who follow the proposal are notified.</p>
      <ErrorSummary refusal={refusal} />
      <StoredText reply={mine} />
      <input type="hidden" name="id" value={proposal.id} />
      <input type="hidden" name="number" value={proposal.number} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="kind" value={values.kind} />
      <input type="hidden" name="voteType" value={values.voteType} />
      <TextFields values={values} errors={errors} edit={edit} />
      <div role="status">
        {state.status === "signing" && (
          <p className="small">
            Check your wallet. This code identifies exactly this version:{" "}
            <span className="digest">{shortHash(state.digest)}</span>
          </p>
        )}
      </div>
      <EditEnd back={proposalHref(communityId, proposal.number)} isBusy={isBusy} />
    </Form>
  )
}

type FieldsProps = {
  readonly values: ProposalValues
  readonly errors: Readonly<Record<string, string>>
  readonly edit: (change: Partial<ProposalValues>) => void
}

/** The fields that a new version may change. */
function TextFields({ edit, errors, values }: FieldsProps) {
  return (
    <>
      <TextField
        name="title"
        label="Title"
        value={values.title}
        limit={140}
        error={errors.title}
        onEdit={(title) => edit({ title })}
      />
      <AreaField
        name="summary"
        label="Summary (optional)"
        value={values.summary}
        limit={280}
        rows={2}
        error={errors.summary}
        onEdit={(summary) => edit({ summary })}
      />
      <Composer
        label="Text"
        value={values.body}
        onChange={(body) => edit({ body })}
        max={20_000}
        rows={12}
        error={errors.body}
      />
      {values.voteType === "dates" && <TimeRows values={values} errors={errors} edit={edit} />}
      {hasOwnChoices(values.voteType) && (
        <ChoiceRows choices={values.choices} error={errors.choices} onEdit={(choices) => edit({ choices })} />
      )}
    </>
  )
}

function EditEnd({ back, isBusy }: { readonly back: string; readonly isBusy: boolean }) {
  return (
    <div className="form-end">
      <div className="row">
        <Link className="button" to={back}>
          Back
        </Link>
        <BusyButton
          needsScript
          className="button"
          data-kind="primary"
          type="submit"
          name="intent"
          value="edit"
          isBusy={isBusy}
        >
          {isBusy ? "Publishing…" : "Sign and publish the new version"}
        </BusyButton>
      </div>
      <noscript>
        <p className="small">This step needs your wallet and JavaScript.</p>
      </noscript>
    </div>
  )
}
