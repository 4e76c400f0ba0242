import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { PlainForm, repliesTo } from "~/components/governance/proposal-templates/plain-form"
import { QuestionFields } from "~/components/governance/proposal-templates/question-fields"
import { kindNames } from "~/effects/access/proposalKinds"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { answerName, askedName } from "~/effects/governance/proposal-templates/answers"
import { chooseHref, fillHref } from "~/effects/governance/proposal-templates/hrefs"
import { LIMITS } from "~/effects/governance/proposal-templates/limits"
import type { FillPage } from "~/effects/governance/proposal-templates/views"
import { voteTypeNames } from "~/effects/governance/votes/proposal/voteTypes"

type Props = { readonly page: FillPage; readonly reply: PageReply | undefined }

/** The answers of a refused form by their questions, because the questions may have moved meanwhile. */
const answersOf = (reply: PageReply | undefined): ReadonlyMap<string, string> =>
  new Map(
    Array.from(
      { length: LIMITS.fields },
      (_, at) => [typed(reply, askedName(at)), typed(reply, answerName(at))] as const
    ).filter(([asked]) => asked !== "")
  )

/** A template's questions as a plain form. The answers become a draft, which the author then reads and changes. */
export function FillView({ page: { template }, reply }: Props) {
  const { formKey, id } = useFrame()
  const { mine, refusal } = repliesTo(reply, "fill")
  const { content } = template
  const answers = answersOf(mine)
  const lost = [...answers].filter(
    ([asked, answer]) => answer !== "" && !content.fields.some(({ label }) => label === asked)
  )
  return (
    <div className="narrow stack" data-gap="l">
      <header className="page-head">
        <p className="eyebrow">
          {kindNames[content.kind]} · {voteTypeNames[content.voteType]}
        </p>
        <h1>{template.name}</h1>
        {content.about !== "" && <p className="muted">{content.about}</p>}
      </header>
      <PlainForm
        action={fillHref(id, template.id)}
        label={template.name}
        refusal={refusal}
        back={chooseHref(id)}
        button={{ intent: "fill", words: "Make a draft", busy: "Writing…" }}
        note="Only you see the draft until you sign and publish it."
      >
        {lost.length > 0 && <LostAnswers answers={lost} />}
        <input type="hidden" name="template" value={template.id} />
        <input type="hidden" name="version" value={template.version} />
        <input type="hidden" name="key" value={`${formKey}fill`} />
        {content.fields.map(({ label }, at) => (
          <input key={label} type="hidden" name={askedName(at)} value={label} />
        ))}
        <TitleField start={content.titleStart} reply={mine} />
        <QuestionFields
          key={template.version}
          fields={content.fields}
          answerOf={({ label }) => answers.get(label) ?? ""}
          errors={refusal?.fields ?? {}}
        />
      </PlainForm>
    </div>
  )
}

function TitleField({ reply, start }: { readonly start: string; readonly reply: PageReply | undefined }) {
  const error = reply?.fields.title
  const id = fieldId("title")
  return (
    <div className="field" data-invalid={error === undefined ? undefined : true}>
      <label htmlFor={id}>Title</label>
      <p className="field__hint" id={`${id}-hint`}>
        5 to 140 characters. A question or a sentence.
      </p>
      <input
        className="input"
        id={id}
        name="title"
        type="text"
        autoComplete="off"
        maxLength={LIMITS.title.most}
        defaultValue={typed(reply, "title", start)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
      />
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

/** Shows answers to questions that were removed from the template meanwhile, so that they can be copied. */
function LostAnswers({ answers }: { readonly answers: ReadonlyArray<readonly [asked: string, answer: string]> }) {
  return (
    <Notice tone="warn">
      <p>These questions are no longer asked. Your answers to them:</p>
      <dl className="stack" data-gap="s">
        {answers.map(([asked, answer]) => (
          <div key={asked}>
            <dt className="small muted">{asked}</dt>
            <dd className="plain-text">{answer}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
