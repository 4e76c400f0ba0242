import { Link } from "@remix-run/react"
import { BlankSeal } from "~/components/base/parts/icon"

/** What /create holds and nobody has made a draft community of. */
export function BegunRow({ begun }: { readonly begun: { readonly name: string; readonly savedAt: number } }) {
  return (
    <li>
      <BlankSeal />
      <div>
        <h2 className="h3">{begun.name}</h2>
        <p className="muted">Begun and not finished</p>
      </div>
      <div className="register__side" data-end>
        <Link className="button" data-size="s" to="/create">
          Continue
        </Link>
      </div>
    </li>
  )
}
