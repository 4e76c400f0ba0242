import { Form, Link, useNavigation, useSearchParams } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { ListFields } from "~/components/base/lists/list-fields"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { Notice } from "~/components/base/parts/notice"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { MembersPage } from "~/effects/communities/members/page"
import { everybody, membersHref } from "~/effects/communities/members/query"
import { CheckWeights } from "./weights-check"
import { ReadWeights } from "./weights-read"

type Props = {
  readonly path: string
  readonly page: MembersPage
  /** The reader sets weights; others check the list only. */
  readonly isOwner: boolean
  readonly reply: PageReply | undefined
}

/** Weights from a list: bring it, say how it is read, check what would change, and set it. */
export function WeightsPanel({ isOwner, page, path, reply }: Props) {
  const { formKey, now, weights } = page
  const { asked = null, checked = null, draft = null } = weights ?? {}
  if (draft === null) {
    return (
      <div className="stack" data-gap="l">
        <Done path={path} />
        <ReplyNotice reply={replyTo(reply, "read-weights") === undefined ? reply : undefined} />
        {isOwner ? (
          <BringWeights formKey={formKey} reply={replyTo(reply, "read-weights")} />
        ) : (
          <NothingYet>
            <p>There is no list of weights to check. When the owner has read one, it is shown here.</p>
          </NothingYet>
        )}
      </div>
    )
  }
  if (asked !== null) return <ReadWeights draft={draft} asked={asked} formKey={formKey} reply={reply} />
  return (
    <div className="stack" data-gap="l">
      <CheckWeights
        draft={draft}
        checked={checked}
        isOwner={isOwner}
        formKey={formKey}
        now={now}
        reply={replyTo(reply, "read-weights") === undefined ? reply : undefined}
      />
      {isOwner && (
        <details open={(checked?.wrongCount ?? 0) > 0 || replyTo(reply, "read-weights") !== undefined}>
          <summary>Read another list</summary>
          <BringWeights formKey={formKey} reply={replyTo(reply, "read-weights")} />
        </details>
      )}
    </div>
  )
}

function Done({ path }: Pick<Props, "path">) {
  const [search] = useSearchParams()
  const set = search.get("set") ?? ""
  if (!/^\d{1,6}$/.test(set)) return null
  const many = Number(set)
  return (
    <Notice tone="ok" role="status">
      <p>
        {many === 0
          ? "All members already had these weights."
          : `${counted(many, "weight was", "weights were")} changed.`}{" "}
        <Link to={membersHref(path, { ...everybody, sort: "weight" })}>Members by weight</Link>
      </p>
    </Notice>
  )
}

type BringProps = { readonly formKey: string; readonly reply: PageReply | undefined }

function BringWeights({ formKey, reply }: BringProps) {
  const isSending = useNavigation().formData?.get("intent") === "read-weights"
  const error = reply?.fields.csv
  return (
    <section className="block narrow" aria-labelledby="bring-weights">
      <div className="block__head">
        <h2 className="h3" id="bring-weights">
          Weights from a list
        </h2>
      </div>
      <Form className="stack" method="post" action="?tab=weights" encType="multipart/form-data" noValidate>
        <ReplyNotice reply={error === undefined ? reply : undefined} />
        <input type="hidden" name="key" value={formKey} />
        <ListFields id="weights-csv" label="List" placeholder="account,weight" rows={10} reply={reply}>
          One line for each member: the account address or the name, and a whole number from 0 to 1,000. The next page
          shows how the list was read; nothing is set before you say so. Members that are not in the list keep their
          weight. Templates:{" "}
          <a href="/templates/weight-list.csv" download>
            CSV
          </a>
          ,{" "}
          <a href="/templates/weight-list.xlsx" download>
            .xlsx
          </a>
        </ListFields>
        <BusyButton
          className="button"
          data-kind="primary"
          type="submit"
          name="intent"
          value="read-weights"
          isBusy={isSending}
        >
          {isSending ? "Reading…" : "Read the list"}
        </BusyButton>
      </Form>
    </section>
  )
}
