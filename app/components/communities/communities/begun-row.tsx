import { Link } from "@remix-run/react"
import { BlankEmblem } from "~/components/base/parts/icon"

/** A founding form that was begun but is not yet saved as a draft community. */
export function BegunRow({ begun }: { readonly begun: { readonly name: string; readonly savedAt: number } }) {
  return (
    <li>
      <BlankEmblem />
      <div>
        <h2 className="h3">{begun.name}</h2>
        <p className="muted">Not finished yet</p>
      </div>
      <div className="register__side" data-end>
        <Link className="button" data-size="s" to="/create">
          Continue
        </Link>
      </div>
    </li>
  )
}
