/** A picture, or two initials without one. The name is next to it or labels its container. */
export function ProfilePicture({ name, picture }: { readonly name: string; readonly picture: string | null }) {
  const letters = name
    .split(/[\s_]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("")
  return (
    <span className="avatar" aria-hidden="true">
      {picture === null ? letters : <img src={picture} alt="" width="28" height="28" />}
    </span>
  )
}
