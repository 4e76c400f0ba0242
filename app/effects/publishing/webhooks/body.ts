/** Body of a webhook message (docs/product/webhooks.md): JSON of a stable shape with links to the details. Pure. */
import { factsOf, type HookEvent, TEST, tellsAccount } from "./events"

export interface Happened {
  readonly event: HookEvent
  /** Increases within the community. */
  readonly seq: number
  /** Unix milliseconds. */
  readonly at: number
  readonly actor: string | null
  /** A path of our own router. */
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
}

export interface Place {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Whether the community is public, so that the read API serves the details. */
  readonly isPublic: boolean
}

export interface Body {
  readonly schema: "webhook/1"
  /** The same for every delivery of this event to any address, so that receivers can detect repeats. */
  readonly id: string
  readonly type: HookEvent | typeof TEST
  readonly at: string
  readonly community: { readonly id: string; readonly slug: string; readonly name: string }
  readonly data: Readonly<Record<string, string | number>>
  readonly links: { readonly page: string; readonly api: string | null }
}

const base = (place: Place) => ({ id: place.id, slug: place.slug, name: place.name })

const apiPath = ({ slug }: Place, { data, event }: Happened): string => {
  const community = `/api/v1/communities/${slug}`
  if (event.startsWith("proposal.") && data.number !== undefined) return `${community}/proposals/${data.number}`
  return event.startsWith("bond.") && data.code !== undefined ? `${community}/bonds/${data.code}` : community
}

export const bodyOf = (place: Place, happened: Happened, origin: string): Body => {
  const { actor, at, data, event, seq, target } = happened
  return {
    schema: "webhook/1",
    id: `${place.id}-${seq}`,
    type: event,
    at: new Date(at).toISOString(),
    community: base(place),
    data: { ...factsOf(event, data), ...(tellsAccount(event) && actor !== null && { account: actor }) },
    links: { page: `${origin}${target}`, api: place.isPublic ? `${origin}${apiPath(place, happened)}` : null }
  }
}

/** @param id id of the delivery */
export const testBody = (place: Place, id: string, at: number, origin: string): Body => ({
  schema: "webhook/1",
  id,
  type: TEST,
  at: new Date(at).toISOString(),
  community: base(place),
  data: {},
  links: {
    page: `${origin}/community/detail/${place.id}`,
    api: place.isPublic ? `${origin}/api/v1/communities/${place.slug}` : null
  }
})
