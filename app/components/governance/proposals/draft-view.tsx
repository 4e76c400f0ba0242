import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { nameOf } from "~/components/base/parts/person-line"
import { TimePair, useZone } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { AttachedFiles } from "~/components/conversation/attachments/attached-files"
import { kindNames } from "~/effects/access/proposalKinds"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ProposalDraftPage } from "~/effects/governance/proposals/pageViews"
import { proposalFilesPath } from "~/effects/governance/proposals/paths"
import { readTime } from "~/effects/governance/proposals/times"
import { timeWords } from "~/effects/governance/votes/proposal/pollTimes"
import { hasOwnChoices, voteTypeNames } from "~/effects/governance/votes/proposal/voteTypes"
import { ActionWords } from "./action-block"
import { Conversation } from "./conversation"

type Props = { readonly page: ProposalDraftPage; readonly path: string; readonly reply: PageReply | undefined }

/** A draft opened by its secret address, to read and comment on. */
export function DraftView({ page, path, reply }: Props) {
  const { id: communityId } = useFrame()
  const { action, attachments, author, comments, draft, fileSearch, id, key, now, text } = page
  const { title, updatedAt, values, waiting } = page
  return (
    <div className="narrow stack" data-gap="l">
      <header className="page-head">
        <p className="eyebrow">
          Draft · {kindNames[values.kind]} · {voteTypeNames[values.voteType]}
        </p>
        <h1>{title}</h1>
        <p className="meta">
          <span>{nameOf(author)}</span>
          <span>
            Saved <TimePair at={updatedAt} now={now} short />
          </span>
        </p>
      </header>
      <Notice tone="open">
        <p>This is a draft. Only people with its address can find it, and nobody can vote on it yet.</p>
      </Notice>
      {values.summary !== "" && <p>{values.summary}</p>}
      <Markdown tree={text} />
      {values.voteType === "dates" && <DraftTimes values={values} />}
      {hasOwnChoices(values.voteType) && (
        <Block id="choices" title="Choices">
          <ol className="entries">
            {values.choices.map(({ label, note }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a draft may name two choices alike
              <li key={at}>
                <b>{label}</b>
                {note !== "" && <span className="muted">{note}</span>}
              </li>
            ))}
          </ol>
        </Block>
      )}
      <AttachedFiles
        files={attachments}
        hrefOf={(file) => `${proposalFilesPath(communityId, id)}/${file}${fileSearch}`}
        hashes
      />
      {action !== null && (
        <Block id="action" title="What happens if it passes">
          <ActionWords action={action} isFixed={false} />
        </Block>
      )}
      <Conversation
        id={id}
        place={`d${id}`}
        comments={comments}
        path={path}
        form={null}
        formKey={key}
        reply={reply}
        draft={draft}
        waiting={waiting}
      />
    </div>
  )
}

/** Times as far as they can be read: a draft may be unfinished. */
function DraftTimes({ values }: { readonly values: ProposalDraftPage["values"] }) {
  const zone = useZone()
  const rows = values.times.filter(({ end, start }) => start !== "" || end !== "")
  return (
    <Block id="choices" title="Times">
      <ol className="entries">
        {rows.map((row, at) => {
          const read = readTime(values, row)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a draft may name two times alike
            <li key={at}>{"value" in read ? timeWords(read.value, zone) : `${row.start} – ${row.end}`}</li>
          )
        })}
      </ol>
    </Block>
  )
}
