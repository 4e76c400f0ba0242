import { Link } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Notice } from "~/components/base/parts/notice"
import { ProfilePicture } from "~/components/base/parts/profile-picture"
import { ShareButton } from "~/components/base/parts/share-button"
import { TimePair } from "~/components/base/parts/time-pair"
import { insidePath } from "~/components/base/site/inside-path"
import { useRootData } from "~/components/base/site/root-data"
import { useFrame } from "~/components/base/site/use-frame"
import { AttachedFiles } from "~/components/conversation/attachments/attached-files"
import { Conversation } from "~/components/conversation/discussion/conversation"
import { SignatureEntry } from "~/components/wallet/signing/signature-entry"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { AnnouncementView, CorrectionView } from "~/effects/conversation/announcements/views"
import type { Attachment } from "~/effects/conversation/attachments/Attachment"
import type { ConversationPage } from "~/effects/conversation/discussion/page"
import { AnnouncementChips, issuerName } from "./announcement-chips"
import { CorrectForm, WithdrawForm } from "./change-forms"

type Props = {
  readonly announcement: AnnouncementView
  readonly attachments: ReadonlyArray<Attachment>
  readonly now: number
  readonly mayChange: boolean
  readonly reply: PageReply | undefined
  /** The comments on it. */
  readonly conversation: ConversationPage
}

/** One announcement with every correction that was made to it. */
export function AnnouncementPage({ announcement, attachments, conversation, mayChange, now, reply }: Props) {
  const { origin } = useRootData()
  const { id } = useFrame()
  const { corrections, issuer, publishAt, signed, text, title, withdrawn } = announcement
  const files = (
    <AttachedFiles
      files={attachments}
      hrefOf={(file) => `/api/announcements/${id}/${announcement.number}/files/${file}`}
    />
  )
  return (
    <article className="narrow stack" data-gap="l" aria-labelledby="title">
      <header className="stack" data-gap="s">
        <h1 id="title">{title}</h1>
        <p className="row small">
          <ProfilePicture name={issuer.name ?? "?"} picture={issuer.picture} />
          <span>{issuerName(announcement)}</span>
          <TimePair at={publishAt} now={now} />
        </p>
        <p className="row">
          <AnnouncementChips card={announcement} />
          <ShareButton url={`${origin}${insidePath(id, `annissued?a=${announcement.number}`)}`} title={title} />
        </p>
      </header>
      {withdrawn === null ? (
        <>
          <Markdown tree={text} />
          {files}
        </>
      ) : (
        <>
          <Notice tone="warn">
            <p>Withdrawn: {withdrawn}</p>
          </Notice>
          <details className="disclosure">
            <summary>Read the text anyway</summary>
            <Markdown tree={text} />
            {files}
          </details>
        </>
      )}
      {corrections.map((correction) => (
        <CorrectionEntry key={correction.at} correction={correction} now={now} />
      ))}
      {signed !== null && (
        <SignatureEntry
          signed={signed}
          whose="the issuer's"
          covers={`the title, the text and the time${corrections.length > 0 ? " as they were first published" : ""}`}
        />
      )}
      {mayChange && withdrawn === null && (
        <section className="stack no-print" aria-label="For moderators and the owner">
          <p className="small muted">Read by {announcement.readCount} so far.</p>
          <CorrectForm announcement={announcement} reply={reply} />
          <WithdrawForm id={announcement.id} reply={reply} />
        </section>
      )}
      <Conversation page={conversation} reply={reply} />
      <p className="no-print">
        <Link to="?">All announcements</Link>
      </p>
    </article>
  )
}

function CorrectionEntry({ correction, now }: { readonly correction: CorrectionView; readonly now: number }) {
  const { after, at, before, reason } = correction
  return (
    <details className="disclosure">
      <summary>
        Corrected <TimePair at={at} now={now} short />: {reason}
      </summary>
      <div className="before-after">
        <section aria-label="Before">
          <p className="eyebrow">Before</p>
          <h2 className="h4">{before.title}</h2>
          <Markdown tree={before.text} />
        </section>
        <section aria-label="After">
          <p className="eyebrow">After</p>
          <h2 className="h4">{after.title}</h2>
          <Markdown tree={after.text} />
        </section>
      </div>
    </details>
  )
}
