/**
 * The statement that an announcement's issuer signs, and the stored form of a signature. Isomorphic: the page
 * recomputes the hash.
 */
import { type AnnouncementStatement, announcementStatement } from "~/effects/base/text/statement"

export interface ToSign {
  readonly networkId: number
  readonly community: string
  readonly id: string
  readonly issuer: string
  readonly title: string
  readonly body: string
  /** Unix milliseconds. */
  readonly publishAt: number
  readonly nonce: string
}

export const toStatement = ({ publishAt, ...fields }: ToSign): AnnouncementStatement =>
  announcementStatement({ ...fields, publishAt: new Date(publishAt).toISOString() })
