/** Icons that only discussion uses. The rules of icon.tsx apply. */
const shapes = {
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4",
  chat: "M4 5h16v11h-8.5L7 19.8V16H4z",
  lock: "M6 11h12v8.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  pin: "M9 4.5h6l-1 6 3 3H7l3-3zM12 13.5v6",
  vote: "M4.5 13.5h15v6h-15zM8 13.5V4.5h8v9m-5-4.5h2"
} as const
export type DiscussionIconName = keyof typeof shapes

export function DiscussionIcon({ name }: { readonly name: DiscussionIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}

/** A state of a thread: icon and word. */
export function DiscussionChip({ icon, word }: { readonly icon: DiscussionIconName; readonly word: string }) {
  return (
    <span className="chip">
      <DiscussionIcon name={icon} />
      {word}
    </span>
  )
}
