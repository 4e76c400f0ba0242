/** Icons that only forms need, drawn like the others (components/base/parts/icon.tsx). */
const shapes = {
  pause: "M9 6v12m6-12v12",
  play: "M8 5.5v13l10.5-6.5z",
  plus: "M12 5v14M5 12h14",
  upload: "M12 15V4.5M7.5 9 12 4.5 16.5 9M5 19.5h14"
} as const

export function FormIcon({ name }: { readonly name: keyof typeof shapes }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
