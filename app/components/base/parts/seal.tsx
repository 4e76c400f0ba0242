import { sealOf } from "~/effects/communities/communities/seal"

type Props = {
  /** Without an id, before the community is stored, its colour and band are not known. */
  readonly community: { readonly id: string | null; readonly name: string; readonly logo: string | null }
  readonly size?: "l"
}

/**
 * The community's own picture, or the emblem derived from its id. The name is next to it, so it has no alternative
 * text.
 */
export function Seal({ community: { id, logo, name }, size }: Props) {
  const drawing = sealOf(id ?? "", name)
  const { band, monogram } = drawing
  const hue = id === null ? undefined : drawing.hue
  if (logo !== null) {
    return <img className="seal" data-hue={hue} data-size={size} src={logo} alt="" width="48" height="48" />
  }
  return (
    <svg className="seal" data-hue={hue} data-size={size} viewBox="0 0 64 64" width="48" height="48" aria-hidden="true">
      <circle cx="32" cy="32" r="30.5" strokeWidth="1.5" />
      <circle cx="32" cy="32" r="26" strokeWidth="4.5" strokeDasharray={band} />
      <circle cx="32" cy="32" r="21.5" strokeWidth="1" />
      <text x="32" y="38">
        {monogram}
      </text>
    </svg>
  )
}
