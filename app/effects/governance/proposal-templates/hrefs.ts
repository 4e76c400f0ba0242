/** Addresses of templates. Pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import { templatesHref } from "~/effects/communities/communities/hrefs"

export const newTemplateHref = (communityId: CommunityId): string => `${templatesHref(communityId)}?new=1`
export const templateHref = (communityId: CommunityId, id: string): string => `${templatesHref(communityId)}?t=${id}`

/** Where a person starts a proposal: from a template, or blank. */
export const chooseHref = (communityId: CommunityId): string => `/community/detail/${communityId}/proposals?new=choose`
export const fillHref = (communityId: CommunityId, id: string): string =>
  `/community/detail/${communityId}/proposals?new=fill&template=${id}`
