/** From rows to what pages show. */
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
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

const markdown = (text: string, anchorPrefix: string) => parseMarkdown(text, { userText: true, anchorPrefix })

const correctionOf = ({
  afterBody,
  afterTitle,
  at,
  beforeBody,
  beforeTitle,
  reason,
  version
}: Correction): CorrectionView => ({
  at,
  reason,
  before: { title: beforeTitle, text: markdown(beforeBody, `before-${version}-`) },
  after: { title: afterTitle, text: markdown(afterBody, `after-${version}-`) }
})

export const viewOf = (row: Card, corrections: ReadonlyArray<Correction>, now: number): AnnouncementView => ({
  ...cardOf(row, now),
  text: markdown(row.body, "text-"),
  body: row.body,
  version: row.version,
  corrections: corrections.map(correctionOf),
  signed:
    row.signed === null
      ? null
      : { ...row.signed, filePath: `/api/announcements/${row.communityId}/${row.number}/file` },
  readCount: row.readCount
})
