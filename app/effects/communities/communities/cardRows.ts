/** A row of the directory, decoded into a card. */
import { Schema } from "effect"
import { Community } from "~/effects/access/Community"
import type { CommunityCard } from "./cards"

const fields = Community.fields
/** The columns that lists read, including those they sort by. */
export const CardRow = Schema.Struct({
  id: fields.id,
  slug: fields.slug,
  name: fields.name,
  nameKey: Schema.String,
  tagline: fields.tagline,
  logo: fields.logo,
  tags: fields.tags,
  joinPolicy: fields.joinPolicy,
  joinToken: fields.joinToken,
  tokenResource: fields.tokenResource,
  tokenSymbol: fields.tokenSymbol,
  verifiedAt: fields.verifiedAt,
  memberCount: fields.memberCount,
  openProposals: fields.openProposals,
  openSales: fields.openSales,
  activeAt: fields.activeAt,
  createdAt: fields.createdAt
})
export type CardRow = typeof CardRow.Type
/** The same as SQL, of communities `c`. */
export const cardColumns = `c.id, c.slug, c.name, c.name_key, c.tagline, c.logo, c.tags, c.join_policy, c.join_token, c.token_resource,
  c.token_symbol, c.verified_at, c.member_count, c.open_proposals, c.open_sales, c.active_at, c.created_at`

export const cardOf = (row: CardRow): CommunityCard => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  tagline: row.tagline,
  logo: row.logo,
  tags: row.tags,
  joinPolicy: row.joinPolicy,
  joinToken: row.joinToken,
  tokenResource: row.tokenResource,
  tokenSymbol: row.tokenSymbol,
  isVerified: row.verifiedAt !== null,
  members: row.memberCount,
  openProposals: row.openProposals,
  openSales: row.openSales,
  createdAt: row.createdAt
})
