/** A picture where there is one, else two letters. The name stands beside it or labels what contains it. */
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
