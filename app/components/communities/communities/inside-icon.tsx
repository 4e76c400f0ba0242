/**
 * Icons that only pages inside a community use, kept out of the bundle of other pages. Drawn by the rules of icon.tsx.
 */
const shapes = {
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7v5.2l3.2 2",
  gear: "M5 7.5h9m4 0h1M5 16.5h1m4 0h9M16 5.5v4m-8 5v4",
  mega: "M4 10v4h3.5L17 19V5l-9.5 5zM19.5 10v4",
  share: "M12 15V4.5M8 8.2l4-3.7 4 3.7M6 11.5v8h12v-8"
} as const
export type InsideIconName = keyof typeof shapes

export function InsideIcon({ name }: { readonly name: InsideIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
