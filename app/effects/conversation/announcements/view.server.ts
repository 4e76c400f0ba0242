/** Turns rows into the views that pages show. */
import { makeUserTexts } from "~/effects/base/text/markdown/parseMarkdown.server"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { Correction } from "./Announcement"
import type { Card } from "./AnnouncementCardsRepo.server"
import type { AnnouncementCard, AnnouncementView, CorrectionView } from "./views"

export const cardOf = (row: Card, now: number): AnnouncementCard => ({
  id: row.id,
  number: row.number ?? 0,
  title: row.title,
  issuer: { account: row.issuer, name: row.issuerName, picture: row.issuerPicture },
  importance: row.importance,
  isPinned: row.state === "published" && (row.pinnedUntil ?? 0) > now,
  isSigned: row.signed !== null,
  isUnread: row.unread === 1,
  publishAt: row.publishAt ?? row.createdAt,
  correctedAt: row.correctedAt,
  withdrawn: row.state === "withdrawn" ? (row.withdrawnReason ?? "") : null
})

type ReadText = (text: string, anchorPrefix: string) => MarkdownTree

const correctionOf =
  (markdown: ReadText) =>
  ({ afterBody, afterTitle, at, beforeBody, beforeTitle, reason, version }: Correction): CorrectionView => ({
    at,
    reason,
    before: { title: beforeTitle, text: markdown(beforeBody, `before-${version}-`) },
    after: { title: afterTitle, text: markdown(afterBody, `after-${version}-`) }
  })

/** The announcement with its corrections, of which there may be many. */
export const viewOf = (row: Card, corrections: ReadonlyArray<Correction>, now: number): AnnouncementView => {
  const read = makeUserTexts()
  const markdown: ReadText = (text, anchorPrefix) => read(text, { anchorPrefix })
  return {
    ...cardOf(row, now),
    text: markdown(row.body, "text-"),
    body: row.body,
    version: row.version,
    corrections: corrections.map(correctionOf(markdown)),
    signed:
      row.signed === null
        ? null
        : { ...row.signed, filePath: `/api/announcements/${row.communityId}/${row.number}/file` },
    readCount: row.readCount
  }
}
