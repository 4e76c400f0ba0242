/** Addresses of templates. Pages load this file. */
import { templatesHref } from "~/effects/communities/communities/hrefs"

export const newTemplateHref = (communityId: string): string => `${templatesHref(communityId)}?new=1`
export const templateHref = (communityId: string, id: string): string => `${templatesHref(communityId)}?t=${id}`

/** Where a person starts a proposal: from a template, or blank. */
export const chooseHref = (communityId: string): string => `/community/detail/${communityId}/proposals?new=choose`
export const fillHref = (communityId: string, id: string): string =>
  `/community/detail/${communityId}/proposals?new=fill&template=${id}`
