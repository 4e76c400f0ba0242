import { type IconName, iconPath } from "./icon-shapes"

/**
 * Icons on a 24 grid with round strokes, in the colour of the adjacent text. They accompany a word and never replace
 * it.
 */
export { type IconName, iconPath }

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPath(name)} />
    </svg>
  )
}

/** An empty emblem (ring and engraved band), shown where there is nothing to show yet. */
export function BlankEmblem() {
  return (
    <svg className="seal" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="30.5" strokeWidth="1.5" />
      <circle cx="32" cy="32" r="26" strokeWidth="4.5" strokeDasharray="2.4 1.6" />
      <circle cx="32" cy="32" r="21.5" strokeWidth="1" />
    </svg>
  )
}
